import ArgumentParser
import WebImage

/// Reads `--strip`.
enum StripArgument {
    static func read(_ text: String) throws -> MetadataPolicy {
        switch text {
        case "all": return .drop
        case "gps": return .dropLocation
        default:
            throw ValidationError(FitArgument.unknown("strip", text, known: ["all", "gps"]))
        }
    }
}

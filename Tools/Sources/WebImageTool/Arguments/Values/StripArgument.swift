import ArgumentParser
import WebImage

/// Reads `--strip`.
enum StripArgument {
    static let known = ["all", "all-but-copyright", "gps"]

    static func read(_ text: String) throws -> MetadataPolicy {
        switch text {
        case "all": return .drop
        case "all-but-copyright": return .copyright
        case "gps": return .dropLocation
        default:
            throw ValidationError(FitArgument.unknown("strip", text, known: known))
        }
    }
}

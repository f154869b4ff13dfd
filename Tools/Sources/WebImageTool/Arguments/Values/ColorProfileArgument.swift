import ArgumentParser
import WebImage

/// Reads `--icc`.
enum ColorProfileArgument {
    static func read(_ text: String) throws -> ColorProfilePolicy {
        switch text {
        case "keep": return .keep
        case "srgb": return .sRGB
        default:
            throw ValidationError(FitArgument.unknown("icc", text, known: ["keep", "srgb"]))
        }
    }
}

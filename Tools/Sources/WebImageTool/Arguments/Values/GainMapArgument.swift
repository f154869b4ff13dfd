import ArgumentParser
import WebImage

/// Reads `--gain-map`.
enum GainMapArgument {
    static let known = ["keep", "drop"]

    static func read(_ text: String) throws -> GainMapPolicy {
        switch text {
        case "keep": .keep
        case "drop": .drop
        default: throw ValidationError(FitArgument.unknown("gain map", text, known: known))
        }
    }
}

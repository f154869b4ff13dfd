import ArgumentParser
import WebImage

/// Reads `--depth`.
enum DepthArgument {
    static let known = ["keep", "8", "16"]

    static func read(_ text: String) throws -> EncodeDepth {
        switch text {
        case "keep": .keep
        case "8": .eight
        case "16": .sixteen
        default: throw ValidationError(FitArgument.unknown("depth", text, known: known))
        }
    }
}

import ArgumentParser
import WebImage

// What a file keeps of its source.

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

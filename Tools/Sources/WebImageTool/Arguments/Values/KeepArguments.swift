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

/// The values of `--depth`.
enum DepthArgument: String, CaseIterable, Sendable {
    case keep
    case eight = "8"
    case sixteen = "16"
    case hdr

    static let known = allCases.map(\.rawValue)

    static func read(_ text: String) throws -> DepthArgument {
        guard let depth = DepthArgument(rawValue: text) else {
            throw ValidationError(FitArgument.unknown("depth", text, known: known))
        }
        return depth
    }

    /// The bits of a sample in the file.
    var encoding: EncodeDepth {
        switch self {
        case .keep, .hdr: .keep
        case .eight: .eight
        case .sixteen: .sixteen
        }
    }

    /// The depth of the pixels that the file is made of.
    var pixels: PixelDepth {
        switch self {
        case .keep, .sixteen: .asStored
        case .eight: .eight
        case .hdr: .hdr
        }
    }
}

/// Reads `--curve`.
enum CurveArgument {
    static let known = LightCurve.allCases.map(\.rawValue)

    static func read(_ text: String) throws -> LightCurve {
        guard let curve = LightCurve(rawValue: text) else {
            throw ValidationError(FitArgument.unknown("curve", text, known: known))
        }
        return curve
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

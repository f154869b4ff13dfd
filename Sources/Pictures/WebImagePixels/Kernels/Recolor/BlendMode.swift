/// The rule that mixes a colour with a picture's (W3C, "Compositing and Blending Level 1",
/// separable).
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
    /// The colour itself.
    case normal
    /// The product: darker.
    case multiply
    /// The product of the complements: lighter.
    case screen
    /// Multiplies dark colours of the picture, screens light ones.
    case overlay
    /// The darker of both.
    case darken
    /// The lighter of both.
    case lighten
    /// Lightens the picture by the colour.
    case colorDodge = "dodge"
    /// Darkens the picture by the colour.
    case colorBurn = "burn"
    /// Multiplies where the colour is dark, screens where it is light.
    case hardLight = "hardlight"
    /// As ``hardLight``, but softer.
    case softLight = "softlight"
    /// The distance of both.
    case difference
    /// As ``difference``, with less contrast.
    case exclusion

    /// Returns the mixture of a picture's channel and a colour's, all between 0 and 1.
    func mix(_ below: Double, _ top: Double) -> Double {
        switch self {
        case .normal: top
        case .multiply: below * top
        case .screen: below + top - below * top
        case .overlay: Self.hardLight.mix(top, below)
        case .darken: min(below, top)
        case .lighten: max(below, top)
        case .colorDodge: below == 0 ? 0 : top >= 1 ? 1 : min(1, below / (1 - top))
        case .colorBurn: below >= 1 ? 1 : top <= 0 ? 0 : 1 - min(1, (1 - below) / top)
        case .hardLight:
            top <= 0.5 ? below * 2 * top : Self.screen.mix(below, 2 * top - 1)
        case .softLight: Self.soften(below, top)
        case .difference: abs(below - top)
        case .exclusion: below + top - 2 * below * top
        }
    }

    private static func soften(_ below: Double, _ top: Double) -> Double {
        guard top > 0.5 else { return below - (1 - 2 * top) * below * (1 - below) }
        let lighter =
            below <= 0.25 ? ((16 * below - 12) * below + 4) * below : below.squareRoot()
        return below + (2 * top - 1) * (lighter - below)
    }
}

extension Bitmap {
    /// Returns this bitmap with a colour laid over its own pixels (source atop); alpha stays.
    ///
    /// - Parameters:
    ///   - color: Blue, green, red, alpha, not premultiplied, each 0 to 255.
    ///   - mode: The mixture of the colour and the picture.
    package func tinted(_ color: SIMD4<UInt8>, mode: BlendMode) -> Bitmap {
        guard sampleFormat == .bgra8 else { return deepTinted(color, mode: mode) }
        let tables = (0..<3).map { channel in
            BlendTable(mode, color: color[channel], alpha: color.w)
        }
        let (blue, green, red) = (tables[0], tables[1], tables[2])
        return unsafe mappingRows { source, target, count in
            for at in stride(from: 0, to: count * 4, by: 4) {
                // Safe because both rows have `count` pixels.
                let alpha = unsafe source[at + 3]
                unsafe target[at] = blue.mixed(source[at], alpha)
                unsafe target[at + 1] = green.mixed(source[at + 1], alpha)
                unsafe target[at + 2] = red.mixed(source[at + 2], alpha)
                unsafe target[at + 3] = alpha
            }
        }
    }
}

/// The mixtures of one channel of a colour with all levels of a picture.
private struct BlendTable {
    /// The mixtures with 8 fraction bits, by the straight level.
    private let levels: [UInt16]

    init(_ mode: BlendMode, color: UInt8, alpha: UInt8) {
        let (top, share) = (Double(color) / 255, Double(alpha) / 255)
        levels = (0...255).map { level in
            let below = Double(level) / 255
            let mixed = below + share * (mode.mix(below, top) - below)
            return UInt16((min(max(mixed, 0), 1) * 255 * 256).rounded())
        }
    }

    /// Returns the mixture with a premultiplied level.
    @inline(__always)
    func mixed(_ level: UInt8, _ alpha: UInt8) -> UInt8 {
        guard alpha < 255 else {
            return UInt8(truncatingIfNeeded: (UInt32(levels[Int(level)]) + 128) >> 8)
        }
        guard alpha > 0 else { return 0 }
        let mixed = UInt32(levels[Int(Convert.divide(level, alpha))])
        return UInt8(truncatingIfNeeded: (mixed * UInt32(alpha) + 32_640) / 65_280)
    }
}

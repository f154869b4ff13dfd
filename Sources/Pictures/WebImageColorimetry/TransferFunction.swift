import WebImagePixels

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// The transfer characteristics of ITU-T H.273, table 3, by their numbers.
public enum TransferFunction: Int, Hashable, Sendable, CaseIterable {
    /// ITU-R BT.709.
    case bt709 = 1
    /// A power of 2.2, BT.470 System M.
    case gamma22 = 4
    /// A power of 2.8, BT.470 System B and G.
    case gamma28
    /// ITU-R BT.601, equal to BT.709.
    case bt601
    /// SMPTE 240M.
    case smpte240
    /// Linear light.
    case linear
    /// A logarithm of a range of 100 to 1.
    case log100
    /// A logarithm of a range of 316 to 1.
    case log316
    /// IEC 61966-2-4, equal to BT.709 from 0 to 1.
    case iec61966
    /// ITU-R BT.1361, equal to BT.709 from 0 to 1.
    case bt1361
    /// IEC 61966-2-1.
    case sRGB
    /// ITU-R BT.2020 in 10 bits, equal to BT.709.
    case bt2020In10
    /// ITU-R BT.2020 in 12 bits, equal to BT.709.
    case bt2020In12
    /// SMPTE ST 2084: absolute luminance up to 10,000 cd/m².
    case pq
    /// SMPTE ST 428-1, a power of 2.6.
    case smpte428
    /// Hybrid log-gamma of ITU-R BT.2100.
    case hlg

    /// The name in the field.
    package var name: String {
        switch self {
        case .bt709: "BT.709"
        case .gamma22: "gamma 2.2"
        case .gamma28: "gamma 2.8"
        case .bt601: "BT.601"
        case .smpte240: "SMPTE 240M"
        case .linear: "linear"
        case .log100: "log 100"
        case .log316: "log 316"
        case .iec61966: "IEC 61966-2-4"
        case .bt1361: "BT.1361"
        case .sRGB: "sRGB"
        case .bt2020In10, .bt2020In12: "BT.2020"
        case .pq: "PQ"
        case .smpte428: "SMPTE 428"
        case .hlg: "HLG"
        }
    }

    /// `true` if steps of 8 bits are too coarse for dark light, or the range is a screen's of its
    /// own.
    package var needsDepth: Bool {
        [.linear, .log100, .log316, .pq, .hlg].contains(self)
    }

    /// `true` for the curves of light above white, PQ and HLG.
    package var isAboveWhite: Bool { self == .pq || self == .hlg }

    /// `true` for the curves of cameras by BT.601, BT.709 and BT.2020, which are not those of
    /// displays.
    package var isCamera: Bool {
        [.bt709, .bt601, .iec61966, .bt1361, .bt2020In10, .bt2020In12].contains(self)
    }

    /// The formula of a curve from samples to light.
    package enum Formula {
        /// `(a * x + b)` to the power of `gamma` from `d` on, `c * x` below.
        case power(gamma: Double, a: Double, b: Double, c: Double, d: Double)
        /// A logarithm whose range is a power of ten.
        case logarithm(decades: Double)
        case pq
        case hlg
    }

    package var formula: Formula {
        switch self {
        case .bt709, .bt601, .iec61966, .bt1361, .bt2020In10, .bt2020In12:
            .power(
                gamma: 1 / 0.45, a: 1 / 1.099296827, b: 0.099296827 / 1.099296827, c: 1 / 4.5,
                d: 0.081242858)
        case .gamma22: .power(gamma: 2.2, a: 1, b: 0, c: 0, d: 0)
        case .gamma28: .power(gamma: 2.8, a: 1, b: 0, c: 0, d: 0)
        case .smpte240:
            .power(gamma: 1 / 0.45, a: 1 / 1.1115, b: 0.1115 / 1.1115, c: 0.25, d: 0.0912)
        case .linear: .power(gamma: 1, a: 1, b: 0, c: 0, d: 0)
        case .log100: .logarithm(decades: 2)
        case .log316: .logarithm(decades: 2.5)
        case .sRGB: .power(gamma: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045)
        case .pq: .pq
        case .smpte428: .power(gamma: 2.6, a: pow(52.37 / 48, 1 / 2.6), b: 0, c: 0, d: 0)
        case .hlg: .hlg
        }
    }

    /// Returns the light of a sample.
    ///
    /// - Parameter sample: The sample, 0 to 1.
    /// - Returns: Light, where white is 1; of PQ a part of 10,000 cd/m², of HLG that of the scene.
    package func light(_ sample: Double) -> Double {
        // Chroma may take samples of hostile streams out of this range; powers accept that.
        let inRange = min(max(sample, 0), 1)
        return switch formula {
        case .power(let gamma, let a, let b, let c, let d):
            sample < d ? c * sample : pow(a * sample + b, gamma)
        case .logarithm(let decades): inRange <= 0 ? 0 : pow(10, (inRange - 1) * decades)
        case .pq: HighlightMapping.light(ofSample: inRange)
        case .hlg:
            inRange <= 0.5
                ? inRange * inRange / 3
                : (exp((inRange - 0.55991073) / 0.17883277) + 0.28466892) / 12
        }
    }

    /// Returns the sample of light, the inverse of ``light(_:)``.
    ///
    /// - Parameter light: Light; what is below 0 counts as 0.
    package func sample(ofLight light: Double) -> Double {
        let light = max(light, 0)
        return switch formula {
        case .power(let gamma, let a, let b, let c, let d):
            light < c * d ? light / c : (pow(light, 1 / gamma) - b) / a
        case .logarithm(let decades):
            light <= pow(10, -decades) ? 0 : 1 + log10(light) / decades
        case .pq: HighlightMapping.sample(ofLight: light)
        case .hlg:
            light <= 1.0 / 12
                ? (3 * light).squareRoot() : 0.17883277 * log(12 * light - 0.28466892) + 0.55991073
        }
    }
}

/// Primaries and a transfer function of ITU-T H.273.
///
/// The matrix and the range of a file are applied by its decoder.
public struct ColorCodePoints: Hashable, Sendable {
    /// The primaries and white.
    public var primaries: ColorPrimaries
    /// The relation of samples to light.
    public var transfer: TransferFunction

    /// Creates a description.
    public init(primaries: ColorPrimaries, transfer: TransferFunction) {
        self.primaries = primaries
        self.transfer = transfer
    }

    /// The colours of IEC 61966-2-1.
    public static let sRGB = ColorCodePoints(primaries: .bt709, transfer: .sRGB)

    /// The name in the field: `sRGB`, `Display P3`, otherwise of primaries and curve.
    public var name: String {
        switch (primaries, transfer) {
        case (.bt709, .sRGB): "sRGB"
        case (.p3, .sRGB): "Display P3"
        case (_, .sRGB): primaries.name
        default: "\(primaries.name) \(transfer.name)"
        }
    }

    /// `true` for PQ and HLG with the primaries of screens: BT.709, P3 and BT.2020.
    package var isLight: Bool {
        transfer.isAboveWhite && [.bt709, .p3, .bt2020].contains(primaries)
    }

    /// The same primaries with the curve of sRGB.
    package var shown: ColorCodePoints { ColorCodePoints(primaries: primaries, transfer: .sRGB) }
}

/// The colour primaries of ITU-T H.273, table 2, by their numbers.
public enum ColorPrimaries: Int, Hashable, Sendable, CaseIterable {
    /// ITU-R BT.709, also those of sRGB.
    case bt709 = 1
    /// ITU-R BT.470, System M.
    case bt470M = 4
    /// ITU-R BT.470, System B and G; BT.601 with 625 lines.
    case bt470BG
    /// SMPTE 170M; BT.601 with 525 lines.
    case bt601
    /// SMPTE 240M.
    case smpte240
    /// Film with illuminant C.
    case film
    /// ITU-R BT.2020 and BT.2100.
    case bt2020
    /// CIE 1931 XYZ, SMPTE ST 428-1.
    case xyz
    /// SMPTE RP 431-2, DCI P3.
    case dciP3
    /// SMPTE EG 432-1, P3 with the white D65.
    case p3
    /// EBU Tech. 3213-E.
    case ebu3213 = 22

    /// The name in the field.
    package var name: String {
        switch self {
        case .bt709: "BT.709"
        case .bt470M: "BT.470 M"
        case .bt470BG: "BT.470 BG"
        case .bt601: "BT.601"
        case .smpte240: "SMPTE 240M"
        case .film: "film"
        case .bt2020: "BT.2020"
        case .xyz: "XYZ"
        case .dciP3: "DCI P3"
        case .p3: "P3"
        case .ebu3213: "EBU 3213"
        }
    }

    /// The chromaticities of red, green, blue and white.
    package var chromaticities: Chromaticities {
        let d65 = SIMD2(0.3127, 0.3290)
        return switch self {
        case .bt709:
            Chromaticities(red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], white: d65)
        case .bt470M:
            Chromaticities(
                red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08], white: [0.31, 0.316])
        case .bt470BG:
            Chromaticities(red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06], white: d65)
        case .bt601, .smpte240:
            Chromaticities(
                red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07], white: d65)
        case .film:
            Chromaticities(
                red: [0.681, 0.319], green: [0.243, 0.692], blue: [0.145, 0.049],
                white: [0.31, 0.316])
        case .bt2020:
            Chromaticities(
                red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046], white: d65)
        case .xyz:
            Chromaticities(red: [1, 0], green: [0, 1], blue: [0, 0], white: [1 / 3, 1 / 3])
        case .dciP3:
            Chromaticities(
                red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06],
                white: [0.314, 0.351])
        case .p3:
            Chromaticities(
                red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: d65)
        case .ebu3213:
            Chromaticities(
                red: [0.63, 0.34], green: [0.295, 0.605], blue: [0.155, 0.077], white: d65)
        }
    }
}

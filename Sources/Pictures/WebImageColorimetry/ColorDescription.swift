public import WebImageBytes
public import WebImagePixels

/// The meaning of a picture's stored colours.
public enum ColorDescription: Hashable, Sendable {
    /// IEC 61966-2-1, also if a file states nothing, or what is reserved or contradictory.
    case sRGB
    /// Code points of ITU-T H.273.
    case codePoints(ColorCodePoints)
    /// The ICC profile in the file.
    case profile(ByteBlock)

    /// Describes colours by the numbers of ITU-T H.273; unspecified ones are those of sRGB.
    ///
    /// - Parameters:
    ///   - primaries: The number of the primaries; a reserved one makes all of it sRGB.
    ///   - transfer: The number of the transfer characteristics; likewise.
    public init(primaries: Int, transfer: Int) {
        let unspecified = 2
        guard
            let primaries = ColorPrimaries(
                rawValue: primaries == unspecified ? ColorPrimaries.bt709.rawValue : primaries),
            let transfer = TransferFunction(
                rawValue: transfer == unspecified ? TransferFunction.sRGB.rawValue : transfer)
        else {
            self = .sRGB
            return
        }
        self.init(ColorCodePoints(primaries: primaries, transfer: transfer))
    }

    /// Describes colours by code points; those of sRGB are ``sRGB``.
    package init(_ codePoints: ColorCodePoints) {
        self = codePoints == .sRGB ? .sRGB : .codePoints(codePoints)
    }

    /// Describes colours by an embedded profile; without one they are sRGB.
    package init(profile: ByteBlock?) { self = profile.map { .profile($0) } ?? .sRGB }

    /// The colour space of a bitmap of these colours, but for inks.
    public var colorSpace: ColorSpace { self == .sRGB ? .sRGB : .embedded }

    /// The ICC profile in the file; nil for other descriptions.
    public var profile: ByteBlock? {
        if case .profile(let profile) = self { profile } else { nil }
    }

    /// The name of the code points, such as `Display P3`; nil for a profile, which has a name of
    /// its own.
    public var name: String? {
        switch self {
        case .sRGB: ColorCodePoints.sRGB.name
        case .codePoints(let codePoints): codePoints.name
        case .profile: nil
        }
    }

    /// `true` for the curves of HDR, PQ and HLG.
    package var isHighDynamicRange: Bool { lightCurve != nil }

    /// The curve for light above white; nil for others.
    package var lightCurve: TransferFunction? {
        guard case .codePoints(let codePoints) = self, codePoints.transfer.isAboveWhite else {
            return nil
        }
        return codePoints.transfer
    }

    /// `true` for curves whose light is mapped to that of a screen, whatever the depth of samples.
    package var isMappedToRange: Bool {
        guard case .codePoints(let codePoints) = self else { return false }
        return [.log100, .log316, .pq, .hlg].contains(codePoints.transfer)
    }

    /// The colours of pixels that a decoder of this package makes of such a file.
    ///
    /// Light that samples of 8 bits do not hold has the curve of sRGB then, see ``CurveMapping``.
    package var ofPixels: ColorDescription {
        guard case .codePoints(let codePoints) = self, codePoints.transfer.needsDepth else {
            return self
        }
        return ColorDescription(codePoints.shown)
    }

    /// The profile of pixels of 16 bits in these colours; nil for sRGB, and for curves that are
    /// mapped.
    package var deepProfile: ByteBlock? {
        guard case .codePoints(let codePoints) = self, !isMappedToRange else {
            return embeddedProfile
        }
        return codePoints.profile
    }

    /// The profile to embed with pixels in these colours; nil for sRGB, and for curves that are to
    /// be mapped.
    package var embeddedProfile: ByteBlock? {
        switch self {
        case .sRGB: nil
        case .codePoints(let codePoints): codePoints.transfer.needsDepth ? nil : codePoints.profile
        case .profile(let profile): profile
        }
    }
}

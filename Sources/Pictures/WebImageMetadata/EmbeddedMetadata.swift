import WebImageColorimetry
public import WebImagePixels

/// The metadata that an encoder embeds if its format supports it.
public struct EmbeddedMetadata: Hashable, Sendable {
    /// An EXIF block, a TIFF structure with upright orientation; nil for none.
    public var exif: [UInt8]?
    /// The density in pixels per inch; nil for none.
    public var density: PixelDensity?
    /// An XMP packet in UTF-8, for JPEG, PNG, WebP, AVIF, HEIC, JPEG XL and TIFF; nil for none.
    public var xmp: [UInt8]?
    /// IPTC data sets (IIM), for JPEG and TIFF; nil for none.
    public var iptc: [UInt8]?
    /// The ICC profile of the pixels, which are not converted; nil for sRGB.
    ///
    /// The encode stage sets it if the profile was kept. Ignored unless
    /// `ImageEncoder.canEmbed(profile:)`.
    public var profile: [UInt8]?

    /// Creates metadata, empty by default.
    ///
    /// - Parameters:
    ///   - exif: An EXIF block, a TIFF structure with upright orientation; nil for none.
    ///   - density: The density in pixels per inch; nil for none.
    ///   - xmp: An XMP packet in UTF-8; nil for none.
    ///   - iptc: IPTC data sets (IIM); nil for none.
    public init(
        exif: [UInt8]? = nil, density: PixelDensity? = nil, xmp: [UInt8]? = nil,
        iptc: [UInt8]? = nil
    ) {
        self.exif = exif
        self.density = density
        self.xmp = xmp
        self.iptc = iptc
    }

    /// `true` if the file gets a gain map, whose readers expect a base of colours.
    package var isBaseOfGainMap = false

    /// `true` if greys must be written as colours.
    package var needsColor: Bool {
        isBaseOfGainMap || profile.map { !ICCProfile.isGray($0) } ?? false
    }
}

public import WebImagePixels

/// The metadata that an encoder embeds if its format supports it.
public struct EmbeddedMetadata: Hashable, Sendable {
    /// An EXIF block, a TIFF structure with upright orientation; nil for none.
    public var exif: [UInt8]?
    /// The density in pixels per inch; nil for none.
    public var density: PixelDensity?

    /// Creates metadata, empty by default.
    ///
    /// - Parameters:
    ///   - exif: An EXIF block, a TIFF structure with upright orientation; nil for none.
    ///   - density: The density in pixels per inch; nil for none.
    public init(exif: [UInt8]? = nil, density: PixelDensity? = nil) {
        self.exif = exif
        self.density = density
    }
}

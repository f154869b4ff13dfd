public import WebImagePixels

/// What a file says besides its pixels, as an encoder writes it where its format has a place for it.
public struct EmbeddedMetadata: Hashable, Sendable {
    /// An EXIF block as the TIFF structure it is, its orientation upright; nil for none.
    public var exif: [UInt8]?
    /// Pixels per inch; nil for none.
    public var density: PixelDensity?

    /// Nothing unless something is given.
    public init(exif: [UInt8]? = nil, density: PixelDensity? = nil) {
        self.exif = exif
        self.density = density
    }
}

public import WebImageCoding
public import WebImagePixels

/// The content of a file's header, without its pixels.
public struct ImageInfo: Sendable {
    /// The format by signature.
    public var format: ImageFormat
    /// Size, orientation, frames, alpha, profile.
    public var metadata: ImageMetadata
    /// The number of encoded bytes.
    public var byteCount: Int
    /// The bits of a sample as stored, for a palette the bits of an index; nil if unknown.
    public var bitDepth: Int?
    /// The kind of the stored colours; nil if unknown, and for vector drawings.
    public var colorType: ColorType?
    /// The place of the source that answered among ``ImageRequest/alternatives``; nil for the
    /// request's own.
    public var alternative: Int?
    /// The usual properties of the EXIF block by name; empty without one.
    public var exifFields: [ExifField] { metadata.exif.map(ExifField.all) ?? [] }
}

public import WebImagePixels

/// Turns pixels into the bytes of one format.
public protocol ImageEncoder: Sendable {
    /// Name and version of what encodes.
    var identity: String { get }
    /// The format it makes.
    var format: ImageFormat { get }
    /// Encodes one still picture, colours as sRGB; formats without alpha show it on `matte`.
    ///
    /// - Throws: `CodecError.encoding` when the library refuses.
    func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError) -> ByteBlock
}

public import WebImageCoding
public import WebImagePixels

/// Makes the bytes that stand for a final image on disk.
///
/// ```swift
/// struct SmallWebP: ImageSerializer {
///     var identity: String { "smallwebp" }
///     func serialize(
///         _ image: DecodedImage, of original: EncodedImage, using codecs: CodecList
///     ) throws(CodecError) -> EncodedImage? {
///         let settings = EncodeSettings(quality: 60)
///         return EncodedImage(try codecs.encoder(for: .webp).encode(image.poster, settings: settings))
///     }
/// }
/// pipeline.serializer = SmallWebP()
/// ```
public protocol ImageSerializer: Sendable {
    /// Names it in keys: where it may write other bytes, it has another identity.
    var identity: String { get }
    /// The bytes of `image`, which was made of `original`; nil to store none.
    ///
    /// Runs on the decode executor. The codecs are the pipeline's, the request's own decoder first.
    ///
    /// - Throws: `CodecError`, which is told to observers; nothing is stored then.
    func serialize(
        _ image: DecodedImage, of original: EncodedImage, using codecs: CodecList
    ) throws(CodecError) -> EncodedImage?
}

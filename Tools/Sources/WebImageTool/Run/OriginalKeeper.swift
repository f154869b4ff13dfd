import Synchronization
import WebImage

/// Decodes with the installed codecs, and keeps the encoded bytes.
///
/// Used for pictures that are written unchanged. Their bytes are loaded once and verified to be a
/// picture. They are neither loaded twice nor read from a cache, which may have failed.
final class OriginalKeeper: AnimatedImageDecoder {
    /// A name for each source, since the bytes kept for one source are not those of another.
    let identity: String
    let formats: [ImageFormat]
    private let codecs: CodecList
    private let kept = Mutex<ByteBlock?>(nil)

    init(over codecs: CodecList, number: Int) {
        self.codecs = codecs
        identity = "original-\(number)"
        formats = codecs.decoders.flatMap(\.formats)
    }

    /// The bytes of the picture, nil before it was decoded.
    var original: ByteBlock? { kept.withLock { $0 } }

    func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
        let output = try decoder(for: bytes).decode(bytes, options: options)
        let copy = ByteBlock(copying: bytes)
        kept.withLock { $0 = copy }
        return output
    }

    /// Returns the frames of an animation and keeps its bytes, as `decode` is not called then.
    func frames(
        of image: EncodedImage, options: DecodeOptions
    ) throws(CodecError) -> (any FrameProvider)? {
        let found = try image.bytes.withSpan { bytes throws(CodecError) in
            try decoder(for: bytes)
        }
        guard let decoder = found as? any AnimatedImageDecoder,
            let frames = try decoder.frames(of: image, options: options)
        else { return nil }
        kept.withLock { $0 = image.bytes }
        return frames
    }

    func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ImageMetadata {
        try decoder(for: bytes).metadata(of: bytes, limits: limits)
    }

    func profile(of bytes: RawSpan) -> ByteBlock? {
        (try? decoder(for: bytes))?.profile(of: bytes)
    }

    private func decoder(for bytes: RawSpan) throws(CodecError) -> any ImageDecoder {
        guard let format = codecs.format(of: bytes) else {
            throw .unrecognized(ImageFormat.describe(bytes))
        }
        return try codecs.decoder(for: format)
    }
}

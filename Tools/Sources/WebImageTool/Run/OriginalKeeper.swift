import Synchronization
import WebImage

/// Decodes as the installed codec does, and keeps the bytes it was given.
///
/// For pictures that are written as they came: their bytes were loaded once and proven to be a
/// picture, and are neither read again from a cache that may have failed nor loaded twice.
final class OriginalKeeper: AnimatedImageDecoder {
    /// One for each source: what one keeper was given another was not.
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

    /// The frames, if the picture moves; its bytes are kept then, since decode is not asked.
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

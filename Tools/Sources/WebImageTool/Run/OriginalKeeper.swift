import Synchronization
import WebImage

/// Decodes as the installed codec does, and keeps the bytes it was given.
///
/// For pictures that are written as they came: their bytes were loaded once and proven to be a
/// picture, and are neither read again from a cache that may have failed nor loaded twice.
final class OriginalKeeper: ImageDecoder {
    /// One for each source: what one keeper was given another was not.
    let identity: String
    let formats = ImageFormat.all
    private let codecs: CodecList
    private let kept = Mutex<ByteBlock?>(nil)

    init(over codecs: CodecList, number: Int) {
        self.codecs = codecs
        identity = "original-\(number)"
    }

    /// The bytes of the picture, nil before it was decoded.
    var original: ByteBlock? { kept.withLock { $0 } }

    func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
        let output = try decoder(for: bytes).decode(bytes, options: options)
        let copy = ByteBlock(copying: bytes)
        kept.withLock { $0 = copy }
        return output
    }

    func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ImageMetadata {
        try decoder(for: bytes).metadata(of: bytes, limits: limits)
    }

    func profile(of bytes: RawSpan) -> ByteBlock? {
        (try? decoder(for: bytes))?.profile(of: bytes)
    }

    private func decoder(for bytes: RawSpan) throws(CodecError) -> any ImageDecoder {
        guard let format = ImageFormat(signatureOf: bytes) else {
            throw .unrecognized(ImageFormat.describe(bytes))
        }
        return try codecs.decoder(for: format)
    }
}

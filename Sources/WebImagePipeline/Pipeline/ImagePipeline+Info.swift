import WebImageCoding
import WebImagePixels

extension ImagePipeline {
    /// What the header of a picture says; its bytes are loaded like those of an image, no pixel is made.
    ///
    /// - Throws: `ImageError`, which names the stage that failed and why.
    public func info(for request: ImageRequest) async throws(ImageError) -> ImageInfo {
        let encoded = try await encodedImage(for: request)
        let codecs = codecs(for: request)
        do throws(CodecError) {
            return try await shared.work.run { () throws(CodecError) in
                try info(of: encoded, codecs)
            }
        } catch {
            throw error == .cancelled ? .cancelled : .decode(error)
        }
    }

    private func info(
        of encoded: EncodedImage, _ codecs: CodecList
    ) throws(CodecError) -> ImageInfo {
        guard let format = encoded.format else {
            throw .unrecognized(encoded.bytes.withSpan { ImageFormat.describe($0) })
        }
        let decoder = try codecs.decoder(for: format)
        return try encoded.bytes.withSpan { bytes throws(CodecError) in
            var metadata = try decoder.metadata(of: bytes, limits: limits.decode)
            if let profile = decoder.profile(of: bytes) {
                metadata.profileDescription = codecs.color?.describe(profile) ?? "unnamed"
            }
            return ImageInfo(
                format: format, metadata: metadata, byteCount: encoded.bytes.count)
        }
    }
}

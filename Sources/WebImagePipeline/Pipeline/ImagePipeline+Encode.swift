public import WebImageCoding
public import WebImagePixels

extension ImagePipeline {
    /// The bytes of a picture in a format, made on the decode executor.
    ///
    /// - Throws: `ImageError.encode` when no codec is installed or the library refuses.
    public func encode(
        _ image: DecodedImage, as format: ImageFormat, settings: EncodeSettings = EncodeSettings()
    ) async throws(ImageError) -> ByteBlock {
        do throws(CodecError) {
            let encoder = try codecs.encoder(for: format)
            return try await shared.work.run { () throws(CodecError) in
                try encoder.encode(image.poster, settings: settings)
            }
        } catch {
            throw error == .cancelled ? .cancelled : .encode(error)
        }
    }
}

public import WebImageCoding
public import WebImagePixels
import WebImageRuntime

extension ImagePipeline {
    /// Encodes a picture in a format, on the decode executor.
    ///
    /// An animation stays one if an encoder of the format makes animations, else its poster is
    /// encoded. `settings.maxSize` and `settings.maxByteCount` apply to every format.
    ///
    /// - Parameters:
    ///   - image: The image, upright, in sRGB.
    ///   - format: The format of the file.
    ///   - settings: The quality and other settings; those that the format lacks are ignored.
    /// - Returns: All bytes of the file.
    /// - Throws: `ImageError.encode` if no codec is installed, the library refuses, or no quality
    ///   makes the file small enough.
    public func encode(
        _ image: DecodedImage, as format: ImageFormat, settings: EncodeSettings = EncodeSettings()
    ) async throws(ImageError) -> ByteBlock {
        do throws(CodecError) {
            let stage = try EncodeStage(codecs, format: format)
            let (bytes, claims) = try await stages.shared.run(
                .constant(WorkNeeds()),
                demand: { MemoryEstimate(stage.byteCount(image, settings)) },
                onWait: { _, wait in try await wait() }
            ) { () throws(CodecError) in try stage.run(image, settings) }
            claims.memory.end()
            return bytes
        } catch {
            throw error == .cancelled ? .cancelled : .encode(error)
        }
    }
}

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
    ///   - image: The image, upright, in sRGB or with its profile (`colorProfile` of its request).
    ///   - format: The format of the file.
    ///   - settings: The quality and other settings; those that the format lacks are ignored.
    /// - Returns: All bytes of the file.
    /// - Throws: `ImageError.encode` if no codec is installed, the library refuses, or neither
    ///   quality nor size makes the file small enough.
    public func encode(
        _ image: DecodedImage, as format: ImageFormat, settings: EncodeSettings = EncodeSettings()
    ) async throws(ImageError) -> ByteBlock {
        try await stages.encode.written(of: image, nil, as: format, settings).bytes
    }

    /// Encodes the picture of a response; if that would change nothing, returns its original bytes.
    ///
    /// The request's timeout counts for each encoding as it did for the load.
    ///
    /// For a request with `keepsEncodedBytes`. The original bytes are returned if they are of the
    /// format, the picture shows all of them (no transforms, nothing scaled, all frames), and the
    /// settings change nothing: no stated quality, no smaller limit. A request that sets
    /// `colorProfile` to sRGB, although that is the default, gets no bytes with another profile. If
    /// `settings.metadata` drops something, it is removed from a copy of them; only files of
    /// unusual structure are encoded instead.
    ///
    /// - Parameters:
    ///   - response: The response of a request.
    ///   - format: The format of the file.
    ///   - settings: The quality and other settings; those that the format lacks are ignored.
    /// - Returns: All bytes of the file.
    /// - Throws: `ImageError.encode`, as for an image, also if it takes too long.
    public func encode(
        _ response: ImageResponse, as format: ImageFormat,
        settings: EncodeSettings = EncodeSettings()
    ) async throws(ImageError) -> ByteBlock {
        // A separate task: a library that ignores its cancellation does not hold up the caller.
        let task = Task { () -> Result<ByteBlock, ImageError> in
            do throws(ImageError) {
                return .success(
                    try await stages.encode.written(
                        of: response.image, response.original, as: format, settings
                    ).bytes)
            } catch {
                return .failure(error)
            }
        }
        defer { task.cancel() }
        // A time-out of zero asks for an image that memory has, and does not limit its encoding.
        let timeout = response.timeout.flatMap { $0 > .zero ? $0 : nil }
        return try await CallerLimits(encodingWithin: timeout).run { () throws(ImageError) in
            guard let result = await task.valueUnlessCancelled() else { throw .cancelled }
            return try result.get()
        }
    }
}

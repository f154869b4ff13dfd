import WebImage

extension Session {
    /// Loads a picture; a stale one that did not wait for its origin is renewed, if that is possible.
    func image(for request: ImageRequest) async throws(SourceFailure) -> ImageResponse {
        do throws(ImageError) {
            let response = try await pipeline.image(for: request)
            guard response.isStale, response.staleReason == nil else { return response }
            var request = request
            request.cachePolicy = .refresh
            request.timeout = min(request.timeout ?? .seconds(30), .seconds(30))
            return (try? await pipeline.image(for: request)) ?? response
        } catch {
            throw SourceFailure(error)
        }
    }

    /// Encodes a picture in the format of the path, or in a given one, and writes it.
    ///
    /// - Returns: The format and the number of bytes.
    @discardableResult
    func write(
        _ image: DecodedImage, to path: String, as format: ImageFormat? = nil,
        settings: EncodeSettings, rules: OutputRules = OutputRules()
    ) async throws(SourceFailure) -> (format: ImageFormat, byteCount: Int) {
        let format = format ?? ImageFormat(ofPath: path) ?? .png
        let bytes: ByteBlock
        do throws(ImageError) {
            bytes = try await pipeline.encode(image, as: format, settings: settings)
        } catch {
            throw SourceFailure(error)
        }
        let target = OutputArgument.isStandardOutput(path) ? "-" : path
        let isWritten = try await files.run { () throws(SourceFailure) in
            try OutputFile.write(bytes, to: target, rules: rules, through: scratch)
        }
        guard isWritten else {
            throw SourceFailure(stage: "write", reason: "\(path.printable) exists")
        }
        return (format, bytes.count)
    }
}

import WebImage

extension Session {
    /// The longest time to renew a picture that may also be used as it is.
    private static let renewalTime = Duration.seconds(30)

    /// Loads a picture; a stale one that did not wait for its origin is renewed, if that is
    /// possible.
    func image(for request: ImageRequest) async throws(SourceFailure) -> ImageResponse {
        do throws(ImageError) {
            return try await renewedImage(for: request)
        } catch {
            throw SourceFailure(error)
        }
    }

    /// Loads the picture of a source as ``image(for:)`` does; reports if it is stale or truncated.
    func image(
        for request: ImageRequest, of source: Source
    ) async throws(SourceFailure) -> ImageResponse {
        let response = try await image(for: request)
        if !notes.isQuiet, let warning = ResponseAge(response, of: source).warning(for: source) {
            failures.tell(warning.line, kind: warning.kind)
        }
        notes.tellTruncated(source, response.image.metadata)
        return response
    }

    /// Loads a picture as ``image(for:)`` does.
    func renewedImage(for request: ImageRequest) async throws(ImageError) -> ImageResponse {
        let response = try await pipeline.image(for: request)
        return try await renewing(response, of: request) { request throws(ImageError) in
            try await pipeline.image(for: request)
        }
    }

    /// Returns what the origin has in place of a stale response that did not wait for it.
    ///
    /// `stale-while-revalidate` lets a long-lived program show the old picture while it renews it.
    /// This process would end before that, so it renews first; if the origin fails, the old picture
    /// is the result.
    func renewing<Loaded: LoadedResult>(
        _ response: Loaded, of request: ImageRequest,
        load: (ImageRequest) async throws(ImageError) -> Loaded
    ) async throws(ImageError) -> Loaded {
        guard response.isStale, response.staleReason == nil, request.cachePolicy == .normal else {
            return response
        }
        var request = request
        request.cachePolicy = .refresh
        // The other half is left for what follows with the picture that is there.
        request.timeout = min(request.timeout.map { $0 / 2 } ?? Self.renewalTime, Self.renewalTime)
        do throws(ImageError) {
            var renewed = try await load(request)
            // The first load brought it to memory.
            if renewed.staleReason != nil { renewed.origin = response.origin }
            return renewed
        } catch {
            guard error.isOutage else { throw error }
            var response = response
            response.staleReason = error
            return response
        }
    }

    /// Encodes a picture in the format of the path, or in a given one, and writes it.
    ///
    /// - Parameter deadline: The end of the time for encoding; nil for a time that begins now.
    /// - Returns: What the written file has.
    @discardableResult
    func write(
        _ image: DecodedImage, to path: String, as format: ImageFormat? = nil,
        settings: EncodeSettings, rules: OutputRules = OutputRules(),
        until deadline: Deadline? = nil
    ) async throws(SourceFailure) -> WrittenPicture {
        let format = format ?? ImageFormat(ofPath: path) ?? .png
        let deadline = deadline ?? self.deadline()
        let bytes = try await deadline.run("encode") { () throws(SourceFailure) in
            do throws(ImageError) {
                return try await pipeline.encode(image, as: format, settings: settings)
            } catch {
                throw SourceFailure(error)
            }
        }
        let target = OutputArgument.isStandardOutput(path) ? "-" : path
        let reason = try await files.run { () throws(SourceFailure) in
            try OutputFile.write(bytes, to: target, rules: rules, through: scratch)
        }
        guard reason == nil else {
            throw SourceFailure(stage: "write", reason: "\(path.printable) exists")
        }
        let isDeep = image.poster.sampleFormat != .bgra8
        // Only a limit of bytes makes the size unpredictable, and only deep samples the bits.
        let info = settings.maxByteCount != nil || isDeep ? await info(of: bytes) : nil
        let size = Downsampling(box: settings.maxSize).scaledSize(of: image.size)
        return WrittenPicture(
            format: format, size: info?.metadata.size ?? size, byteCount: bytes.count,
            bitDepth: max(info?.bitDepth ?? 8, 8))
    }

    private func info(of bytes: ByteBlock) async -> ImageInfo? {
        try? await pipeline.info(for: ImageRequest(ImageSource.data(bytes)))
    }
}

/// The facts of a picture that was encoded and written.
struct WrittenPicture: Sendable {
    let format: ImageFormat
    let size: PixelSize
    let byteCount: Int
    /// The bits of a sample that the file stores, at least 8.
    let bitDepth: Int
}

extension ImageError {
    /// `true` if the origin could not send a picture; `false` if it refused to, has none any more,
    /// or if a later stage failed.
    fileprivate var isOutage: Bool {
        switch self {
        case .load, .decode:
            guard let status else { return true }
            return !(400...499).contains(status) || status == 408 || status == 429
        case .remembered(_, let cause): return cause.isOutage
        default: return false
        }
    }
}

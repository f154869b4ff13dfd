import WebImageCaching
public import WebImageCoding
import WebImageLoading
import WebImageRuntime

extension ImagePipeline {
    /// The image of a request: from memory, else from disk, else from its origin.
    ///
    /// Equal requests at the same time share one load. Cancelling the task leaves it at once; the
    /// load goes on as long as another caller waits for it.
    ///
    /// - Throws: `ImageError`, which names the stage that failed and why.
    public func image(for request: ImageRequest) async throws(ImageError) -> ImageResponse {
        let request = completed(request)
        if let prepared = try prepareAtOnce(completed: request) {
            return try await image(for: prepared)
        }
        return try await image(for: prepareReading(completed: request))
    }

    /// The image of a prepared request; a hit in memory does not suspend.
    ///
    /// - Throws: `ImageError`, which names the stage that failed and why.
    @inlinable
    public func image(for prepared: PreparedRequest) async throws(ImageError) -> ImageResponse {
        // Inlined, so that a hit needs no frame of an asynchronous function.
        if let hit = hit(prepared) { return hit }
        return try await call(prepared)
    }

    /// The image of a request if memory or disk has it, nil if not; no origin is asked.
    ///
    /// Files and bytes that the caller brings are there already: they are decoded.
    ///
    /// - Throws: `ImageError` when stored bytes can't be transformed as the request says.
    public func cachedImage(for request: ImageRequest) async throws(ImageError) -> ImageResponse? {
        var prepared = try await prepare(request)
        prepared.request.options[CachePolicy.self] = .onlyIfCached
        do throws(ImageError) {
            return try await image(for: prepared)
        } catch {
            if case .notCached = error { return nil }
            throw error
        }
    }

    /// The image of a request if memory has it, at once: for a view that must not flash.
    ///
    /// A hit is told to observers as any other; a miss is not, since the load that follows tells it.
    /// Always nil for files and for bytes the caller brings, unless they have a key of their own:
    /// naming them takes time.
    public func imageInMemory(for request: ImageRequest) -> ImageResponse? {
        imageInMemory(completed: completed(request))
    }

    /// The image of a prepared request if memory has it, at once, whatever its source.
    public func imageInMemory(for prepared: PreparedRequest) -> ImageResponse? {
        guard !observers.isEmpty else { return stages.memory.lookUp(prepared) }
        let start = ContinuousClock.now
        guard let hit = stages.memory.lookUp(prepared, telling: []) else { return nil }
        let key = prepared.imageKey
        observers.tell(.memory(key: key, hit: true))
        observers.tell(.succeeded(key: key, origin: .memory))
        observers.callerWaited(for: key, since: start)
        return hit
    }

    /// The bytes of a request, from disk or from their origin; nothing is decoded or stored.
    ///
    /// - Throws: `ImageError`, which names the stage that failed and why.
    public func encodedImage(for request: ImageRequest) async throws(ImageError) -> EncodedImage {
        try await encodedImage(for: prepare(request))
    }

    func encodedImage(for prepared: PreparedRequest) async throws(ImageError) -> EncodedImage {
        let limits = CallerLimits(prepared)
        return try await limits.run { () throws(ImageError) in
            let trace = LoadTrace(key: prepared.dataKey, observers: observers)
            let load = ImageLoad(stages: stages, request: prepared, trace: trace)
            return stages.codecs(for: prepared).recognizing(
                try await load.bytes(within: limits.body).encoded)
        }
    }

    /// The number of images that are being made now, by this pipeline and its copies; callers that
    /// wait for the same one count once.
    public var runningCount: Int { stages.shared.images.count }

    /// Waits until all that is being stored behind answers is stored.
    ///
    /// To be called before a program ends, or before entries are removed by hand, if a request
    /// does not wait itself (``WaitsForStore``).
    public func flush() async { await stages.shared.writes.settleAll() }

    /// The request with the pipeline's defaults, and the keys that name its results.
    ///
    /// - Throws: `ImageError.request` for a text that is no URL, `load` for a missing file.
    public func prepare(_ request: ImageRequest) async throws(ImageError) -> PreparedRequest {
        try await prepare(completed: completed(request))
    }
}

// The keys of requests.
extension ImagePipeline {
    /// The request with the pipeline's defaults, as `rewrite` leaves it.
    package func completed(_ request: ImageRequest) -> ImageRequest {
        guard !defaults.isEmpty || rewrite != nil else { return request }
        var request = request
        request.options = request.options.over(defaults)
        return rewrite?(request) ?? request
    }

    /// The keys of a completed request.
    func prepare(completed request: ImageRequest) async throws(ImageError) -> PreparedRequest {
        if let prepared = try prepareAtOnce(completed: request) { return prepared }
        return try await prepareReading(completed: request)
    }

    /// The keys of a completed request, nil if its source must be read to be named.
    func prepareAtOnce(completed request: ImageRequest) throws(ImageError) -> PreparedRequest? {
        let identity: SourceIdentity?
        do throws(LoadFailure) {
            identity =
                if let key = request.sourceKey ?? sourceKeys?(request) {
                    try SourceIdentity(of: request.source, named: key)
                } else {
                    try SourceIdentity(immediately: request.source)
                }
        } catch {
            throw ImageError(error)
        }
        return identity.map {
            PreparedRequest(request, in: stages, identity: $0)
        }
    }

    /// The keys of a completed request whose source must be read to be named.
    private func prepareReading(
        completed request: ImageRequest
    ) async throws(ImageError) -> PreparedRequest {
        let source = request.source
        let allowsFileURLs = request.options[AllowsFileURLs.self]
        do throws(LoadFailure) {
            let identity = try await stages.shared.io.run { () throws(LoadFailure) in
                try SourceIdentity(of: source, allowsFileURLs: allowsFileURLs)
            }
            return PreparedRequest(request, in: stages, identity: identity)
        } catch {
            throw ImageError(error)
        }
    }
}

// For views: nothing suspends.
extension ImagePipeline {
    /// The image of a completed request if memory has it, at once.
    package func imageInMemory(completed request: ImageRequest) -> ImageResponse? {
        namedAtOnce(completed: request).flatMap { imageInMemory(for: $0) }
    }

    /// The image in memory of a completed request that asks its origin all the same, to be shown
    /// meanwhile; observers are told nothing, since the load has yet to come.
    package func imageForTheMeantime(completed request: ImageRequest) -> ImageResponse? {
        guard request.options[CachePolicy.self] == .refresh,
            let prepared = namedAtOnce(completed: request),
            let found = stages.memory.usable(for: prepared)
        else { return nil }
        return ImageResponse(found, origin: .memory, timings: StageTimings())
    }

    /// The keys of a completed request if they cost no work; nil for files, bytes and what is no
    /// URL.
    package func namedAtOnce(completed request: ImageRequest) -> PreparedRequest? {
        try? prepareAtOnce(completed: request)
    }
}

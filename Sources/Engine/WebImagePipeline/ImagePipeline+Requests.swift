public import WebImageCaching
public import WebImageCoding
import WebImageLoading
import WebImageRuntime

extension ImagePipeline {
    /// Returns the image of a request: from memory, else from disk, else from its origin.
    ///
    /// ```swift
    /// let response = try await pipeline.image(for: "https://example.com/cat.jpg")
    /// ```
    ///
    /// Equal requests at the same time share one load. Cancelling the task leaves it at once; the
    /// load goes on as long as another caller waits for it.
    ///
    /// - Parameter request: An ``ImageRequest``, or a `URL` or text that names one without options.
    /// - Throws: `ImageError`, which names the stage that failed and why.
    @inlinable
    public func image(
        for request: some ImageRequestConvertible
    ) async throws(ImageError) -> ImageResponse {
        try await ImageResponse(response(to: request.imageRequest, as: .image))
    }

    /// Returns the picture or the file of a request.
    ///
    /// Inlined, so that a hit needs no frame of an asynchronous function.
    @inlinable
    func response(
        to request: ImageRequest, as product: Product
    ) async throws(ImageError) -> PipelineResponse {
        switch look(for: request, as: product) {
        case .hit(let response): return response
        case .miss(let call, let found): return try await call.response(from: found)
        case .none: return try await response(toCompleted: completed(request), as: product)
        }
    }

    @usableFromInline
    func response(
        toCompleted request: ImageRequest, as product: Product
    ) async throws(ImageError) -> PipelineResponse {
        guard request.alternatives.isEmpty else {
            return try await response(toSourcesOf: request, as: product)
        }
        return try await response(to: prepare(completed: request, as: product))
    }

    func response(to prepared: PreparedRequest) async throws(ImageError) -> PipelineResponse {
        try await ImageCall(stages: stages, request: prepared, listener: nil).response()
    }

    /// Returns the image of a request if memory has it, at once: for a view that must not flash.
    ///
    /// Observers get a hit here; a miss reaches them from the load that follows. Always nil
    /// for files and bytes of the caller without a key of their own: computing one takes time.
    public func imageInMemory(for request: some ImageRequestConvertible) -> ImageResponse? {
        imageInMemory(completed: completed(request.imageRequest))
    }

    /// Returns the bytes of a request, from disk or from their origin; nothing is decoded or
    /// stored.
    ///
    /// `CachePolicy.cachedFirst` acts as `normal`.
    ///
    /// - Throws: `ImageError`, which names the stage that failed and why.
    public func data(
        for request: some ImageRequestConvertible
    ) async throws(ImageError) -> EncodedImage {
        try await answer(to: completedForBytes(request)) { prepared, _ throws(ImageError) in
            let trace = LoadTrace(key: prepared.dataKey, observers: observers)
            let data = try await bytes(of: prepared, trace: trace)
            return (stages.codecs(for: prepared).recognizing(data.encoded), data.staleReason)
        }
    }

    /// Returns the bytes of a request within the limits of its caller.
    func bytes(
        of prepared: PreparedRequest, trace: LoadTrace
    ) async throws(ImageError) -> LoadedData {
        let prepared = prepared.confirmed
        let limits = CallerLimits(prepared)
        return try await limits.run { () throws(ImageError) in
            let load = ImageLoad(stages: stages, request: prepared, trace: trace)
            return try await load.bytes(within: limits.body)
        }
    }

    /// The number of loads of this pipeline and its copies that run now: of images, and of bytes
    /// alone for ``data(for:)``, `info(for:)` and prefetching.
    ///
    /// Equal requests count once.
    public var runningCount: Int { stages.shared.runningCount }

    /// Ends the loads of all images, and all transfers, of this pipeline and its copies with
    /// ``ImageError/cancelled``.
    ///
    /// A `data(for:)`, `info(for:)` or prefetch that is reading the disk at that moment goes on.
    /// Slots and memory are free at once. Later requests load as always; a batch of `prefetch` goes
    /// on with its next one, and has its own `cancel`.
    public func cancelAll() { stages.shared.cancelAll() }

    /// `true` if no transfer of this pipeline and its copies begins: loads wait for a slot until it
    /// is `false` again.
    ///
    /// Transfers under way go on until they wait between two attempts, and caches answer. The
    /// timeouts of waiting callers continue. To suspend single requests, also amid a transfer, give
    /// them a ``LoadControl``.
    public var isSuspended: Bool {
        get { stages.shared.gate.isSuspended }
        nonmutating set { stages.shared.gate.isSuspended = newValue }
    }

    /// Returns the names under which caches keep the image of a request, and the bytes it is made
    /// of.
    ///
    /// - Throws: `ImageError.request` for a text that is no URL, `load` for a missing file, `input`
    ///   for a missing file of a second picture.
    public func cacheKeys(
        for request: some ImageRequestConvertible
    ) async throws(ImageError) -> (image: CacheKey, data: CacheKey) {
        let prepared = try await prepare(request)
        return (prepared.imageKey, prepared.dataKey)
    }
}

// The keys of requests.
extension ImagePipeline {
    /// Returns a request with the pipeline's defaults, and the keys of its results.
    package func prepare(
        _ request: some ImageRequestConvertible
    ) async throws(ImageError) -> PreparedRequest {
        try await prepare(completed: completed(request.imageRequest))
    }

    /// Returns the request with the pipeline's defaults, as `rewrite` leaves it.
    @usableFromInline
    package func completed(_ request: ImageRequest) -> ImageRequest {
        guard stages.completesRequests else { return request }
        return completingAlternatives(of: alone(completed: request), request)
    }

    /// Returns the request with the defaults and rewritten, its alternatives as they are.
    func alone(completed request: ImageRequest) -> ImageRequest {
        var request = request
        request.options = request.options.over(defaults)
        return rewrite?(request) ?? request
    }

    /// Returns a completed request with its keys.
    func prepare(
        completed request: ImageRequest, as product: Product = .image
    ) async throws(ImageError) -> PreparedRequest {
        if let prepared = try prepareAtOnce(completed: request, as: product) { return prepared }
        return try await prepareReading(completed: request, as: product)
    }

    /// Returns a request with its keys, without its transforms if these need other pictures: they
    /// change no bytes.
    func prepareForBytes(
        _ request: some ImageRequestConvertible
    ) async throws(ImageError) -> PreparedRequest {
        try await prepare(completed: completedForBytes(request))
    }

    /// Returns a completed request for the bytes alone, and its alternatives so.
    func completedForBytes(_ request: some ImageRequestConvertible) -> ImageRequest {
        var request = completed(request.imageRequest)
        request.changeAll { if $0.hasInputs { $0.transforms = [] } }
        return request
    }

    /// Returns the key of the image of a completed request; nil if its source must be read for it.
    func keyAtOnce(
        of request: ImageRequest, _ inputs: [TransformInput], as product: Product
    ) throws(ImageError) -> ImageKey? {
        try request.checkUserData()
        do throws(LoadFailure) {
            if let key = request.sourceKey ?? stages.settings.sourceKeys?(request) {
                let identity = try SourceIdentity(of: request.source, named: key)
                return ImageKey(request, identity, inputs, as: product, in: stages)
            }
            guard let identity = try SourceIdentity.immediate(of: request.source) else {
                return nil
            }
            return ImageKey(request, identity, inputs, as: product, in: stages)
        } catch {
            throw ImageError(error)
        }
    }

    /// Returns a completed request with its keys; nil if a source must be read for them.
    func prepareAtOnce(
        completed request: ImageRequest, as product: Product = .image
    ) throws(ImageError) -> PreparedRequest? {
        guard let inputs = try inputsAtOnce(of: request),
            let key = try keyAtOnce(of: request, inputs, as: product)
        else { return nil }
        return PreparedRequest(request, key, inputs, in: stages)
    }

    /// Returns a completed request with its keys, for which its source is read, and those of its
    /// inputs.
    private func prepareReading(
        completed request: ImageRequest, as product: Product
    ) async throws(ImageError) -> PreparedRequest {
        let inputs = try await inputs(of: request)
        if let key = try keyAtOnce(of: request, inputs, as: product) {
            return PreparedRequest(request, key, inputs, in: stages)
        }
        let source = request.source
        let allowsFileURLs = request.allowsFileURLs
        do throws(LoadFailure) {
            let identity = try await stages.shared.io.run { () throws(LoadFailure) in
                try SourceIdentity(of: source, allowsFileURLs: allowsFileURLs)
            }
            let key = ImageKey(request, identity, inputs, as: product, in: stages)
            return PreparedRequest(request, key, inputs, in: stages)
        } catch {
            throw ImageError(error)
        }
    }
}

// For views: nothing suspends.
extension ImagePipeline {
    /// Returns the image of a completed request if memory has it, at once.
    package func imageInMemory(completed request: ImageRequest) -> ImageResponse? {
        guard let prepared = namedAtOnce(completed: request) else { return nil }
        let hit = hitInMemory(for: prepared) ?? alternativeInMemory(of: request, prepared)
        return hit.map(ImageResponse.init)
    }

    func hitInMemory(for prepared: PreparedRequest) -> PipelineResponse? {
        guard !observers.isEmpty else { return stages.memory.hit(for: prepared) }
        let start = ContinuousClock.now
        guard let hit = stages.memory.hit(for: prepared, reportingTo: []) else { return nil }
        let key = prepared.imageKey
        observers.report(.memory(key: key, hit: true))
        observers.report(.succeeded(key: key, origin: .memory))
        observers.callerWaited(for: key, since: start)
        return hit
    }

    /// Returns the image in memory of a completed request that asks its origin all the same, to be
    /// shown meanwhile; observers get nothing, since the load follows.
    package func imageForTheMeantime(completed request: ImageRequest) -> ImageResponse? {
        guard [.refresh, .cachedFirst].contains(request.cachePolicy),
            let prepared = namedAtOnce(completed: request)
        else { return nil }
        let found = stages.memory.image(for: prepared)
        if stages.stale.showsFirst(prepared) {
            let response = stages.memory.response(of: found, to: prepared)
            return response.flatMap { $0.isStale ? ImageResponse($0) : nil }
        }
        guard prepared.plan.refreshes, let found = stages.memory.usable(found, for: prepared)
        else { return nil }
        return ImageResponse(
            PipelineResponse(found, origin: .memory, timings: StageTimings()))
    }

    /// Returns a completed request with its keys if they cost no work; nil for files, bytes and
    /// malformed URLs.
    package func namedAtOnce(completed request: ImageRequest) -> PreparedRequest? {
        try? prepareAtOnce(completed: request)
    }
}

public import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageRuntime

extension ImagePipeline {
    /// The outcome of the look in memory for a plain request.
    @usableFromInline
    enum PlainLook {
        case hit(PipelineResponse)
        /// Memory has no image that may answer without being judged, perhaps another one.
        case miss(ImageCall, CachedImage?)
        /// The request is not plain: its key is not all that is needed.
        case none
    }

    /// Looks in memory for the image or the file of a request whose key is all that is needed.
    @usableFromInline
    func look(for request: ImageRequest, as product: Product) -> PlainLook {
        guard observers.isEmpty, !stages.completesRequests, request.isPlain,
            !request.options.haveDelivery, !request.hasInputs, !Task.isCancelled,
            let key = try? keyAtOnce(of: request, [], as: product)
        else { return .none }
        var found = stages.memoryCache(of: product).image(for: CacheKey(key))
        if let image = found, !stages.admits(image, as: product, with: request.options) {
            found = nil
        }
        if let found, stages.freshness.isPlainlyFresh(found, hasDirectives: false) {
            return .hit(PipelineResponse(remembered: found))
        }
        let prepared = PreparedRequest(request, key, [], in: stages)
        return .miss(
            ImageCall(stages: stages, request: prepared, listener: nil),
            found ?? stages.memory.still(for: prepared))
    }
}

/// One caller's wait for an image: memory → the load that equal requests share → response.
@usableFromInline
struct ImageCall: Sendable {
    let stages: Stages
    let request: PreparedRequest
    let listener: ImageListener?

    /// Returns the image from memory, else from the shared load.
    func response() async throws(ImageError) -> PipelineResponse {
        guard stages.observers.isEmpty else { return try await observed() }
        if request.isCancelled { throw .cancelled }
        return try await response(from: stages.memory.image(for: request))
    }

    /// Returns the response of the image that was found in memory, else the shared load's.
    @usableFromInline
    func response(from found: CachedImage?) async throws(ImageError) -> PipelineResponse {
        try await response(from: found, hit: stages.memory.response(of: found, to: request))
    }

    private func response(
        from found: CachedImage?, hit: PipelineResponse?
    ) async throws(ImageError) -> PipelineResponse {
        var response =
            if let hit { try await renewed(hit) } else { try await load(confirming: found) }
        response.timeout = request.timeout
        return response
    }

    /// Returns the image as ``response()`` does, and notifies the observers.
    func observed() async throws(ImageError) -> PipelineResponse {
        let observers = stages.observers
        let (key, start) = (request.imageKey, ContinuousClock.now)
        defer { observers.callerWaited(for: key, since: start) }
        do throws(ImageError) {
            if request.isCancelled { throw .cancelled }
            let (found, hit) = stages.memory.look(for: request, reportingTo: observers)
            let response = try await response(from: found, hit: hit)
            observers.report(.succeeded(key: key, origin: response.origin))
            return response
        } catch {
            observers.report(.failed(key: key, error: error))
            throw error
        }
    }

    /// Returns the image of one load for all callers that ask for it, each within its own limits.
    ///
    /// - Parameter found: The image that was found in memory, for the origin to confirm.
    func load(confirming found: CachedImage?) async throws(ImageError) -> PipelineResponse {
        if request.isCancelled { throw .cancelled }
        let known = stages.memory.usable(found, for: request)
        let shown = try await showCached(known)
        let limits = CallerLimits(request)
        let caller = caller(shown: shown, known: known, limits: limits)
        guard limits.isAny else { return try await renewed(join(caller)) }
        let response = try await limits.run { () throws(ImageError) in
            let response = try await join(caller)
            if response.origin == .network {
                limits.body?.noteWhole(response.content.encodedByteCount)
            }
            return response
        }
        return try await renewed(response)
    }

    /// Returns a response of the caches; a stale one is renewed afterwards.
    ///
    /// With ``CachePolicy/cachedFirst`` a caller that follows the load is shown the stale one, and
    /// waits for the renewed one.
    private func renewed(_ cached: PipelineResponse) async throws(ImageError) -> PipelineResponse {
        guard cached.isStale, cached.staleReason == nil, let renewal = stages.stale.renew(request),
            let listener, stages.stale.showsFirst(request)
        else { return cached }
        listener.show(cached)
        do throws(ImageError) {
            return try await CallerLimits(request).run { () throws(ImageError) in
                guard let result = await renewal.valueUnlessCancelled() else { throw .cancelled }
                return try result.get()
            }
        } catch {
            if case .cancelled = error { throw error }
            if error.withdrawsImage { throw error }
            var cached = cached
            cached.staleReason = error
            return cached
        }
    }

    /// Returns the image of the caches for a request that shows these first; no origin is asked.
    func cachedResponse() async throws(ImageError) -> PipelineResponse? {
        let (found, hit) = stages.memory.look(for: request, reportingTo: stages.observers)
        if let hit { return hit }
        return try await CachedLoad(stages, request)
            .response(stages.memory.usable(found, for: request))
    }

    /// Removes the image and its original bytes from the caches.
    func forget() async {
        let trace = LoadTrace(key: request.imageKey, observers: stages.observers)
        await stages.disk.forgetEverywhere(request, trace: trace)
    }

    /// Shows and returns the content of the caches for a caller that refreshes.
    private func showCached(_ known: CachedImage?) async throws(ImageError) -> CachedImage? {
        guard let listener, request.plan.refreshes else { return nil }
        return try await CachedLoad(stages, request).show(known, to: listener)
    }

    /// Returns the response of the shared load, or a fresh file of the disk, which needs none.
    private func join(_ caller: SharedImages.Caller) async throws(ImageError) -> PipelineResponse {
        if request.plan.looksAlone {
            // A disk that does not answer holds up no caller that leaves.
            let look = await stages.shared.io.valueUnlessCancelled { [stages, request] in
                await stages.disk.freshFile(for: request)
            }
            guard let look else { throw .cancelled }
            if let found = look { return found }
        }
        let response = try await stages.shared.images.value(for: caller)
        await stages.store.settle(request)
        return response
    }

    /// - Parameter shown: The image that the caller has received already: no preview follows it.
    private func caller(
        shown: CachedImage?, known: CachedImage?, limits: CallerLimits
    ) -> SharedImages.Caller {
        let previews = shown == nil ? listener?.previews : nil
        return SharedImages.Caller(
            key: LoadKey(image: request, pipeline: stages.settings.identity),
            needs: request.needs(previews: previews ?? .off),
            listener: limits.watching(listener?.updates)
        ) { [stages, request] work in
            let trace = LoadTrace(key: request.imageKey, observers: stages.observers, work: work)
            return await ImageLoad(
                stages: stages, request: request, trace: trace, known: shown ?? known
            ).outcome()
        }
    }
}

/// The listener of a caller that follows the load of its image.
struct ImageListener: Sendable {
    let previews: PreviewPolicy
    let updates: WorkListener<ImageLoadUpdate>
    /// Takes the content of the caches while the origin is asked.
    var show: @Sendable (PipelineResponse) -> Void
}

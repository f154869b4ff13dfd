import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageRuntime

extension ImagePipeline {
    /// Returns the response of memory to a request whose key is all that is needed: one look-up and
    /// nothing else.
    @usableFromInline
    func hit(_ request: ImageRequest) -> ImageResponse? {
        guard observers.isEmpty, !stages.completesRequests, request.isPlain,
            !request.options.haveDelivery, !request.hasInputs, !Task.isCancelled,
            let key = try? keyAtOnce(of: request, [])
        else { return nil }
        return stages.memory.lookUpPlain(CacheKey(key))
    }
}

/// One caller's wait for an image: memory → the load that equal requests share → response.
struct ImageCall: Sendable {
    let stages: Stages
    let request: PreparedRequest
    let listener: ImageListener?

    /// Returns the image from memory, else from the shared load.
    func response() async throws(ImageError) -> ImageResponse {
        guard stages.observers.isEmpty else { return try await observed() }
        if !request.isCancelled, let hit = stages.memory.lookUp(request, renewing: false) {
            return try await renewed(hit)
        }
        return try await load()
    }

    /// Returns the image as ``response()`` does, and tells the observers.
    func observed() async throws(ImageError) -> ImageResponse {
        let observers = stages.observers
        let (key, start) = (request.imageKey, ContinuousClock.now)
        defer { observers.callerWaited(for: key, since: start) }
        do throws(ImageError) {
            if request.isCancelled { throw .cancelled }
            let hit = stages.memory.lookUp(request, reportingTo: observers, renewing: false)
            let response = if let hit { try await renewed(hit) } else { try await load() }
            observers.report(.succeeded(key: key, origin: response.origin))
            return response
        } catch {
            observers.report(.failed(key: key, error: error))
            throw error
        }
    }

    /// Returns the image of one load for all callers that ask for it, each within its own limits.
    func load() async throws(ImageError) -> ImageResponse {
        if request.isCancelled { throw .cancelled }
        let shown = try await showCached()
        let limits = CallerLimits(request)
        let caller = caller(shown, limits)
        guard limits.isAny else { return try await renewed(join(caller)) }
        let response = try await limits.run { () throws(ImageError) in
            let response = try await join(caller)
            if response.origin == .network { limits.body?.note(response.encodedByteCount) }
            return response
        }
        return try await renewed(response)
    }

    /// Returns a response of the caches; a stale one is renewed behind it.
    ///
    /// With ``CachePolicy/cachedFirst`` a caller that follows the load is shown the stale one, and waits
    /// for the renewed one.
    private func renewed(_ cached: ImageResponse) async throws(ImageError) -> ImageResponse {
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
    func cachedResponse() async throws(ImageError) -> ImageResponse? {
        let hit = stages.memory.lookUp(request, reportingTo: stages.observers, renewing: false)
        if let hit { return hit }
        return try await CachedLoad(stages, request).response()
    }

    /// Removes the image and its original bytes from the caches.
    func forget() async {
        let trace = LoadTrace(key: request.imageKey, observers: stages.observers)
        await stages.disk.forget(request, trace)
    }

    /// Shows and returns the content of the caches for a caller that refreshes.
    private func showCached() async throws(ImageError) -> CachedImage? {
        guard let listener, request.plan.refreshes else { return nil }
        return try await CachedLoad(stages, request).show(to: listener)
    }

    /// Returns the response of the shared load.
    private func join(_ caller: SharedImages.Caller) async throws(ImageError) -> ImageResponse {
        let response = try await stages.shared.images.value(for: caller)
        await stages.store.settle(request)
        return response
    }

    /// - Parameter shown: The image that the caller has received already: no preview follows it.
    private func caller(_ shown: CachedImage?, _ limits: CallerLimits) -> SharedImages.Caller {
        let previews = shown == nil ? listener?.previews : nil
        let receive = listener?.receive
        return SharedImages.Caller(
            key: LoadKey(image: request, pipeline: stages.settings.identity),
            needs: request.needs(previews: previews ?? .off),
            onUpdate: limits.watching(receive)
        ) { [stages, request] work in
            let trace = LoadTrace(key: request.imageKey, observers: stages.observers, work: work)
            return await ImageLoad(stages: stages, request: request, trace: trace, shown: shown)
                .outcome()
        }
    }
}

/// The listener of a caller that follows the load of its image.
struct ImageListener: Sendable {
    let previews: PreviewPolicy
    let receive: @Sendable (ImageLoadUpdate) -> Void
    /// Takes the content of the caches while the origin is asked.
    var show: @Sendable (ImageResponse) -> Void
}

import WebImageCaching
import WebImageLoading
import WebImagePixels

/// memory: the image that is there already, if it may answer.
struct MemoryStage: Sendable {
    let stages: Stages

    /// Returns the image of a request, fresh or not, that the limits admit; the first frame of an
    /// animation, if the request wants no more.
    func image(for request: PreparedRequest) -> CachedImage? {
        guard request.plan.usesMemory else { return nil }
        let found = cache(of: request).image(for: request.imageKey)
        if let found, admits(found, for: request) { return found }
        return still(for: request)
    }

    /// Returns the untimed response of an image that was found, if that may answer.
    ///
    /// Reading the clock twice takes as long as the look-up.
    func response(of found: CachedImage?, to request: PreparedRequest) -> PipelineResponse? {
        guard let found, request.plan.readsMemory else { return nil }
        let freshness = stages.freshness.judge(found, for: request)
        guard request.plan.mayAnswer(freshness) else { return nil }
        var response = PipelineResponse(remembered: found)
        response.isStale = freshness != .fresh
        return response
    }

    /// Returns the untimed response of memory, if it may answer and is fresh.
    func freshResponse(to request: PreparedRequest) -> PipelineResponse? {
        response(of: image(for: request), to: request).flatMap { $0.isStale ? nil : $0 }
    }

    /// Returns an image that was found, if it may be shown, confirmed by the origin, or stand in
    /// for it.
    func usable(_ found: CachedImage?, for request: PreparedRequest) -> CachedImage? {
        found.flatMap { stages.freshness.judge($0, for: request) != .unusable ? $0 : nil }
    }

    /// Returns the image of a request, and its response if it may answer, timed and reported to
    /// observers.
    func look(
        for request: PreparedRequest, reportingTo observers: [any PipelineObserver],
        of key: CacheKey? = nil
    ) -> (found: CachedImage?, hit: PipelineResponse?) {
        let start = ContinuousClock.now
        let found = image(for: request)
        guard request.plan.readsMemory else { return (found, nil) }
        var hit = response(of: found, to: request)
        observers.report(.memory(key: key ?? request.imageKey, hit: hit != nil))
        hit?.timings.append("memory", start.duration(to: .now))
        return (found, hit)
    }

    /// Returns the response of memory; a stale image is renewed afterwards.
    ///
    /// - Parameter observers: The observers of a timed look; nil for an untimed one.
    func hit(
        for request: PreparedRequest, reportingTo observers: [any PipelineObserver]? = nil,
        of key: CacheKey? = nil
    ) -> PipelineResponse? {
        let hit =
            observers.map { look(for: request, reportingTo: $0, of: key).hit }
            ?? response(of: image(for: request), to: request)
        if hit?.isStale == true { stages.stale.renew(request) }
        return hit
    }

    /// `true` if memory has an image for the request, fresh or stale.
    func holds(_ request: PreparedRequest) -> Bool {
        usable(image(for: request), for: request) != nil
    }

    /// Returns the first frame of an animation in memory, if the request wants no more; asked only
    /// after a miss.
    func still(for request: PreparedRequest) -> CachedImage? {
        guard let whole = wholeKey(of: request),
            var cached = cache(of: request).image(for: whole),
            admits(cached, for: request), let image = cached.image
        else { return nil }
        cached.result = .image(DecodedImage(poster: image.poster, metadata: image.metadata))
        return cached
    }

    /// Removes the image of a request, and the animation whose first frame would answer.
    func remove(_ request: PreparedRequest) {
        cache(of: request).remove(request.imageKey)
        if let whole = wholeKey(of: request) { cache(of: request).remove(whole) }
    }

    func store(_ image: CachedImage, for request: PreparedRequest) {
        cache(of: request).store(image, for: request.imageKey)
    }

    private func cache(of request: PreparedRequest) -> any ImageCache {
        stages.memoryCache(of: request.product)
    }

    private func admits(_ found: CachedImage, for request: PreparedRequest) -> Bool {
        stages.admits(found, as: request.product, with: request.options)
    }

    /// The key of the animation of which a request wants the first frame; nil if it wants all.
    private func wholeKey(of request: PreparedRequest) -> CacheKey? {
        guard request.options.firstFrameOnly, !request.product.isFile else { return nil }
        var whole = request.options
        whole.firstFrameOnly = false
        return request.key.name(with: whole)
    }
}

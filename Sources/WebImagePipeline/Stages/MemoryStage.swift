import WebImageCaching
import WebImageLoading
import WebImagePixels

/// memory: the image that is there already, if it may answer.
struct MemoryStage: Sendable {
    let stages: Stages

    private var cache: any ImageCache { stages.settings.memory }

    /// Returns the response of an image that may answer, untimed.
    ///
    /// Reading the clock twice takes as long as the look-up. Most hits need no judging.
    ///
    /// - Parameter renewing: `true` starts the renewal of a stale image.
    func lookUp(_ request: PreparedRequest, renewing: Bool = true) -> ImageResponse? {
        guard request.plan.readsMemory else { return nil }
        guard let cached = cache.image(for: request.imageKey) ?? still(for: request) else {
            return nil
        }
        if stages.freshness.isPlainlyFresh(cached, hasDirectives: request.hasDirectives) {
            return ImageResponse(remembered: cached)
        }
        return response(cached, request, renewing)
    }

    /// Returns the response of an image that may answer any request of its key, untimed.
    func lookUpPlain(_ key: CacheKey) -> ImageResponse? {
        guard let cached = cache.image(for: key),
            stages.freshness.isPlainlyFresh(cached, hasDirectives: false)
        else { return nil }
        return ImageResponse(remembered: cached)
    }

    /// Returns the response of an image that may answer, timed and told to observers.
    ///
    /// - Parameters:
    ///   - key: The name of the load; nil for the image's key.
    ///   - renewing: `true` starts the renewal of a stale image.
    func lookUp(
        _ request: PreparedRequest, reportingTo observers: [any PipelineObserver],
        of key: CacheKey? = nil, renewing: Bool = true
    ) -> ImageResponse? {
        guard request.plan.readsMemory else { return nil }
        let start = ContinuousClock.now
        let cached = cache.image(for: request.imageKey) ?? still(for: request)
        let found = cached.flatMap { response($0, request, renewing) }
        observers.report(.memory(key: key ?? request.imageKey, hit: found != nil))
        guard var found else { return nil }
        var timings = StageTimings()
        timings.append("memory", start.duration(to: .now))
        found.timings = timings
        return found
    }

    /// Returns an image that may be shown, confirmed by the origin, or stand in for it.
    func usable(for request: PreparedRequest) -> CachedImage? {
        guard request.plan.usesMemory, let cached = cache.image(for: request.imageKey),
            stages.freshness.judge(cached, request) != .unusable
        else { return nil }
        return cached
    }

    /// Returns the first frame of an animation in memory, if the request wants no more; asked only after
    /// a miss.
    private func still(for request: PreparedRequest) -> CachedImage? {
        guard let whole = wholeKey(of: request), var cached = cache.image(for: whole) else {
            return nil
        }
        let image = cached.image
        cached.image = DecodedImage(poster: image.poster, metadata: image.metadata)
        return cached
    }

    /// `true` if memory has an image for the request, fresh or stale.
    func holds(_ request: PreparedRequest) -> Bool {
        usable(for: request) != nil || still(for: request) != nil
    }

    /// Removes the image of a request, and the animation whose first frame would answer.
    func remove(_ request: PreparedRequest) {
        cache.remove(request.imageKey)
        if let whole = wholeKey(of: request) { cache.remove(whole) }
    }

    /// The key of the animation of which a request wants the first frame; nil if it wants all.
    private func wholeKey(of request: PreparedRequest) -> CacheKey? {
        guard request.options.firstFrameOnly else { return nil }
        var whole = request.options
        whole.firstFrameOnly = false
        return request.key.name(with: whole)
    }

    /// Returns the untimed response of an image, if that may answer.
    private func response(
        _ cached: CachedImage, _ request: PreparedRequest, _ renewing: Bool
    ) -> ImageResponse? {
        let freshness = stages.freshness.judge(cached, request)
        guard request.plan.mayAnswer(freshness) else { return nil }
        var response = ImageResponse(remembered: cached)
        response.isStale = freshness != .fresh
        if renewing, response.isStale { stages.stale.renew(request) }
        return response
    }
}

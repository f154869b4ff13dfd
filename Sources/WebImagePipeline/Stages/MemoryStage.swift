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
    func lookUp(_ request: PreparedRequest) -> ImageResponse? {
        guard request.plan.readsMemory else { return nil }
        guard let cached = cache.image(for: request.imageKey) ?? still(for: request) else {
            return nil
        }
        guard
            stages.freshness.isPlainlyFresh(cached, hasDirectives: request.hasDirectives)
                || mayAnswer(cached, request)
        else { return nil }
        return ImageResponse(remembered: cached)
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
    /// - Parameter key: The name of the load; nil for the image's key.
    func lookUp(
        _ request: PreparedRequest, telling observers: [any PipelineObserver],
        of key: CacheKey? = nil
    ) -> ImageResponse? {
        guard request.plan.readsMemory else { return nil }
        let start = ContinuousClock.now
        let cached = cache.image(for: request.imageKey) ?? still(for: request)
        let freshness = cached.map { stages.freshness.judge($0, request) } ?? .unusable
        let mayAnswer = request.plan.mayAnswer(freshness)
        observers.tell(.memory(key: key ?? request.imageKey, hit: mayAnswer))
        guard mayAnswer, let cached else { return nil }
        if freshness != .fresh { stages.stale.revalidate(request) }
        var timings = StageTimings()
        timings.append("memory", start.duration(to: .now))
        return ImageResponse(cached, origin: .memory, timings: timings)
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
        guard request.options.firstFrameOnly else { return nil }
        var whole = request.request
        whole.firstFrameOnly = false
        guard var cached = cache.image(for: request.keys.image(of: whole, in: stages)) else {
            return nil
        }
        let image = cached.image
        cached.image = DecodedImage(poster: image.poster, metadata: image.metadata)
        return cached
    }

    /// Returns `true` if an image may answer; one that is stale is revalidated behind the answer.
    private func mayAnswer(_ cached: CachedImage, _ request: PreparedRequest) -> Bool {
        let freshness = stages.freshness.judge(cached, request)
        guard request.plan.mayAnswer(freshness) else { return false }
        if freshness != .fresh { stages.stale.revalidate(request) }
        return true
    }
}

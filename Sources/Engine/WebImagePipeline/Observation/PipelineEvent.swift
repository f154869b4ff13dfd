public import WebImageCaching
public import WebImageLoading

/// An event of a load, which its key names, or of a cache; observers receive it when it happens.
@nonexhaustive
public enum PipelineEvent: Sendable {
    /// The memory cache was looked up.
    case memory(key: CacheKey, hit: Bool)
    /// The disk cache was looked up.
    case disk(key: CacheKey, hit: Bool)
    /// The load of bytes begins, with the chain of interceptors.
    case load(key: CacheKey)
    /// The first step of a two-step URL begins (`.twoStepURL(…)`).
    case resolving(key: CacheKey)
    /// A first step ended: it found a URL, or failed with that error.
    case resolved(key: CacheKey, error: ImageError?)
    /// The head of a response arrived; it is not validated yet.
    case responded(key: CacheKey, head: ResponseHead)
    /// The load of bytes ended: all arrived, or it failed with that error.
    case loadEnded(key: CacheKey, byteCount: Int, error: ImageError?)
    /// The origin has the bytes of the caches: it confirmed them, or sent them again.
    case confirmed(key: CacheKey)
    /// A load waits for memory (``PipelineLimits/memoryBudget``); the duration of the wait is
    /// measured as `budget`, a part of the stage that waited.
    case memoryAwaited(key: CacheKey, byteCount: Int)
    /// The stage decode begins.
    case decode(key: CacheKey)
    /// A preview was made of the bytes so far.
    case preview(key: CacheKey)
    /// The stage transform begins.
    case transform(key: CacheKey)
    /// The stage encode begins, for ``ImagePipeline/file(for:as:settings:)``.
    case encode(key: CacheKey)
    /// A result was kept in memory, on disk or both.
    case store(key: CacheKey)
    /// A stage of a load ended, with or without success; `image` is a caller's whole wait.
    ///
    /// Reported in the task of the stage, with the task-local values of the caller that began it.
    case measured(key: CacheKey, stage: String, duration: Duration)
    /// A caller has its image.
    case succeeded(key: CacheKey, origin: ImageOrigin)
    /// A caller has an error; `cancelled` is one.
    ///
    /// If an input of a transform failed, the key belongs to the request's bytes: its image has
    /// none.
    case failed(key: CacheKey, error: ImageError)
    /// A source failed, or a stale picture stands in for it, and the next alternative of the
    /// request is asked; nil if none is left.
    ///
    /// Both keys name pictures; a source that cannot be read has no other name.
    case fellBack(key: CacheKey, to: CacheKey?, error: ImageError)
    /// The origin was not asked, since its last failure is remembered.
    case refused(key: CacheKey, error: ImageError)
    /// A cache failed; the load went on without it.
    case cacheFailed(key: CacheKey, error: DiskError)
    /// A damaged entry of a cache was removed; the load went on without it.
    case damaged(key: CacheKey, damage: EntryDamage)
    /// A cache works, but its folder needs a change; reported once for each cache.
    case cacheWarned(key: CacheKey, warning: FolderWarning)
    /// A recoverable problem was ignored, such as a damaged colour profile.
    case ignored(key: CacheKey, reason: String)
    /// The memory cache released bytes under memory pressure (`PressureReaction`).
    ///
    /// Reported from a thread of the cache. An object that observes several pipelines with that
    /// cache receives it once, a value once for each list of observers that contains it.
    case memoryPressure(freedByteCount: Int, keptByteCount: Int)
}

/// A receiver of a pipeline's events: logging, metrics, tests.
public protocol PipelineObserver: Sendable {
    /// Receives an event on any thread, several at once; must return soon.
    func observe(_ event: PipelineEvent)
}

extension [any PipelineObserver] {
    func report(_ event: @autoclosure () -> PipelineEvent) {
        guard !isEmpty else { return }
        let event = event()
        for observer in self { observer.observe(event) }
    }

    func callerWaited(for key: CacheKey, since start: ContinuousClock.Instant) {
        report(.measured(key: key, stage: "image", duration: start.duration(to: .now)))
    }
}

public import WebImageCaching
public import WebImageLoading

/// Something that happened, told to observers when it happens: in a load, which its key names, or to
/// a cache by itself.
@nonexhaustive
public enum PipelineEvent: Sendable {
    /// The memory cache was asked.
    case memory(key: CacheKey, hit: Bool)
    /// The disk cache was asked.
    case disk(key: CacheKey, hit: Bool)
    /// Bytes are being loaded; the chain of interceptors begins.
    case load(key: CacheKey)
    /// A first step asks where the picture really is (``TwoStepURL``).
    case resolving(key: CacheKey)
    /// A first step is over: it named a URL, or failed with that error.
    case resolved(key: CacheKey, error: ImageError?)
    /// The head of an answer is there; whether it is accepted is not known yet.
    case responded(key: CacheKey, head: ResponseHead)
    /// No more bytes come: all are there, or the load failed with that error.
    case loadEnded(key: CacheKey, byteCount: Int, error: ImageError?)
    /// The origin says that what was cached is still good: nothing is decoded or stored again.
    case confirmed(key: CacheKey)
    /// A load waits until others have given back memory (``PipelineLimits/memoryBudget``); when it
    /// goes on, how long that was is told as `budget`, a part of the stage that waited.
    case memoryAwaited(key: CacheKey, byteCount: Int)
    /// Pixels are being made.
    case decode(key: CacheKey)
    /// A preview was made of the bytes so far.
    case preview(key: CacheKey)
    /// Pixels are being transformed.
    case transform(key: CacheKey)
    /// A result was kept in memory, on disk or both.
    case store(key: CacheKey)
    /// A stage of a load ended, well or not, after so long; `image` is a caller's whole wait.
    ///
    /// Told where the stage ran: in the task, and with the task-local values, of who began it.
    case measured(key: CacheKey, stage: String, duration: Duration)
    /// A caller has its image.
    case succeeded(key: CacheKey, origin: ImageOrigin)
    /// A caller has an error; `cancelled` is one.
    case failed(key: CacheKey, error: ImageError)
    /// The origin was not asked, since its last failure is remembered.
    case refused(key: CacheKey, error: ImageError)
    /// A cache could not do its part; the load went on without it.
    case cacheFailed(key: CacheKey, error: DiskError)
    /// An entry of a cache was damaged, and was removed: the load went on without it.
    case damaged(key: CacheKey, damage: EntryDamage)
    /// A cache works, and something about its folder should be changed; told once for each cache.
    case cacheWarned(key: CacheKey, warning: FolderWarning)
    /// Something was ignored that a picture asked for, such as a damaged colour profile.
    case ignored(key: CacheKey, reason: String)
    /// The system ran short of memory, and the memory cache gave so much of it back
    /// (``PressureReaction``); told from a thread of the cache's. An object that observes several
    /// pipelines with that cache is told once, a value once for each list of observers it is in.
    case memoryPressure(freedByteCount: Int, keptByteCount: Int)
}

/// Is told what a pipeline does: logging, metrics, tests.
public protocol PipelineObserver: Sendable {
    /// Called from any thread, many at once; must return soon.
    func observe(_ event: PipelineEvent)
}

extension [any PipelineObserver] {
    /// Tells all of them.
    func tell(_ event: @autoclosure () -> PipelineEvent) {
        guard !isEmpty else { return }
        let event = event()
        for observer in self { observer.observe(event) }
    }

    /// Tells how long a caller waited.
    func callerWaited(for key: CacheKey, since start: ContinuousClock.Instant) {
        tell(.measured(key: key, stage: "image", duration: start.duration(to: .now)))
    }
}

import Synchronization

/// What is noted of one load while its stages run: timings for the response, events for observers.
final class LoadRecord: Sendable {
    let key: CacheKey
    private let observers: [any PipelineObserver]
    private let state = Mutex(StageTimings())

    init(key: CacheKey, observers: [any PipelineObserver]) {
        self.key = key
        self.observers = observers
    }

    /// The timings so far.
    var timings: StageTimings { state.withLock { $0 } }

    /// Tells all observers.
    func tell(_ event: PipelineEvent) {
        for observer in observers { observer.observe(event) }
    }

    /// The time, where somebody wants to know how long it takes from here.
    var start: ContinuousClock.Instant? { observers.isEmpty ? nil : .now }

    /// Tells how long a caller waited.
    func callerWaited(since start: ContinuousClock.Instant?) {
        guard let start else { return }
        tell(.measured(key: key, stage: "image", duration: start.duration(to: .now)))
    }

    /// Tells that no more bytes come.
    func loadEnded(byteCount: Int = 0, error: ImageError? = nil) {
        tell(.loadEnded(key: key, byteCount: byteCount, error: error))
    }

    /// Tells that a stage begins, and notes how long it took, whether it ends well or not.
    func measure<Value: Sendable>(
        _ stage: String, _ event: PipelineEvent? = nil,
        _ work: () async throws(ImageError) -> Value
    ) async throws(ImageError) -> Value {
        if let event { tell(event) }
        let start = ContinuousClock.now
        defer {
            let duration = start.duration(to: .now)
            state.withLock { $0.append(stage, duration) }
            tell(.measured(key: key, stage: stage, duration: duration))
        }
        return try await work()
    }
}

import Synchronization

/// Lets a memory cache give memory back when it runs short: one thread, from the first image to the
/// end of the cache.
final class PressureWatch: Sendable {
    private enum State: Sendable {
        case idle(@Sendable () -> (any PressureSource)?)
        case begun((any PressureSource)?)
    }

    private let state: Mutex<State>
    private let hasBegun = Atomic(false)
    private let time: @Sendable () -> ContinuousClock.Instant

    /// A watch that asks what `open` makes, once it begins.
    init(
        _ open: @escaping @Sendable () -> (any PressureSource)?,
        time: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        state = Mutex(.idle(open))
        self.time = time
    }

    deinit {
        if case .begun(let source?) = state.withLock({ $0 }) { source.stop() }
    }

    /// Begins to watch, unless that has happened already.
    func begin(for cache: MemoryCache) {
        guard !hasBegun.load(ordering: .relaxed),
            !hasBegun.exchange(true, ordering: .sequentiallyConsistent),
            case .idle(let open) = state.withLock({ $0 })
        else { return }
        let source = open()
        state.withLock { $0 = .begun(source) }
        guard let source else { return }
        let time = time
        // The thread keeps neither cache nor watch: with them the source is stopped, and ends it.
        _ = startThread { [weak cache] in
            var rule = PressureRule()
            while let level = source.next() { cache?.giveBack(at: level, time(), &rule) }
        }
    }
}

extension MemoryCache {
    /// Lets go what a rule says.
    fileprivate func giveBack(
        at level: PressureLevel, _ now: ContinuousClock.Instant, _ rule: inout PressureRule
    ) {
        removeExpired()
        let kept = rule.bytesToKeep(of: usage.byteCount, at: level, now: now)
        if let kept { shrink(toBytes: kept) }
    }
}

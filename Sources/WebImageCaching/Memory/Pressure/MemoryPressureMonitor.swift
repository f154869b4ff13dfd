import Synchronization
import WebImageRuntime

/// Lets a memory cache give memory back when it runs short: one thread, from the first image to the
/// end of the cache.
final class MemoryPressureMonitor: Sendable {
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
            var rule = MemoryPressurePolicy()
            while let level = source.next() { cache?.giveBack(at: level, time(), &rule) }
        }
    }
}

extension MemoryCache {
    /// Lets go what a rule says, and tells of it.
    fileprivate func giveBack(
        at level: PressureLevel, _ now: ContinuousClock.Instant, _ rule: inout MemoryPressurePolicy
    ) {
        removeExpired()
        let held = usage.byteCount
        guard let kept = rule.bytesToKeep(of: held, at: level, now: now) else { return }
        shrink(toBytes: kept)
        // Others may have stored meanwhile.
        let left = min(usage.byteCount, held)
        pressureListeners.tell(freedByteCount: held - left, keptByteCount: left)
    }
}

import Synchronization
package import WebImageRuntime

/// The thread that lets a memory cache give memory back, from the first image to the end of the
/// cache.
final class MemoryPressureMonitor: Sendable {
    private let open: @Sendable () -> (any PressureSource)?
    private let time: @Sendable () -> ContinuousClock.Instant
    private let hasBegun = Atomic(false)
    private let source = Mutex<(any PressureSource)?>(nil)

    init(
        _ open: @escaping @Sendable () -> (any PressureSource)?,
        time: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.open = open
        self.time = time
    }

    deinit {
        source.withLock { $0 }?.stop()
    }

    func begin(for cache: MemoryCache) {
        guard !hasBegun.load(ordering: .relaxed),
            !hasBegun.exchange(true, ordering: .sequentiallyConsistent), let source = open()
        else { return }
        self.source.withLock { $0 = source }
        let time = time
        // The thread keeps neither cache nor monitor: their end stops the source and ends the
        // thread.
        _ = startThread { [weak cache] in
            var policy = MemoryPressurePolicy()
            while let level = source.next() { cache?.giveBack(at: level, time(), &policy) }
        }
    }
}

extension MemoryCache {
    /// Evicts what the policy demands, and notifies the listeners.
    fileprivate func giveBack(
        at level: PressureLevel, _ now: ContinuousClock.Instant,
        _ policy: inout MemoryPressurePolicy
    ) {
        removeExpired()
        let held = usage.byteCount
        guard let kept = policy.bytesToKeep(of: held, at: level, now: now) else { return }
        shrink(toBytes: kept)
        // Other threads may have stored meanwhile.
        let left = min(usage.byteCount, held)
        pressureListeners.report(freedByteCount: held - left, keptByteCount: left)
    }
}

/// The decision how much a cache keeps when memory runs short: a pure value.
///
/// It keeps half at first, and nothing if the shortage is full. A release has to have its effect
/// before the next: until then the same level, or a milder one, is ignored.
package struct MemoryPressurePolicy: Sendable {
    private var last: (level: PressureLevel, time: ContinuousClock.Instant)?

    package init() {}

    /// Returns the number of bytes to keep; nil for all.
    package mutating func bytesToKeep(
        of byteCount: Int, at level: PressureLevel, now: ContinuousClock.Instant
    ) -> Int? {
        if let last, level <= last.level, last.time.duration(to: now) < Self.pause { return nil }
        last = (level, now)
        return level == .full ? 0 : byteCount / 2
    }

    /// The kernel averages over ten seconds.
    package static let pause = Duration.seconds(10)
}

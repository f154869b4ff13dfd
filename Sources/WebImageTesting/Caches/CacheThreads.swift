import Dispatch
import Synchronization
import WebImageCaching
import WebImageRuntime

/// Threads for work that blocks, which the cooperative ones must not do.
enum CacheThreads {
    private static let stackSize = 1 << 20

    /// Runs `work` for 0 ..< count at once and waits for all; nobody begins before all are there.
    static func run(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
        let group = DispatchGroup()
        let line = StartLine(count)
        for index in 0..<count {
            group.enter()
            start {
                line.wait()
                work(index)
                group.leave()
            }
        }
        group.wait()
    }

    /// Whether `work` ended within that time; else it goes on by itself.
    static func end(
        within patience: Duration, _ work: @escaping @Sendable () -> Void
    ) async -> Bool {
        let hasEnded = Flag()
        start {
            work()
            hasEnded.raise()
        }
        return await eventually(within: patience) { hasEnded.isRaised }
    }

    /// Lets other threads go on for a moment.
    static func pause() {
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(2))
    }

    private static func start(_ body: @escaping @Sendable () -> Void) {
        // Where the system has no thread to give, one after the other is what is left.
        do { try OriginThread.start(stackSize: stackSize, body: body) } catch { body() }
    }

    /// Where threads wait for each other.
    private final class StartLine: Sendable {
        private let missing: Mutex<Int>
        private let semaphore = DispatchSemaphore(value: 0)

        init(_ count: Int) { missing = Mutex(count) }

        /// Waits for the last one; in vain where the system gave too few threads, so not for ever.
        func wait() {
            let isLast = missing.withLock { missing in
                missing -= 1
                return missing == 0
            }
            if !isLast { _ = semaphore.wait(timeout: .now() + .seconds(10)) }
            // Who comes through lets the next one follow.
            semaphore.signal()
        }
    }

    /// A fact that comes true once.
    private final class Flag: Sendable {
        private let state = Atomic(false)

        var isRaised: Bool { state.load(ordering: .acquiring) }

        func raise() { state.store(true, ordering: .releasing) }
    }
}

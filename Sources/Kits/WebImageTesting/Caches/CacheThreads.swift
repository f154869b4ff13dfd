import Dispatch
import Synchronization
import WebImageCaching
import WebImageOrigin
import WebImageRuntime

/// Threads for blocking work, which must not run on the cooperative threads.
enum CacheThreads {
    private static let stackSize = 1 << 20

    /// Runs `work` for 0 ..< count on as many threads, which start together, and waits for all.
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

    /// Returns `true` if `work` ends in time; otherwise it continues on its own thread.
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

    /// Pauses the thread for a moment, so that others can run.
    static func pause() {
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(2))
    }

    private static func start(_ body: @escaping @Sendable () -> Void) {
        // If the system refuses a thread, the bodies run one after the other.
        do { try OriginThread.start(stackSize: stackSize, body: body) } catch { body() }
    }

    /// A barrier at which threads wait for each other.
    private final class StartLine: Sendable {
        private let missing: Mutex<Int>
        private let semaphore = DispatchSemaphore(value: 0)

        init(_ count: Int) { missing = Mutex(count) }

        /// Waits for the last thread, at most ten seconds, since the system may refuse some
        /// threads.
        func wait() {
            let isLast = missing.withLock { missing in
                missing -= 1
                return missing == 0
            }
            if !isLast { _ = semaphore.wait(timeout: .now() + .seconds(10)) }
            // Each thread that passes lets the next one pass.
            semaphore.signal()
        }
    }

    /// A condition that becomes true once.
    private final class Flag: Sendable {
        private let state = Atomic(false)

        var isRaised: Bool { state.load(ordering: .acquiring) }

        func raise() { state.store(true, ordering: .releasing) }
    }
}

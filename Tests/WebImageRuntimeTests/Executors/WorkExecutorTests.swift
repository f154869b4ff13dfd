import Synchronization
import Testing

@testable import WebImageCaching
@testable import WebImageRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The threads of work that is given to the pool.
struct WorkExecutorTests {
    @Test func `work that may suspend runs on the pool from its beginning`() async throws {
        let pool = WorkExecutor(maxThreads: 1)
        let thread = await pool.run { pthread_self() }
        let places = try await pool.runAsync {
            let first = pthread_self()
            await Task.yield()
            return [first, pthread_self()]
        }
        #expect(places == [thread, thread])
        // The thread lives as long as the pool.
        withExtendedLifetime(pool) {}
    }

    @Test func `who gave work to the pool goes on elsewhere`() async throws {
        let pool = WorkExecutor(maxThreads: 1)
        let thread = try await pool.runAsync { pthread_self() }
        let here = Self.thread()
        #expect(here != thread)
        withExtendedLifetime(pool) {}
    }

    @Test func `where the system refuses each thread, work is done without`() async throws {
        let pool = WorkExecutor(maxThreads: 2, starter: { _ in false })
        #expect(await pool.run { 7 } == 7)
        #expect(try await pool.runAsync { 8 } == 8)
        #expect(await Task(executorPreference: pool) { 9 }.value == 9)
    }

    @Test(.timeLimit(.minutes(1)))
    func `work that waits for a thread which the system then refuses is done`() async {
        let (isAsked, isQueued) = (Flag(), Flag())
        let pool = WorkExecutor(maxThreads: 1) { _ in
            isAsked.set()
            while !isQueued.isSet { usleep(1_000) }
            return false
        }
        let first = Task.detached { await pool.run { 1 } }
        while !isAsked.isSet { await Task.yield() }
        let second = Task(executorPreference: pool) { 2 }
        isQueued.set()
        #expect(await first.value == 1)
        #expect(await second.value == 2)
    }

    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .acquiring) }
        func set() { value.store(true, ordering: .releasing) }
    }

    private static func thread() -> pthread_t { pthread_self() }
}

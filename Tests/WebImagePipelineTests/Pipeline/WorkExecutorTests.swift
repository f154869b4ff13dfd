import Testing

@testable import WebImagePipeline

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where work runs that is given to the pool.
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

    private static func thread() -> pthread_t { pthread_self() }
}

import TestSupport
import Testing
import WebImageCaching
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImageTesting

/// Loads that wait for their turn.
struct RateLimitTests {
    @Test func `loads of one host begin at the rate, others at once`() async throws {
        let time = ManualTime()
        let limit = RateLimit(perSecond: 4, burst: 1, clock: time.clock)
        let script = Script([{ _ in answer() }])
        for path in ["a", "b", "c"] {
            let request = LoadRequest(source: .url("http://origin.test/\(path)"))
            _ = try await load([limit], over: script, request)
        }
        _ = try await load(
            [limit], over: script, LoadRequest(source: .url("http://other.test/")))
        _ = try await load([limit], over: script, LoadRequest(source: .file("/a")))
        #expect(time.waits == [.milliseconds(250), .milliseconds(250)])
        #expect(script.count == 5)
    }

    @Test func `a load that is cancelled gives its turn back`() async throws {
        let time = ManualTime(isHeld: true)
        let limit = RateLimit(perSecond: 1, burst: 1, clock: time.clock)
        let script = Script([{ _ in answer() }])
        _ = try await load([limit], over: script)
        let first = Task { try await load([limit], over: script) }
        #expect(await eventually { time.sleeperCount == 1 })
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let second = Task { try await load([limit], over: script) }
        #expect(await eventually { time.sleeperCount == 1 })
        time.wake()
        _ = try await second.value
        #expect(time.waits == [.seconds(1), .seconds(1)])
        #expect(script.count == 2)
    }

    @Test func `a load that waits for its turn lends its place to others`() async throws {
        let time = ManualTime(isHeld: true)
        let limits = PipelineLimits(load: LoadLimits(maxTransfers: 1))
        var test = TestPipeline(limits: limits)
        test.pipeline.interceptors = [RateLimit(perSecond: 1, burst: 1, clock: time.clock)]
        let pipeline = test.pipeline
        _ = try await pipeline.image(for: ImageRequest("http://origin.test/a"))
        let waiting = Task { try await pipeline.image(for: ImageRequest("http://origin.test/b")) }
        #expect(await eventually { time.sleeperCount == 1 })
        // One transfer at a time, and still this one is not delayed.
        _ = try await pipeline.image(for: ImageRequest("http://other.test/c"))
        time.wake()
        _ = try await waiting.value
        #expect(test.loader.loadCount == 3)
    }
}

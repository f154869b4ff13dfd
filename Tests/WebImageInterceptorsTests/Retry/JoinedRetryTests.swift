import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImagePrefetch
import WebImageRuntime
import WebImageTesting

/// A visible load that joins one of low priority between two attempts.
struct JoinedRetryTests {
    private let time = ManualTime(isHeld: true)
    private let url = "http://origin.test/a.bmp"

    private func pipeline(
        over script: Script, attempts: Int = 3
    ) -> TestPipeline {
        var test = TestPipeline(loader: ScriptedLoader { try script.load($0) })
        var policy = RetryPolicy()
        policy.maxAttempts = attempts
        test.pipeline.interceptors = [Retry(policy, clock: time.clock, random: { 0.5 })]
        return test
    }

    private func whole() -> LoadedBody {
        let picture = TestPipeline.picture()
        var whole = answer(expecting: picture.count)
        whole.chunks = BodyStream([picture])
        return whole
    }

    /// Waits until the load waits for its next attempt for the n-th time.
    private func wait(_ count: Int) async {
        #expect(await eventually { time.waits.count == count && time.sleeperCount == 1 })
    }

    @Test(arguments: ["503", "429 Retry-After"])
    func `it asks at once`(_ refusal: String) async throws {
        let script = Script([
            { _ in
                refusal == "503" ? answer(503) : answer(429, ["Retry-After": "50"])
            },
            { _ in whole() },
        ])
        let test = pipeline(over: script)
        let batch = test.pipeline.prefetch([url])
        await wait(1)
        #expect(try await test.pipeline.image(for: url).image.size.width == 12)
        #expect(script.count == 2)
        #expect(await batch.end().done == 1)
    }

    @Test func `it has all its attempts, and its own waits`() async throws {
        let script = Script(
            [@Sendable (LoadRequest) throws -> LoadedBody](
                repeating: { _ in answer(503) }, count: 4)
                + [{ _ in whole() }])
        let test = pipeline(over: script)
        let batch = test.pipeline.prefetch([url])
        await wait(1)
        time.wake()
        await wait(2)
        async let response = test.pipeline.image(for: url)
        for count in 3...4 {
            await wait(count)
            time.wake()
        }
        #expect(try await response.image.size.width == 12)
        #expect(time.waits == [250, 500, 250, 500].map { .milliseconds($0) })
        #expect(await batch.end().done == 1)
    }

    @Test func `attempts whose body broke are not its own either`() async throws {
        let broken = { @Sendable (_: LoadRequest) in answer().breaking(after: [1, 2, 3]) }
        let script = Script([broken, broken, broken, { _ in whole() }])
        let test = pipeline(over: script)
        let batch = test.pipeline.prefetch([url])
        await wait(1)
        time.wake()
        await wait(2)
        async let response = test.pipeline.image(for: url)
        await wait(3)
        time.wake()
        #expect(try await response.image.size.width == 12)
        #expect(await batch.end().done == 1)
    }

    @Test func `an equal caller waits with the others, and each rise counts once`() async throws {
        let script = Script([{ _ in answer(503) }])
        let test = pipeline(over: script, attempts: 9)
        let control = LoadControl(priority: .low)
        var request = ImageRequest(url)
        request.control = control
        let tasks = [request, request].map { request in
            Task { [test] in try await test.pipeline.image(for: request) }
        }
        await wait(1)
        #expect(await eventually { test.pipeline.work.waiters == 3 })
        #expect(script.count == 1)
        control.priority = .high
        await wait(2)
        #expect(script.count == 2)
        control.priority = .low
        control.priority = .high
        time.wake()
        await wait(3)
        // The back-off goes on.
        #expect(time.waits == [250, 250, 500].map { .milliseconds($0) })
        #expect(script.count == 3)
        for task in tasks { task.cancel() }
    }
}

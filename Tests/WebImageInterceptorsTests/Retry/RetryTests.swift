import FoundationEssentials
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImageTesting

/// Retries with a clock and random numbers of the test.
struct RetryTests {
    let time = ManualTime()
    var retry: Retry { Retry(clock: time.clock, random: { 0.5 }) }

    @Test func `an answer that may pass is asked for again, after longer and longer waits`()
        async throws
    {
        let script = Script([
            { _ in answer(503) }, { _ in throw LoadFailure(.connectionFailed, "refused") },
            { _ in answer(200, [:], [1, 2]) },
        ])
        let body = try await load([retry], over: script)
        #expect(try await body.allBytes() == [1, 2])
        #expect(time.waits == [.milliseconds(250), .milliseconds(500)])
    }

    @Test func `attempts end, and the last answer is the load's`() async throws {
        let script = Script([{ _ in answer(503) }])
        #expect(try await load([retry], over: script).head.status == 503)
        #expect(script.count == 3)
        let failing = Script([{ _ in throw ImageError.load(LoadFailure(.timedOut, "silence")) }])
        #expect(await failure { try await load([retry], over: failing) }?.kind == .timedOut)
        #expect(failing.count == 3)
    }

    @Test(arguments: [
        ("7", 7.25), ("Sun, 09 Sep 2001 01:47:00 GMT", 20.25),
        ("Sun, 09 Sep 2001 01:00:00 GMT", 0.25), ("soon", 0.25),
    ])
    func `Retry-After is seconds or a date`(field: String, seconds: Double) async throws {
        let script = Script([{ _ in answer(429, ["Retry-After": field]) }, { _ in answer() }])
        #expect(try await load([retry], over: script).head.status == 200)
        #expect(time.waits == [.seconds(seconds)])
    }

    @Test func `a server that wants too much patience gets none`() async throws {
        let script = Script([{ _ in answer(503, ["Retry-After": "3600"]) }])
        #expect(try await load([retry], over: script).head.status == 503)
        #expect(script.count == 1)
        #expect(time.waits.isEmpty)
    }

    @Test(arguments: [(404, "GET"), (200, "GET"), (503, "POST"), (401, "GET")])
    func `what would not pass is asked once`(status: Int, method: String) async throws {
        let script = Script([{ _ in answer(status) }])
        let request = LoadRequest(source: .url("http://origin.test/a"), method: method)
        #expect(try await load([retry], over: script, request).head.status == status)
        #expect(script.count == 1)
    }

    @Test func `a cancelled load does not wait for its next attempt`() async {
        let time = ManualTime(isHeld: true)
        let retry = Retry(clock: time.clock, random: { 0.5 })
        let script = Script([{ _ in answer(503) }])
        let task = Task { try await load([retry], over: script) }
        #expect(await eventually { time.sleeperCount == 1 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(script.count == 1)
    }

    @Test func `a body that breaks begins again, and only whole bytes are kept`() async throws {
        let picture = TestPipeline.picture()
        let bytes = Array(
            picture.prefix(100).withSpan { span in
                (0..<100).map { span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
            })
        let script = Script([
            { _ in answer().breaking(after: bytes) },
            { _ in
                var whole = answer()
                whole.chunks = BodyStream([picture])
                return whole
            },
        ])
        var test = TestPipeline(loader: ScriptedLoader { try script.load($0) })
        test.pipeline.interceptors = [retry]
        let response = try await test.pipeline.image(
            for: ImageRequest("http://origin.test/a.bmp"))
        #expect(response.encodedByteCount == picture.count)
        #expect(script.count == 2)
        #expect(script.requests.value.map(\.restartCount) == [0, 1])
    }

    @Test func `a body that breaks always is loaded as often as the policy says`() async {
        let script = Script([{ _ in answer().breaking(after: [1, 2, 3]) }])
        var test = TestPipeline(loader: ScriptedLoader { try script.load($0) })
        test.pipeline.interceptors = [retry]
        let error = await test.error(of: ImageRequest("http://origin.test/a.bmp"))
        guard case .load(let failure) = error else {
            Issue.record("not a failed load: \(String(describing: error))")
            return
        }
        #expect(failure.kind == .truncated)
        #expect(script.count == 3)
        #expect(test.folder.files.isEmpty)
    }

    @Test func `an interceptor that always starts over is stopped`() async {
        let script = Script([{ _ in answer(200, [:], [1]) }])
        var test = TestPipeline(loader: ScriptedLoader { try script.load($0) })
        test.pipeline.interceptors = [StartingOver()]
        let error = await test.error(of: ImageRequest("http://origin.test/a.bmp"))
        #expect(error?.reason == "void")
        #expect(script.count == RestartLoad.maxCount + 1)
    }
}

private struct StartingOver: LoadInterceptor {
    var identity: String { "over" }

    func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        var answer = try await next(request)
        answer.chunks = BodyStream(
            AsyncThrowingStream<ByteBlock, any Error> {
                $0.finish(throwing: RestartLoad(after: LoadFailure(.changed, "void")))
            })
        return answer
    }
}

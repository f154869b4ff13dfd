import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// One unbroken body over several connections.
struct ResumeTests {
    let time = ManualTime()
    let bytes = (0..<100).map { UInt8($0) }
    var resume: Resume { Resume(clock: time.clock, random: { 0.5 }) }

    private func whole(_ tag: String = "\"v1\"") -> LoadedBody {
        answer(200, ["ETag": tag], bytes, expecting: 100)
    }

    private func rest(_ range: Range<Int>) -> LoadedBody {
        let field = "bytes \(range.lowerBound)-\(range.upperBound - 1)/100"
        return answer(206, ["Content-Range": field], Array(bytes[range]))
    }

    @Test func `a broken body goes on where it broke`() async throws {
        let script = Script([
            { [self] _ in whole().breaking(after: Array(bytes[..<40])) },
            { [self] _ in rest(40..<100).breaking(after: Array(bytes[40..<70])) },
            { [self] _ in rest(70..<100) },
        ])
        #expect(try await load([resume], over: script).allBytes() == bytes)
        #expect(
            script.requests.value.map { $0.headers["Range"] } == [nil, "bytes=40-", "bytes=70-"])
    }

    @Test func `what was received is kept when the next attempt dies before its answer`()
        async throws
    {
        let script = Script([
            { [self] _ in whole().breaking(after: Array(bytes[..<40])) },
            { _ in throw ImageError.load(LoadFailure(.connectionFailed, "refused")) },
            { [self] _ in rest(40..<100) },
        ])
        #expect(try await load([resume], over: script).allBytes() == bytes)
        #expect(
            script.requests.value.map { $0.headers["Range"] } == [nil, "bytes=40-", "bytes=40-"])
    }

    @Test func `a body that ends early is a broken one`() async throws {
        let script = Script([
            { [self] _ in
                var short = whole()
                short.chunks = BodyStream([ByteBlock(copying: Array(bytes[..<30]))])
                return short
            },
            { [self] _ in rest(30..<60) }, { [self] _ in rest(60..<100) },
        ])
        #expect(try await load([resume], over: script).allBytes() == bytes)
        #expect(script.count == 3)
    }

    @Test func `a server without ranges sends all again; what is there is skipped`() async throws {
        let script = Script([
            { [self] _ in whole().breaking(after: Array(bytes[..<40])) }, { [self] _ in whole() },
        ])
        #expect(try await load([resume], over: script).allBytes() == bytes)
    }

    @Test func `a repeated answer that ends before what is there is no whole one`() async throws {
        let script = Script([
            { [self] _ in
                answer(200, ["ETag": "\"v1\""]).breaking(after: Array(bytes[..<40]))
            },
            { [self] _ in answer(200, ["ETag": "\"v1\""], Array(bytes[..<30])) },
        ])
        let body = try await load([resume], over: script)
        await #expect(throws: LoadFailure.self) { try await body.allBytes() }
    }

    @Test func `other bytes make the load begin again`() async throws {
        let (old, new) = (TestPipeline.picture(seed: 1), TestPipeline.picture(seed: 2))
        let script = Script([
            { _ in
                var first = answer(200, ["ETag": "\"v1\""], expecting: old.count)
                let half = old.prefix(200)
                first.chunks = BodyStream(
                    AsyncThrowingStream<ByteBlock, any Error> {
                        $0.yield(half)
                        $0.finish(throwing: LoadFailure(.truncated, "a scripted break"))
                    })
                return first
            },
            { _ in answer(200, ["ETag": "\"v2\""]) },
            { _ in
                var second = answer(200, ["ETag": "\"v2\""], expecting: new.count)
                second.chunks = BodyStream([new])
                return second
            },
        ])
        var test = TestPipeline(loader: ScriptedLoader { try script.load($0) })
        test.pipeline.interceptors = [resume]
        let image = try await test.pipeline.image(for: ImageRequest("http://origin.test/a.bmp"))
        #expect(image.image.poster[0, 0].z == 2)
        #expect(script.requests.value.map { $0.headers["Range"] } == [nil, "bytes=200-", nil])
    }

    @Test func `a weak validator is not trusted`() async {
        let script = Script([{ [self] _ in whole("W/\"v1\"").breaking(after: [0, 1]) }])
        let failed = await failure { try await load([resume], over: script).allBytes() }
        #expect(failed?.kind == .truncated)
        #expect(script.count == 1)
    }

    @Test func `attempts without progress end`() async {
        let script = Script([
            { [self] _ in whole().breaking(after: Array(bytes[..<40])) },
            { _ in answer(503, ["Retry-After": "2"]) },
        ])
        let failed = await failure { try await load([resume], over: script).allBytes() }
        #expect(failed?.kind == .status(503))
        #expect(script.count == 3)
        #expect(time.waits == [.milliseconds(250), .milliseconds(2250)])
    }

    @Test func `a server that sends a byte at a time is not resumed for ever`() async {
        let script = Script([
            { [self] request in
                let field = request.headers["Range"]?.dropFirst(6).dropLast()
                let start = field.flatMap { Int($0) } ?? 0
                let body = start == 0 ? whole() : rest(start..<100)
                return body.breaking(after: [UInt8(start)])
            }
        ])
        let failed = await failure { try await load([resume], over: script).allBytes() }
        #expect(failed?.kind == .truncated)
        #expect(script.count == Resume.maxCount + 1)
    }

    @Test func `with retries behind it the rest is asked for as often as they say`() async throws {
        let script = Script([
            { [self] _ in whole().breaking(after: Array(bytes[..<40])) },
            { _ in answer(503) }, { _ in answer(503) }, { [self] _ in rest(40..<100) },
        ])
        let retry = Retry(clock: time.clock, random: { 0 })
        #expect(try await load([resume, retry], over: script).allBytes() == bytes)
        #expect(script.count == 4)
    }
}

import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// The cache of permanent failures, which are remembered for a time.
struct NegativeCacheTests {
    private let url = "http://origin.test/a.bmp"
    private static let page = ByteBlock(copying: Array("<!DOCTYPE html><html></html>".utf8))

    private func request(retries: Bool = false, _ cache: RequestPolicy = .normal) -> ImageRequest {
        var request = ImageRequest(url)
        request.ignoresRememberedFailures = retries
        request.ask(cache)
        return request
    }

    @Test func `bytes that are no picture are loaded once`() async throws {
        var test = TestPipeline(bytes: Self.page)
        let clock = TestClock()
        test.pipeline.now = { clock.now }
        let start = clock.now
        _ = await test.error(of: request())
        clock.advance(by: 20)
        let error = await test.error(of: request())
        #expect(test.loader.loadCount == 1)
        guard case .remembered(let since, .decode) = error else {
            Issue.record("ended with \(String(describing: error))")
            return
        }
        #expect(since == start)
        #expect(error?.stage == "decode")
        #expect(error?.reason.contains("HTML") == true)
        #expect(error?.reason.contains("2027-01-15T08:00:00Z") == true)
    }

    @Test func `bytes that arrive alone end the memory of a status, not of a bad picture`()
        async throws
    {
        let fresh = FreshPipeline()
        var changed = fresh.pipeline
        changed.failures = NegativeCache { _ in .seconds(600) }
        let pipeline = changed
        fresh.origin.change { $0.status = 404 }
        for _ in 0..<2 {
            await #expect(throws: ImageError.self) {
                try await pipeline.image(for: fresh.request())
            }
        }
        #expect(fresh.origin.requests.count == 1)
        fresh.origin.change { $0.status = 200 }
        _ = try await pipeline.data(for: fresh.request(.refresh))
        _ = try await pipeline.image(for: fresh.request())
        #expect(fresh.origin.requests.count == 3)
        let bad = TestPipeline(bytes: Self.page)
        _ = await bad.error(of: request())
        _ = try await bad.pipeline.data(for: request(retries: true))
        _ = await bad.error(of: request())
        #expect(bad.loader.loadCount == 2)
    }

    @Test func `another size of it is not loaded either`() async throws {
        let test = TestPipeline(bytes: Self.page)
        _ = await test.error(of: request())
        var small = request()
        small.targetSize = PixelSize(width: 3, height: 3)
        #expect(await test.error(of: small)?.stage == "decode")
        #expect(test.loader.loadCount == 1)
    }

    @Test func `observers are told who was refused`() async throws {
        let test = TestPipeline(bytes: Self.page)
        _ = await test.error(of: request())
        _ = await test.error(of: request())
        let refused = test.trace.events.filter { event in
            if case .refused(_, .decode) = event { return true }
            return false
        }
        #expect(refused.count == 1)
    }

    @Test func `a failure is forgotten when its time is over`() async throws {
        var test = TestPipeline(bytes: Self.page)
        let clock = TestClock()
        test.pipeline.now = { clock.now }
        _ = await test.error(of: request())
        clock.advance(by: 299)
        _ = await test.error(of: request())
        #expect(test.loader.loadCount == 1)
        clock.advance(by: 2)
        _ = await test.error(of: request())
        #expect(test.loader.loadCount == 2)
    }

    @Test func `who retries asks again, and a success is remembered as one`() async throws {
        let isMended = Locked(false)
        let loader = ScriptedLoader { _ in
            let bytes = isMended.value ? TestPipeline.picture() : Self.page
            return LoadedBody(
                head: ResponseHead(url: "http://origin.test/a.bmp"), origin: .network,
                expectedByteCount: nil, chunks: BodyStream([bytes]))
        }
        let test = TestPipeline(loader: loader)
        _ = await test.error(of: request())
        _ = await test.error(of: request(retries: true))
        #expect(loader.loadCount == 2)
        isMended.change { $0 = true }
        #expect(await test.error(of: request()) != nil)
        #expect(try await test.pipeline.image(for: request(retries: true)).origin == .network)
        try #require(test.pipeline.disk).removeAll()
        test.pipeline.memory.removeAll()
        #expect(try await test.pipeline.image(for: request()).origin == .network)
        #expect(loader.loadCount == 4)
    }

    @Test(arguments: [RequestPolicy.refresh, .bypass])
    func `who wants the origin gets it`(policy: RequestPolicy) async throws {
        let test = TestPipeline(bytes: Self.page)
        _ = await test.error(of: request())
        _ = await test.error(of: request(policy))
        #expect(test.loader.loadCount == 2)
    }

    @Test func `a load past all caches shares no work with one that only writes them`()
        async throws
    {
        let test = TestPipeline(isFrozen: true)
        let pipeline = test.pipeline
        var writing = request()
        writing.read = .nothing
        var past = request()
        past.bypassCaches()
        async let first = pipeline.image(for: writing)
        #expect(await eventually { test.loader.loadCount == 1 })
        async let second = pipeline.image(for: past)
        #expect(await eventually { test.loader.loadCount == 2 })
        test.loader.thaw()
        _ = try await (first, second)
    }

    private func request(_ policy: RequestPolicy) -> ImageRequest {
        request(retries: false, policy)
    }

    @Test(arguments: [404, 500])
    func `a status is not remembered unless a policy says so`(status: Int) async throws {
        let loader = ScriptedLoader { _ in
            LoadedBody(
                head: ResponseHead(url: "http://origin.test/a.bmp", status: status),
                origin: .network, expectedByteCount: nil, chunks: BodyStream([]))
        }
        var test = TestPipeline(loader: loader)
        _ = await test.error(of: request())
        _ = await test.error(of: request())
        #expect(loader.loadCount == 2)
        test.pipeline.failures = NegativeCache { error in
            error.status == 404 ? .seconds(60) : NegativeCache.standardLifetime(of: error)
        }
        _ = await test.error(of: request())
        let last = await test.error(of: request())
        #expect(loader.loadCount == (status == 404 ? 3 : 4))
        #expect(last?.status == status)
    }

    @Test func `a failure behind a stale image that stands in is remembered, too`() async throws {
        var fresh = FreshPipeline()
        fresh.test.pipeline.failures = NegativeCache { $0.status == 500 ? .seconds(60) : nil }
        var request = fresh.request()
        request.staleIfError = .seconds(3600)
        _ = try await fresh.pipeline.image(for: request)
        await fresh.pipeline.flush()
        fresh.origin.change { $0.status = 500 }
        fresh.origin.change { $0.knowsConditions = false }
        fresh.clock.advance(by: 61)
        for _ in 0..<3 {
            let response = try await fresh.pipeline.image(for: request)
            #expect(response.isStale && response.staleReason?.status == 500)
        }
        #expect(fresh.origin.requests.count == 2)
        fresh.clock.advance(by: 61)
        _ = try await fresh.pipeline.image(for: request)
        #expect(fresh.origin.requests.count == 3)
    }

    @Test(
        arguments: [
            ImageError.request("no Wi-Fi"), .load(LoadFailure(.refusedRequest, "no Wi-Fi")),
            .load(LoadFailure(.refusedAddress, "a policy")),
            .load(LoadFailure(.redirect, "to another scheme")), .load(LoadFailure(.tooLarge, "")),
        ])
    func `a refusal by the caller's own means is not remembered`(_ refusal: ImageError) async throws
    {
        let isOffline = Locked(true)
        var test = TestPipeline()
        test.pipeline.interceptors = [
            .changeRequest("wifi", effect: .delivery) { _ in
                if isOffline.value { throw refusal }
            }
        ]
        #expect(await test.error(of: request())?.reason == refusal.reason)
        isOffline.change { $0 = false }
        #expect(try await test.pipeline.image(for: request()).origin == .network)
    }

    @Test func `caches still answer`() async throws {
        let test = TestPipeline(bytes: Self.page)
        _ = await test.error(of: request())
        let key = try await test.pipeline.prepare(request()).dataKey
        try #require(test.pipeline.disk).store(
            TestPipeline.picture(), for: key, head: EntryHead(storedAt: Date()))
        #expect(try await test.pipeline.image(for: request()).origin == .disk)
    }

    @Test func `the bytes can still be had`() async throws {
        let test = TestPipeline(bytes: Self.page)
        _ = await test.error(of: request())
        #expect(try await test.pipeline.data(for: request()).bytes.count == 28)
    }

    @Test func `a request's own decoder is another attempt`() async throws {
        let test = TestPipeline(bytes: DotsFile().block)
        _ = await test.error(of: request())
        var own = request()
        own.decoder = DotsDecoder()
        #expect(try await test.pipeline.image(for: own).format == .dots)
    }

    @Test func `a pipeline with other stages makes its own attempt`() async throws {
        let test = TestPipeline(bytes: DotsFile().block)
        _ = await test.error(of: request())
        var copy = test.pipeline
        copy.codecs.decoders.append(DotsDecoder())
        #expect(try await copy.image(for: request()).format == .dots)
    }

    @Test func `a cancelled load is no failure`() async throws {
        let test = TestPipeline(isFrozen: true)
        let pipeline = test.pipeline
        pipeline.failures?.removeAll()
        let load = Task { try await pipeline.image(for: request()) }
        #expect(await eventually { test.loader.loadCount == 1 })
        load.cancel()
        _ = await load.result
        test.loader.thaw()
        #expect(try await pipeline.image(for: request()).origin == .network)
    }

    @Test func `there are never more than its bound, and any can be removed`() async throws {
        var test = TestPipeline(bytes: Self.page)
        let failures = NegativeCache(maxCount: 3)
        test.pipeline.failures = failures
        for index in 0..<10 { _ = await test.error(of: ImageRequest("\(url)?\(index)")) }
        #expect(failures.count == 3)
        _ = await test.error(of: ImageRequest("\(url)?9"))
        #expect(test.loader.loadCount == 10)
        failures.remove(try await test.pipeline.prepare(ImageRequest("\(url)?9")).dataKey)
        #expect(failures.count == 2)
        _ = await test.error(of: ImageRequest("\(url)?9"))
        #expect(test.loader.loadCount == 11)
        failures.removeAll()
        #expect(failures.count == 0)
    }
}

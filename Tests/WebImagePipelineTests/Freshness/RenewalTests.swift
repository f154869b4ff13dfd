import FoundationEssentials
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting

/// `CachePolicy.cachedFirst`: the renewal behind an image that is shown first.
struct RenewalTests {
    typealias Place = RefreshTests.Place

    private let fields: HeaderFields = ["ETag": "\"1\"", "Cache-Control": "no-cache"]

    @Test(arguments: Place.allCases)
    func `updates show what is stale, then what the origin has`(place: Place) async throws {
        let fresh = try await CachedFirstTests.aged(place)
        let words = await fresh.updates(fresh.request(.cachedFirst))
        #expect(words == ["cached \(place)", "finished network"])
        #expect(try await fresh.load().image.size.width == 33)
        #expect(fresh.origin.requests.count == 2)
    }

    @Test(arguments: Place.allCases, [true, false])
    func `an image that is confirmed is the one that was shown`(
        place: Place, knowsConditions: Bool
    ) async throws {
        let fresh = try await CachedFirstTests.aged(place)
        fresh.origin.change {
            $0.bytes = TestPipeline.picture()
            $0.headers["ETag"] = "\"1\""
            $0.knowsConditions = knowsConditions
        }
        var (shown, last): (ImageResponse?, ImageResponse?)
        for await update in fresh.pipeline.updates(for: fresh.request(.cachedFirst)) {
            if case .cached(let response) = update { shown = response }
            if case .finished(let result) = update { last = try result.get() }
        }
        #expect(shown?.isStale == true)
        #expect(last?.isStale == false)
        #expect(last?.unchanged == true)
        #expect(shown?.image.handle === last?.image.handle)
    }

    @Test(arguments: Place.allCases, [401, 403, 404, 410])
    func `an image that the origin withdraws is removed, and the load fails`(
        place: Place, status: Int
    ) async throws {
        let fresh = try await CachedFirstTests.aged(place)
        fresh.origin.change { $0.status = status }
        let words = await fresh.updates(fresh.request(.cachedFirst))
        #expect(words == ["cached \(place)", "failed load"])
        #expect(fresh.test.folder.files.isEmpty)
        #expect(try await fresh.pipeline.cachedImage(for: fresh.request(.cachedFirst)) == nil)
    }

    @Test func `its variant is removed with it`() async throws {
        let fresh = FreshPipeline()
        var request = fresh.request(.cachedFirst)
        request.diskRepresentation = .both
        request.serializer = EncodingSerializer(as: .bmp)
        request.storeCompletion = .everything
        _ = try await fresh.pipeline.image(for: request)
        #expect(fresh.test.folder.files.count == 2)
        fresh.clock.advance(by: 61)
        fresh.origin.change {
            $0.status = 404
            $0.headers["ETag"] = nil
        }
        #expect(await fresh.updates(request) == ["cached memory", "failed load"])
        #expect(fresh.test.folder.files.isEmpty)
    }

    @Test func `a plain load learns of it the next time`() async throws {
        let fresh = try await CachedFirstTests.aged(.memory)
        fresh.origin.change { $0.status = 404 }
        #expect(try await fresh.load(.cachedFirst).isStale)
        let key = try await fresh.pipeline.prepare(fresh.request()).imageKey
        #expect(await eventually { fresh.pipeline.memory.image(for: key) == nil })
        #expect(fresh.test.folder.files.isEmpty)
        let error = await #expect(throws: ImageError.self) { try await fresh.load(.cachedFirst) }
        #expect(error?.status == 404)
    }

    @Test(arguments: Place.allCases, [nil, 400, 500, 503])
    func `when the origin fails the picture stays, however strict its answer was`(
        place: Place, status: Int?
    ) async throws {
        let fresh = try await CachedFirstTests.aged(place, ["Cache-Control": "no-cache"])
        fresh.origin.change {
            $0.status = status ?? 200
            if status == nil { $0.failure = LoadFailure(.connectionFailed, "down") }
        }
        var request = fresh.request(.cachedFirst)
        request.staleIfError = nil
        let words = await fresh.updates(request)
        #expect(words == ["cached \(place)", "finished \(place) stale"])
        #expect(try await fresh.pipeline.image(for: request).isStale)
        #expect(fresh.test.folder.files.count == 1)
    }

    @Test func `all callers share one renewal, and none follows within ten seconds`()
        async throws
    {
        var fresh = FreshPipeline()
        let start = ContinuousClock.now
        let time = Locked(start)
        fresh.test.pipeline.time = { time.value }
        fresh.origin.change { [fields] in $0.headers = fields }
        _ = try await fresh.load()
        let loader = fresh.origin.loader(isFrozen: true)
        fresh.test.pipeline.loader = loader
        let (pipeline, request) = (fresh.pipeline, fresh.request(.cachedFirst))
        let followers = [0, 1].map { _ in Task { [fresh] in await fresh.updates(request) } }
        for _ in 0..<5 { #expect(try await pipeline.image(for: request).isStale) }
        #expect(await eventually { loader.loadCount == 1 })
        loader.thaw()
        for follower in followers {
            #expect(await follower.value == ["cached memory", "finished memory unchanged"])
        }
        time.change { $0 = start.advanced(by: .seconds(9.9)) }
        #expect(await fresh.updates(request) == ["finished memory"])
        #expect(try await pipeline.image(for: request).isStale)
        #expect(loader.loadCount == 1)
        time.change { $0 = start.advanced(by: .seconds(10)) }
        #expect(await fresh.updates(request) == ["cached memory", "finished memory unchanged"])
        #expect(loader.loadCount == 2)
    }

    @Test func `a renewal stands behind the loads that callers wait for`() async throws {
        var fresh = try await CachedFirstTests.aged(.memory)
        let loader = fresh.origin.loader(isFrozen: true)
        fresh.test.pipeline.loader = loader
        fresh.test.pipeline.limitTransfers(to: 1, perHost: 1)
        let pipeline = fresh.pipeline
        var request = fresh.request(.cachedFirst)
        request.priority = .high
        let first = Task { try await pipeline.image(for: "http://origin.test/first.bmp") }
        #expect(await eventually { loader.loadCount == 1 })
        #expect(try await pipeline.image(for: request).isStale)
        #expect(await eventually { pipeline.work.queued == 1 })
        let visible = Task { try await pipeline.image(for: "http://origin.test/visible.bmp") }
        #expect(await eventually { pipeline.work.queued == 2 })
        loader.thaw()
        _ = try await (first.value, visible.value)
        #expect(await fresh.holds(width: 33))
        let urls = fresh.origin.requests.dropFirst().map { "\($0.source)".suffix(12) }
        #expect(urls.map { $0.contains("a.bmp") } == [false, false, true])
    }

    @Test(arguments: [true, false])
    func `a renewal outlives the caller that began it`(byControl: Bool) async throws {
        var fresh = try await CachedFirstTests.aged(.memory)
        let loader = fresh.origin.loader(isFrozen: true)
        fresh.test.pipeline.loader = loader
        let control = LoadControl()
        var request = fresh.request(.cachedFirst)
        request.control = control
        let task = Task { [fresh, request] in await fresh.updates(request) }
        #expect(await eventually { loader.loadCount == 1 })
        if byControl { control.cancel() } else { task.cancel() }
        #expect(await task.value.last == (byControl ? "failed cancelled" : "cached memory"))
        loader.thaw()
        #expect(await fresh.holds(width: 33))
        #expect(loader.cancelCount == 0)
    }

    @Test func `a caller that waits no longer keeps the picture`() async throws {
        var fresh = try await CachedFirstTests.aged(.memory)
        let loader = fresh.origin.loader(isFrozen: true)
        fresh.test.pipeline.loader = loader
        var request = fresh.request(.cachedFirst)
        request.timeout = .milliseconds(20)
        #expect(await fresh.updates(request) == ["cached memory", "finished memory stale"])
    }

    @Test func `the bytes come with the renewed image`() async throws {
        let fresh = try await CachedFirstTests.aged(.memory)
        var request = fresh.request(.cachedFirst)
        request.keepsEncodedBytes = true
        var bytes: [ByteBlock?] = []
        for await update in fresh.pipeline.updates(for: request) {
            switch update {
            case .cached(let response): bytes.append(response.encoded?.bytes)
            case .finished(let result): bytes.append(try result.get().encoded?.bytes)
            default: break
            }
        }
        #expect(bytes == [TestPipeline.picture(), TestPipeline.picture(width: 33)])
    }
}

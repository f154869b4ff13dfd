import FoundationEssentials
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImagePrefetch
import WebImageTesting

/// Entries in memory and on disk that are no longer fresh.
struct StaleTests {
    @Test func `a stale image is confirmed, then fresh again, also for other processes`()
        async throws
    {
        let fresh = FreshPipeline()
        _ = try await fresh.load()
        fresh.clock.advance(by: 61)
        let response = try await fresh.load()
        #expect(response.unchanged)
        #expect(response.origin == .memory)
        #expect(fresh.test.decoder.decodeCount == 1)
        fresh.clock.advance(by: 59)
        #expect(try await fresh.load().origin == .memory)
        fresh.pipeline.memory.removeAll()
        #expect(try await fresh.load().origin == .disk)
        #expect(fresh.origin.requests.map { $0.headers["If-None-Match"] } == [nil, "\"1\""])
    }

    @Test func `a stale image that changed is replaced`() async throws {
        let fresh = FreshPipeline()
        _ = try await fresh.load()
        fresh.clock.advance(by: 61)
        fresh.origin.change {
            $0.bytes = TestPipeline.picture(width: 33)
            $0.headers["ETag"] = "\"2\""
        }
        let response = try await fresh.load()
        #expect(response.image.size.width == 33)
        #expect(!response.unchanged)
    }

    @Test func `bytes that expire meanwhile hold no memory that their transfer waits for`()
        async throws
    {
        var fresh = FreshPipeline()
        fresh.origin.change { $0.bytes = TestPipeline.picture(width: 400, height: 400) }
        var request = fresh.request()
        request.storeCompletion = .everything
        // Without it a failure would be an endless wait.
        request.timeout = .seconds(60)
        _ = try await fresh.pipeline.image(for: request)
        fresh.test.pipeline.memory = MemoryCache(maxBytes: 0, findsReleased: false)
        fresh.test.pipeline.observers = [LateClock(clock: fresh.clock)]
        // Less than these bytes and those of a second transfer.
        fresh.pipeline.limitMemory(to: 2 << 20)
        #expect(try await fresh.pipeline.image(for: request).image.size.width == 400)
        #expect(fresh.origin.requests.map { $0.headers["If-None-Match"] } == [nil, "\"1\""])
    }

    @Test func `an image that is in memory only is confirmed without bytes`() async throws {
        let fresh = FreshPipeline()
        var request = fresh.request()
        request.store = .memoryOnly
        _ = try await fresh.pipeline.image(for: request)
        fresh.clock.advance(by: 61)
        #expect(try await fresh.pipeline.image(for: request).unchanged)
        #expect(try await fresh.pipeline.image(for: request).origin == .memory)
        #expect(fresh.origin.requests.count == 2)
        #expect(fresh.test.folder.files.isEmpty)
    }

    @Test func `who joins a confirmation without bytes gets its own`() async throws {
        var fresh = FreshPipeline()
        var request = fresh.request()
        request.store = .memoryOnly
        _ = try await fresh.pipeline.image(for: request)
        fresh.clock.advance(by: 61)
        let loader = fresh.origin.loader(isFrozen: true)
        let cold = fresh.pipeline
        fresh.test.pipeline.loader = loader
        let pipeline = fresh.pipeline
        withExtendedLifetime(cold) {}
        let whole = request
        var other = request
        other.targetSize = PixelSize(width: 6, height: 4)
        let small = other
        async let one = pipeline.image(for: whole)
        #expect(await eventually { loader.loadCount == 1 })
        let trace = fresh.test.trace
        trace.reset()
        async let two = pipeline.image(for: small)
        #expect(await eventually { trace.trace.contains("disk:miss") })
        loader.thaw()
        let sizes = try await [one.image.size.width, two.image.size.width]
        #expect(sizes == [12, 6])
    }

    @Test(arguments: [true, false])
    func `of two at once each has a stale image only if it wants one`(strictFirst: Bool)
        async throws
    {
        var fresh = FreshPipeline()
        _ = try await fresh.load()
        fresh.clock.advance(by: 61)
        fresh.origin.change { $0.failure = LoadFailure(.connectionFailed, "down") }
        let loader = fresh.origin.loader(isFrozen: true)
        fresh.test.pipeline.loader = loader
        let (pipeline, lax) = (fresh.pipeline, fresh.request())
        var request = lax
        request.staleIfError = nil
        let strict = request
        let one = Task { try await pipeline.image(for: strictFirst ? strict : lax) }
        #expect(await eventually { loader.loadCount == 1 })
        let two = Task { try await pipeline.image(for: strictFirst ? lax : strict) }
        #expect(await eventually { pipeline.work.waiters >= 3 })
        loader.thaw()
        let (shown, refused) = strictFirst ? (two, one) : (one, two)
        #expect(try await shown.value.staleReason != nil)
        await #expect(throws: ImageError.self) { try await refused.value }
    }

    @Test(arguments: PrefetchTarget.allCases)
    func `a stale image is no success of prefetching it`(target: PrefetchTarget) async throws {
        let fresh = FreshPipeline()
        _ = try await fresh.load()
        fresh.clock.advance(by: 61)
        fresh.origin.change { $0.failure = LoadFailure(.connectionFailed, "down") }
        let progress = await fresh.pipeline.prefetch([fresh.url], into: target).end()
        #expect([progress.failed, progress.done, progress.skipped] == [1, 0, 0])
    }

    @Test(.timeLimit(.minutes(2)))
    func `bytes that are no picture are loaded afresh though their origin confirms them`()
        async throws
    {
        let fresh = FreshPipeline()
        _ = try await fresh.load()
        let disk = try #require(fresh.pipeline.disk)
        let key = try await fresh.pipeline.prepare(fresh.request()).dataKey
        let entry = try #require(try disk.reader(for: key))
        try disk.store(ByteBlock(copying: Array("damage".utf8)), for: key, head: entry.head)
        fresh.pipeline.memory.removeAll()
        fresh.clock.advance(by: 61)
        #expect(try await fresh.load().image.size.width == 12)
        #expect(
            fresh.origin.requests.map { $0.headers["If-None-Match"] } == [nil, "\"1\"", nil])
    }

    @Test(arguments: [true, false])
    func `stale-while-revalidate answers at once and asks once`(inMemory: Bool) async throws {
        let fresh = FreshPipeline()
        fresh.origin.change {
            $0.headers["Cache-Control"] = "max-age=60, stale-while-revalidate=600"
        }
        _ = try await fresh.load()
        fresh.clock.advance(by: 61)
        fresh.origin.change {
            $0.bytes = TestPipeline.picture(width: 33)
            $0.headers["ETag"] = "\"2\""
        }
        if !inMemory { fresh.pipeline.memory.removeAll() }
        let response = try await fresh.load()
        #expect(response.image.size.width == 12)
        #expect(response.origin == (inMemory ? .memory : .disk))
        let pipeline = fresh.pipeline
        let prepared = try await pipeline.prepare(fresh.request())
        #expect(
            await eventually {
                pipeline.memory.image(for: prepared.imageKey)?.image?.size.width == 33
            })
        #expect(try await fresh.load().image.size.width == 33)
        #expect(fresh.origin.requests.count == 2)
    }

    @Test func `a revalidation in the background ends with its pipeline`() async throws {
        let fresh = FreshPipeline()
        fresh.origin.change {
            $0.headers["Cache-Control"] = "max-age=0, stale-while-revalidate=600"
        }
        _ = try await fresh.load()
        let loader = fresh.origin.loader(isFrozen: true)
        do {
            var other = fresh.pipeline
            other.background = RenewalTable(limit: 1)
            other.loader = loader
            #expect(try await other.image(for: fresh.request()).origin == .memory)
            #expect(await eventually { loader.loadCount == 1 })
        }
        #expect(await eventually { loader.cancelCount == 1 })
    }

    @Test func `only-if-cached is not answered by what is stale`() async throws {
        let fresh = FreshPipeline()
        _ = try await fresh.load()
        fresh.clock.advance(by: 61)
        #expect(try await fresh.pipeline.cachedImage(for: fresh.request()) == nil)
        var request = fresh.request()
        request.headers["Cache-Control"] = "max-stale=5"
        #expect(try await fresh.pipeline.cachedImage(for: request) != nil)
        #expect(fresh.origin.requests.count == 1)
    }

    @Test func `the request's own directives are obeyed`() async throws {
        let fresh = FreshPipeline()
        _ = try await fresh.load()
        var request = fresh.request()
        request.headers["Cache-Control"] = "no-cache"
        #expect(try await fresh.pipeline.image(for: request).unchanged)
        request.headers["Cache-Control"] = "only-if-cached"
        #expect(try await fresh.pipeline.image(for: request).origin == .memory)
        fresh.clock.advance(by: 61)
        let late = request
        let error = await #expect(throws: ImageError.self) {
            try await fresh.pipeline.image(for: late)
        }
        #expect(error?.stage == "disk")
        #expect(fresh.origin.requests.count == 2)
    }

    @Test func `Vary compares what is in no key`() async throws {
        let fresh = FreshPipeline()
        fresh.origin.change { $0.headers["Vary"] = "User-Agent" }
        var request = fresh.request()
        request.headers["User-Agent"] = "one"
        _ = try await fresh.pipeline.image(for: request)
        #expect(try await fresh.pipeline.image(for: request).origin == .memory)
        request.headers["User-Agent"] = "two"
        fresh.origin.change {
            $0.bytes = TestPipeline.picture(width: 33)
            $0.headers["ETag"] = "\"2\""
        }
        #expect(try await fresh.pipeline.image(for: request).image.size.width == 33)
        fresh.pipeline.memory.removeAll()
        request.headers["User-Agent"] = "one"
        fresh.origin.change { $0.headers["ETag"] = "\"3\"" }
        #expect(try await fresh.pipeline.image(for: request).origin == .network)
        #expect(fresh.origin.requests.count == 3)
    }

    @Test(arguments: ["no-cache", "max-age=0, must-revalidate"])
    func `an answer that forbids it does not stand in`(directives: String) async throws {
        let fresh = FreshPipeline()
        fresh.origin.change { $0.headers["Cache-Control"] = directives }
        _ = try await fresh.load()
        fresh.origin.change { $0.failure = LoadFailure(.timedOut, "slow") }
        await #expect(throws: ImageError.self) { try await fresh.load() }
        fresh.origin.change { $0.failure = nil }
        #expect(try await fresh.load().unchanged)
    }

    @Test func `a shared pipeline neither keeps nor uses what is private`() async throws {
        var fresh = FreshPipeline()
        fresh.origin.change { $0.headers["Cache-Control"] = "private, max-age=60" }
        _ = try await fresh.load()
        let mine = fresh.pipeline
        fresh.test.pipeline.cacheMode = .shared
        #expect(try await fresh.load().origin == .network)
        #expect(fresh.origin.requests.map { $0.headers["If-None-Match"] } == [nil, nil])
        #expect(try await mine.image(for: fresh.request()).origin == .memory)
        fresh.test.pipeline.cacheMode = .private
        #expect(try await fresh.load().origin == .memory)
    }
}

/// An observer that advances the clock as soon as the disk has been read.
private struct LateClock: PipelineObserver {
    let clock: TestClock

    func observe(_ event: PipelineEvent) {
        if case .measured(_, "disk", _) = event { clock.advance(by: 61) }
    }
}

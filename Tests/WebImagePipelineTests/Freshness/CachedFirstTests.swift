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

/// `CachePolicy.cachedFirst`: the content that is shown, whatever its age.
struct CachedFirstTests {
    typealias Place = RefreshTests.Place

    /// A pipeline whose picture was cached two days ago; the origin has another one by now.
    static func aged(
        _ place: Place, _ headers: HeaderFields = ["ETag": "\"1\"", "Cache-Control": "max-age=60"]
    ) async throws -> FreshPipeline {
        let fresh = FreshPipeline()
        fresh.origin.change { $0.headers = headers }
        _ = try await fresh.load()
        fresh.clock.advance(by: 2 * 86_400)
        if place == .disk { fresh.pipeline.memory.removeAll() }
        fresh.origin.change {
            $0.bytes = TestPipeline.picture(width: 33)
            if headers["ETag"] != nil { $0.headers["ETag"] = "\"2\"" }
        }
        return fresh
    }

    @Test(
        arguments: Place.allCases,
        ["max-age=60", "no-cache", "max-age=0", "max-age=0, must-revalidate", "stale-if-error=0"])
    func `an image is returned at once whatever HTTP says of its age`(
        place: Place, directives: String
    ) async throws {
        let extra: HeaderFields =
            directives == "stale-if-error=0" ? ["Expires": "0"] : ["ETag": "\"1\""]
        var headers = extra
        headers["Cache-Control"] = directives
        let fresh = try await Self.aged(place, headers)
        let response = try await fresh.load(.cachedFirst)
        #expect(response.image.size.width == 12)
        #expect(response.isStale)
        #expect(response.origin.rawValue == place.rawValue)
        #expect(response.staleReason == nil)
        #expect(await fresh.holds(width: 33))
        #expect(fresh.origin.requests.count == 2)
    }

    @Test(arguments: Place.allCases)
    func `an answer that can neither be confirmed nor stand in is shown all the same`(
        place: Place
    ) async throws {
        let fresh = try await Self.aged(place, ["Cache-Control": "no-cache"])
        let response = try await fresh.load(.cachedFirst)
        #expect(response.image.size.width == 12)
        #expect(response.isStale)
    }

    @Test func `without observers a hit in memory is as stale`() async throws {
        var fresh = try await Self.aged(.memory)
        fresh.test.pipeline.observers = []
        let response = try await fresh.load(.cachedFirst)
        #expect(response.isStale)
        #expect(response.image.size.width == 12)
        #expect(await fresh.holds(width: 33))
        #expect(fresh.origin.requests.count == 2)
    }

    @Test func `what is fresh is neither stale nor renewed`() async throws {
        let fresh = FreshPipeline()
        _ = try await fresh.load()
        #expect(try await !fresh.load(.cachedFirst).isStale)
        fresh.pipeline.memory.removeAll()
        #expect(try await !fresh.load(.cachedFirst).isStale)
        #expect(await fresh.updates(fresh.request(.cachedFirst)) == ["finished memory"])
        #expect(fresh.origin.requests.count == 1)
    }

    @Test func `a variant on disk is shown first`() async throws {
        let fresh = FreshPipeline()
        var request = fresh.request(.cachedFirst)
        request.diskRepresentation = .variant
        request.serializer = EncodingSerializer(as: .bmp)
        request.storeCompletion = .everything
        _ = try await fresh.pipeline.image(for: request)
        fresh.pipeline.memory.removeAll()
        fresh.clock.advance(by: 2 * 86_400)
        let response = try await fresh.pipeline.image(for: request)
        #expect(response.isStale)
        #expect(response.origin == .disk)
    }

    @Test func `the cache's own lifetime counts`() async throws {
        let fresh = try await Self.aged(.disk)
        fresh.clock.advance(by: 6 * 86_400)
        let response = try await fresh.load(.cachedFirst)
        #expect(response.origin == .network)
        #expect(!response.isStale)
    }

    @Test func `no-store is kept nowhere, and never shown`() async throws {
        let fresh = FreshPipeline()
        fresh.origin.change { $0.headers = ["Cache-Control": "no-store"] }
        _ = try await fresh.load(.cachedFirst)
        #expect(try await fresh.load(.cachedFirst).origin == .network)
        #expect(try await fresh.pipeline.cachedImage(for: fresh.request(.cachedFirst)) == nil)
    }

    @Test(arguments: Place.allCases)
    func `an image that varies by other fields is not shown`(place: Place) async throws {
        let fresh = FreshPipeline()
        fresh.origin.change { $0.headers["Vary"] = "User-Agent" }
        var request = fresh.request(.cachedFirst)
        request.headers["User-Agent"] = "one"
        _ = try await fresh.pipeline.image(for: request)
        fresh.clock.advance(by: 61)
        if place == .disk { fresh.pipeline.memory.removeAll() }
        request.headers["User-Agent"] = "two"
        fresh.origin.change {
            $0.bytes = TestPipeline.picture(width: 33)
            $0.headers["ETag"] = "\"2\""
        }
        #expect(try await fresh.pipeline.cachedImage(for: request) == nil)
        #expect(try await fresh.pipeline.image(for: request).image.size.width == 33)
        #expect(try await fresh.pipeline.image(for: request).isStale == false)
    }

    @Test(arguments: Place.allCases)
    func `an image of other credentials is not shown`(place: Place) async throws {
        let fresh = FreshPipeline()
        var request = fresh.request(.cachedFirst)
        request.headers["Authorization"] = "Bearer one"
        _ = try await fresh.pipeline.image(for: request)
        fresh.clock.advance(by: 61)
        if place == .disk { fresh.pipeline.memory.removeAll() }
        fresh.origin.change { $0.bytes = TestPipeline.picture(width: 33) }
        request.headers["Authorization"] = "Bearer two"
        #expect(try await fresh.pipeline.cachedImage(for: request) == nil)
        #expect(try await fresh.pipeline.image(for: request).image.size.width == 33)
        #expect(fresh.origin.requests[1].headers["If-None-Match"] == nil)
    }

    @Test func `the request's own directives count`() async throws {
        let fresh = try await Self.aged(.memory)
        var request = fresh.request(.cachedFirst)
        request.headers["Cache-Control"] = "no-cache"
        #expect(try await fresh.pipeline.image(for: request).image.size.width == 33)
        fresh.clock.advance(by: 61)
        request.headers["Cache-Control"] = "only-if-cached"
        #expect(try await fresh.pipeline.cachedImage(for: request) == nil)
    }

    @Test(arguments: Place.allCases)
    func `cachedImage returns what is stale, and asks no origin`(place: Place) async throws {
        let fresh = try await Self.aged(place, ["Cache-Control": "no-cache"])
        let found = try await fresh.pipeline.cachedImage(for: fresh.request(.cachedFirst))
        #expect(found?.isStale == true)
        #expect(found?.image.size.width == 12)
        // RFC 9111's rules for the others.
        #expect(try await fresh.pipeline.cachedImage(for: fresh.request()) == nil)
        await #expect(throws: ImageError.self) { try await fresh.load(.onlyIfCached) }
        #expect(await eventually { fresh.pipeline.work == PipelineWork() })
        #expect(fresh.origin.requests.count == 1)
    }

    @Test(arguments: Place.allCases)
    func `a shared cache acts as normal`(place: Place) async throws {
        var fresh = FreshPipeline()
        fresh.test.pipeline.cacheMode = .shared
        _ = try await fresh.load()
        fresh.clock.advance(by: 61)
        if place == .disk { fresh.pipeline.memory.removeAll() }
        #expect(try await fresh.pipeline.cachedImage(for: fresh.request(.cachedFirst)) == nil)
        let words = await fresh.updates(fresh.request(.cachedFirst))
        #expect(words == ["finished \(place) unchanged"])
    }

    @Test func `a shared cache still obeys stale-while-revalidate`() async throws {
        var fresh = FreshPipeline()
        fresh.test.pipeline.cacheMode = .shared
        fresh.origin.change {
            $0.headers["Cache-Control"] = "max-age=0, stale-while-revalidate=60"
        }
        _ = try await fresh.load()
        let words = await fresh.updates(fresh.request(.cachedFirst))
        #expect(words == ["finished memory"])
    }

    @Test(arguments: PrefetchTarget.allCases)
    func `a prefetch acts as normal`(target: PrefetchTarget) async throws {
        let fresh = try await Self.aged(.memory)
        let batch = fresh.pipeline.prefetch([fresh.request(.cachedFirst)], into: target)
        #expect(await batch.end().done == 1)
        #expect(fresh.origin.requests.count == 2)
    }

    @Test func `bytes are confirmed, since they cannot tell their age`() async throws {
        let fresh = try await Self.aged(.memory)
        let bytes = try await fresh.pipeline.data(for: fresh.request(.cachedFirst)).bytes
        #expect(bytes == TestPipeline.picture(width: 33))
    }

    @Test func `other policies tell what is stale too`() async throws {
        let fresh = FreshPipeline()
        fresh.origin.change {
            $0.headers["Cache-Control"] = "max-age=60, stale-while-revalidate=600"
        }
        _ = try await fresh.load()
        #expect(try await !fresh.load().isStale)
        fresh.clock.advance(by: 61)
        fresh.origin.change { $0.failure = LoadFailure(.connectionFailed, "down") }
        #expect(try await fresh.load().isStale)
        #expect(try await fresh.load(.refresh).isStale)
    }
}

extension FreshPipeline {
    /// Waits until memory has a picture of that width.
    func holds(width: Int) async -> Bool {
        guard let prepared = try? await pipeline.prepare(request()) else { return false }
        return await eventually { [pipeline] in
            pipeline.memory.image(for: prepared.imageKey)?.image?.size.width == width
        }
    }
}

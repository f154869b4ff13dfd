import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImageTesting

/// Stale content of the disk: bytes that are asked for alone, and images that stand in.
struct StaleBytesTests {
    @Test func `bytes alone are confirmed where an image would be renewed behind`() async throws {
        let fresh = FreshPipeline()
        fresh.origin.change {
            $0.headers["Cache-Control"] = "max-age=60, stale-while-revalidate=600"
        }
        _ = try await fresh.load()
        fresh.clock.advance(by: 61)
        _ = try await fresh.pipeline.data(for: fresh.request())
        #expect(fresh.origin.requests.count == 2)
    }

    @Test func `an image that was shown from disk stands in as one from disk`() async throws {
        let fresh = FreshPipeline()
        var request = fresh.request(.refresh)
        request.diskRepresentation = .variant
        request.serializer = EncodingSerializer(as: .bmp)
        request.storeCompletion = .everything
        _ = try await fresh.pipeline.image(for: request)
        fresh.pipeline.memory.removeAll()
        fresh.clock.advance(by: 61)
        fresh.origin.change { $0.failure = LoadFailure(.connectionFailed, "down") }
        #expect(await fresh.updates(request) == ["cached disk", "finished disk stale"])
    }

    @Test func `encoded bytes are confirmed too`() async throws {
        let fresh = FreshPipeline()
        _ = try await fresh.load()
        fresh.clock.advance(by: 61)
        let encoded = try await fresh.pipeline.data(for: fresh.request())
        #expect(encoded.bytes.count == TestPipeline.picture().count)
        fresh.origin.change { $0.failure = LoadFailure(.timedOut, "slow") }
        #expect(try await fresh.pipeline.data(for: fresh.request()).bytes == encoded.bytes)
        #expect(
            fresh.origin.requests.map { $0.headers["If-None-Match"] } == [nil, "\"1\"", "\"1\""])
    }
}

import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImageTesting

/// Cached content that survives what another response or request says.
struct KeptContentTests {
    @Test(arguments: [true, false])
    func `a page that must not be kept removes no picture`(inMemory: Bool) async throws {
        let fresh = FreshPipeline()
        _ = try await fresh.load()
        fresh.clock.advance(by: 61)
        if !inMemory { fresh.pipeline.memory.removeAll() }
        fresh.origin.change {
            $0.bytes = ByteBlock(copying: Array("<html>Log in</html>".utf8))
            $0.headers = ["Cache-Control": "no-store"]
        }
        for _ in 0..<2 { #expect(try await fresh.load().staleReason != nil) }
    }

    @Test func `a picture that must not be kept removes the former one`() async throws {
        let fresh = FreshPipeline()
        _ = try await fresh.load()
        fresh.clock.advance(by: 61)
        fresh.origin.change { $0.headers = ["Cache-Control": "no-store", "ETag": "\"2\""] }
        _ = try await fresh.load()
        #expect(fresh.test.folder.files.isEmpty)
        #expect(try await fresh.pipeline.cachedImage(for: fresh.request(.cachedFirst)) == nil)
    }

    @Test func `a request that says no-store removes nothing that others stored`() async throws {
        let fresh = FreshPipeline()
        _ = try await fresh.load()
        var request = fresh.request(.refresh)
        request.headers["Cache-Control"] = "no-store"
        _ = try await fresh.pipeline.image(for: request)
        #expect(fresh.test.folder.files.count == 1)
        #expect(try await fresh.load().origin == .memory)
    }

    @Test(arguments: [true, false])
    func `bytes that a program stored stand in for an origin that fails`(
        inMemory: Bool
    ) async throws {
        let fresh = FreshPipeline()
        try await fresh.pipeline.store(TestPipeline.picture(), for: fresh.request())
        if !inMemory { fresh.pipeline.memory.removeAll() }
        fresh.origin.change { $0.failure = LoadFailure(.connectionFailed, "down") }
        let response = try await fresh.load(.refresh)
        #expect(response.staleReason != nil && !response.isStale)
        #expect(try await fresh.pipeline.data(for: fresh.request(.refresh)).bytes.count > 0)
    }

    @Test func `an answer of the caches does not end the memory of a failure`() async throws {
        let fresh = FreshPipeline()
        fresh.pipeline.failures?.removeAll()
        var changed = fresh.pipeline
        changed.failures = NegativeCache { _ in .seconds(600) }
        let pipeline = changed
        _ = try await pipeline.image(for: fresh.request())
        fresh.origin.change { $0.failure = LoadFailure(.connectionFailed, "down") }
        var other = fresh.request(.refresh)
        other.staleIfError = nil
        let failing = other
        await #expect(throws: ImageError.self) { try await pipeline.image(for: failing) }
        pipeline.memory.removeAll()
        _ = try await pipeline.image(for: fresh.request())
        #expect(fresh.origin.requests.count == 2)
        fresh.clock.advance(by: 61)
        var small = fresh.request()
        small.staleIfError = nil
        let late = small
        let error = await #expect(throws: ImageError.self) { try await pipeline.image(for: late) }
        guard case .remembered = error else {
            Issue.record("ended with \(String(describing: error))")
            return
        }
        #expect(fresh.origin.requests.count == 2)
    }

    @Test func `refreshed bytes come from the origin, also those of a fresh entry`() async throws {
        let fresh = FreshPipeline()
        fresh.origin.change { $0.bytes = TestPipeline.picture(width: 700, height: 600) }
        _ = try await fresh.load()
        let bytes = try await fresh.pipeline.data(for: fresh.request(.refresh)).bytes
        #expect(bytes.count > 1 << 20)
        #expect(fresh.origin.requests.count == 2)
    }
}

import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImageRuntime
import WebImageTesting

/// The caches that are read.
struct ReadPolicyTests {
    private let url = "http://origin.test/a.bmp"

    private func request(
        _ read: CacheChoice, _ cache: RequestPolicy = .normal
    ) -> ImageRequest {
        var request = ImageRequest(url)
        request.read = read
        request.ask(cache)
        return request
    }

    @Test(arguments: [
        (CacheChoice.everywhere, ImageOrigin.memory), (.memoryOnly, .memory), (.diskOnly, .disk),
        (.nothing, .network),
    ])
    func `with both filled, the first that is asked answers`(
        read: CacheChoice, origin: ImageOrigin
    ) async throws {
        let test = TestPipeline()
        _ = try await test.pipeline.image(for: ImageRequest(url))
        #expect(try await test.pipeline.image(for: request(read)).origin == origin)
    }

    @Test(arguments: [
        (CacheChoice.everywhere, ImageOrigin.disk), (.memoryOnly, .network), (.diskOnly, .disk),
        (.nothing, .network),
    ])
    func `with the disk filled, only who asks it is answered by it`(
        read: CacheChoice, origin: ImageOrigin
    ) async throws {
        let test = TestPipeline()
        _ = try await test.pipeline.image(for: ImageRequest(url))
        test.pipeline.memory.removeAll()
        #expect(try await test.pipeline.image(for: request(read)).origin == origin)
        // The result is stored in all caches, whichever were read.
        #expect(try await test.pipeline.image(for: ImageRequest(url)).origin == .memory)
    }

    @Test(arguments: [
        (CacheChoice.memoryOnly, true), (.diskOnly, false), (.nothing, true),
    ])
    func `only-if-cached asks no cache that is left out`(read: CacheChoice, isMiss: Bool)
        async throws
    {
        let test = TestPipeline()
        _ = try await test.pipeline.image(for: ImageRequest(url))
        test.pipeline.memory.removeAll()
        let found = try await test.pipeline.cachedImage(for: request(read))
        #expect((found == nil) == isMiss)
        #expect(test.loader.loadCount == 1)
    }

    @Test(arguments: [RequestPolicy.refresh, .bypass])
    func `who wants the origin asks no cache`(policy: RequestPolicy) async throws {
        let test = TestPipeline()
        _ = try await test.pipeline.image(for: ImageRequest(url))
        let response = try await test.pipeline.image(for: request(.everywhere, policy))
        #expect(response.origin == .network)
    }

    @Test func `who finds nothing on disk shares the transfer of who did not look`() async throws {
        let test = TestPipeline(isFrozen: true)
        let pipeline = test.pipeline
        async let skipping = pipeline.image(for: request(.memoryOnly))
        #expect(await eventually { test.loader.loadCount == 1 })
        async let asking = pipeline.image(for: request(.everywhere))
        #expect(await eventually { pipeline.work.waiters == 4 })
        test.loader.thaw()
        _ = try await (skipping, asking)
        #expect(test.loader.loadCount == 1)
    }

    @Test func `who asks the disk does not wait for who skips it`() async throws {
        let test = TestPipeline()
        var storing = ImageRequest(url)
        storing.store = .diskOnly
        _ = try await test.pipeline.image(for: storing)
        let frozen = TestPipeline(isFrozen: true, folder: test.folder)
        let pipeline = frozen.pipeline
        async let skipping = pipeline.image(for: request(.memoryOnly))
        #expect(await eventually { frozen.loader.loadCount == 1 })
        #expect(try await pipeline.image(for: request(.everywhere)).origin == .disk)
        frozen.loader.thaw()
        _ = try await skipping
        #expect(frozen.loader.loadCount == 1)
    }
}

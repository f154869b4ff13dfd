import Testing
import WebImageCoding
import WebImagePipeline
import WebImageTesting

/// Which caches are asked.
struct ReadPolicyTests {
    private let url = "http://origin.test/a.bmp"

    private func request(
        _ read: ReadPolicy, _ cache: CachePolicy = .normal
    ) -> ImageRequest {
        var request = ImageRequest(url)
        request.options[ReadPolicy.self] = read
        request.options[CachePolicy.self] = cache
        return request
    }

    @Test(arguments: [
        (ReadPolicy.everywhere, ImageOrigin.memory), (.memoryOnly, .memory), (.diskOnly, .disk),
        (.nothing, .network),
    ])
    func `with both filled, the first that is asked answers`(
        read: ReadPolicy, origin: ImageOrigin
    ) async throws {
        let test = TestPipeline()
        _ = try await test.pipeline.image(for: ImageRequest(url))
        #expect(try await test.pipeline.image(for: request(read)).origin == origin)
    }

    @Test(arguments: [
        (ReadPolicy.everywhere, ImageOrigin.disk), (.memoryOnly, .network), (.diskOnly, .disk),
        (.nothing, .network),
    ])
    func `with the disk filled, only who asks it is answered by it`(
        read: ReadPolicy, origin: ImageOrigin
    ) async throws {
        let test = TestPipeline()
        _ = try await test.pipeline.image(for: ImageRequest(url))
        test.pipeline.memory.removeAll()
        #expect(try await test.pipeline.image(for: request(read)).origin == origin)
        // What was loaded is stored, whoever was asked.
        #expect(try await test.pipeline.image(for: ImageRequest(url)).origin == .memory)
    }

    @Test(arguments: [
        (ReadPolicy.memoryOnly, true), (.diskOnly, false), (.nothing, true),
    ])
    func `only-if-cached asks no cache that is left out`(read: ReadPolicy, isMiss: Bool)
        async throws
    {
        let test = TestPipeline()
        _ = try await test.pipeline.image(for: ImageRequest(url))
        test.pipeline.memory.removeAll()
        let found = try await test.pipeline.cachedImage(for: request(read))
        #expect((found == nil) == isMiss)
        #expect(test.loader.loadCount == 1)
    }

    @Test(arguments: [CachePolicy.refresh, .bypass])
    func `who wants the origin asks no cache`(policy: CachePolicy) async throws {
        let test = TestPipeline()
        _ = try await test.pipeline.image(for: ImageRequest(url))
        let response = try await test.pipeline.image(for: request(.everywhere, policy))
        #expect(response.origin == .network)
    }

    @Test func `who asks the disk shares the transfer of who skips it`() async throws {
        let test = TestPipeline(isFrozen: true)
        let first = test.pipeline
        async let skipping = first.image(for: request(.memoryOnly))
        #expect(await eventually { test.loader.loadCount == 1 })
        async let asking = first.image(for: request(.everywhere))
        // Two images, each with its caller, and one transfer for both.
        #expect(await eventually { first.work.waiters == 4 })
        #expect(test.trace.trace.contains("disk:miss"))
        test.loader.thaw()
        _ = try await (skipping, asking)
        #expect(test.loader.loadCount == 1)
    }
}

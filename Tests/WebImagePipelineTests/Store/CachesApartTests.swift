import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// Memory and disk, sizes and originals are kept apart.
struct CachesApartTests {
    private let test = TestPipeline()
    private let url = "http://origin.test/a.bmp"

    private func request(
        width: Int = 0, read: CacheChoice = .everywhere, store: CacheChoice = .everywhere
    ) -> ImageRequest {
        var request = ImageRequest(url)
        if width > 0 { request.targetSize = PixelSize(width: width, height: 0) }
        request.read = read
        request.store = store
        return request
    }

    @Test func `clearing one cache leaves the other`() async throws {
        _ = try await test.pipeline.image(for: request())
        let disk = try #require(test.pipeline.disk)
        try disk.removeAll()
        #expect(try disk.usage().entryCount == 0)
        #expect(try await test.pipeline.image(for: request()).origin == .memory)
        #expect(try await test.pipeline.cachedImage(for: request(read: .diskOnly)) == nil)
        _ = try await test.pipeline.image(for: request(read: .nothing))
        test.pipeline.memory.removeAll()
        #expect(try await test.pipeline.cachedImage(for: request(read: .memoryOnly)) == nil)
        #expect(try await test.pipeline.image(for: request()).origin == .disk)
    }

    @Test func `an entry is removed from memory, from disk, or from both`() async throws {
        let prepared = try await test.pipeline.prepare(request())
        let disk = try #require(test.pipeline.disk)
        _ = try await test.pipeline.image(for: prepared.request)
        test.pipeline.memory.remove(prepared.imageKey)
        #expect(try await test.pipeline.image(for: prepared.request).origin == .disk)
        try disk.remove(prepared.dataKey)
        #expect(try await test.pipeline.image(for: prepared.request).origin == .memory)
        test.pipeline.memory.remove(prepared.imageKey)
        #expect(try await test.pipeline.cachedImage(for: request()) == nil)
        #expect(test.loader.loadCount == 1)
    }

    @Test func `what comes from disk is not copied to memory where the policy says so`()
        async throws
    {
        _ = try await test.pipeline.image(for: request())
        test.pipeline.memory.removeAll()
        #expect(try await test.pipeline.image(for: request(store: .diskOnly)).origin == .disk)
        #expect(try await test.pipeline.cachedImage(for: request(read: .memoryOnly)) == nil)
        #expect(try await test.pipeline.image(for: request()).origin == .disk)
        #expect(try await test.pipeline.image(for: request()).origin == .memory)
    }

    @Test func `a small picture in memory does not stand for the whole one`() async throws {
        let small = try await test.pipeline.image(for: request(width: 6))
        #expect(small.image.size.width == 6)
        #expect(try await test.pipeline.cachedImage(for: request(read: .memoryOnly)) == nil)
        let kept = try await test.pipeline.cachedImage(for: request(width: 6, read: .memoryOnly))
        #expect(kept?.image.size.width == 6)
        let whole = try await test.pipeline.image(for: request())
        #expect(whole.origin == .disk)
        #expect(whole.image.size.width == 12)
    }

    @Test func `ten sizes at once have one load, and each its own size`() async throws {
        let test = TestPipeline(
            bytes: TestPipeline.picture(width: 40, height: 20), isFrozen: true)
        let tasks = (1...10).map { width in
            Task { [request = request(width: width)] in
                try await test.pipeline.image(for: request)
            }
        }
        // Ten callers wait for their images, and those for the one transfer.
        #expect(await eventually { test.pipeline.work.waiters == 20 })
        test.loader.thaw()
        for (index, task) in tasks.enumerated() {
            let response = try await task.value
            #expect(response.image.size.width == index + 1)
            #expect(response.origin == .network)
        }
        #expect(test.loader.loadCount == 1)
        let kept = try await test.pipeline.image(for: request(width: 7))
        #expect((kept.origin, kept.image.size.width) == (.memory, 7))
    }

    @Test func `the original is on disk only, the transformed image in memory only`()
        async throws
    {
        var request = ImageRequest(url, transforms: [Negative()])
        request.diskRepresentation = .original
        let prepared = try await test.pipeline.prepare(request)
        let image = try await test.pipeline.image(for: prepared.request).image
        let (memory, disk) = (test.pipeline.memory, try #require(test.pipeline.disk))
        #expect(memory.image(for: prepared.imageKey)?.image?.poster == image.poster)
        #expect(try disk.reader(for: prepared.imageKey) == nil)
        let bytes = try #require(try disk.reader(for: prepared.dataKey)).bytes
        #expect(bytes.digestBytes == TestPipeline.picture().digestBytes)
        let plain = try await test.pipeline.prepare(ImageRequest(url))
        #expect(memory.image(for: plain.imageKey) == nil)
    }

    @Test func `a variant is stored in the size its serializer says`() async throws {
        var request = ImageRequest(url, transforms: [Negative()])
        request.serializer = EncodingSerializer(
            as: .bmp, settings: EncodeSettings(maxSize: PixelSize(width: 4, height: 3)))
        request.storeCompletion = .everything
        let prepared = try await test.pipeline.prepare(request)
        #expect(try await test.pipeline.image(for: prepared.request).image.size.width == 12)
        test.pipeline.memory.removeAll()
        let stored = try await test.pipeline.image(for: prepared.request)
        #expect(stored.origin == .disk)
        #expect(stored.image.size == PixelSize(width: 4, height: 3))
        #expect(test.loader.loadCount == 1)
    }
}

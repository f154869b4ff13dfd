import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// Bytes that the program stores itself, and the places where a request's image is.
struct StoredByCallerTests {
    private let url = "http://origin.test/upload"
    private let bytes = TestPipeline.picture(seed: 9)

    @Test func `stored bytes answer from memory and from disk without a load`() async throws {
        let test = TestPipeline()
        let stored = try await test.pipeline.store(bytes, for: url)
        #expect(stored.format == .bmp)
        #expect(try await test.pipeline.image(for: url).origin == .memory)
        test.pipeline.memory.removeAll()
        #expect(try await test.pipeline.image(for: url).origin == .disk)
        #expect(try await test.pipeline.data(for: url).bytes == bytes)
        #expect(test.loader.loadCount == 0)
    }

    @Test func `they take the place of what was cached`() async throws {
        let test = TestPipeline()
        let former = try await test.pipeline.image(for: url).image.size
        let other = TestPipeline.picture(width: former.width + 3)
        try await test.pipeline.store(other, for: url)
        #expect(try await test.pipeline.image(for: url).image.size.width == former.width + 3)
        test.pipeline.memory.removeAll()
        #expect(try await test.pipeline.image(for: url).image.size.width == former.width + 3)
        #expect(test.loader.loadCount == 1)
    }

    @Test func `the request decides on pixels and caches`() async throws {
        let test = TestPipeline()
        var request = ImageRequest(url)
        request.targetSize = PixelSize(width: 4, height: 0)
        request.diskCaching = .off
        #expect(try await test.pipeline.store(bytes, for: request).image.size.width == 4)
        #expect(test.folder.files.isEmpty)
        #expect(test.pipeline.imageInMemory(for: request) != nil)
        #expect(test.pipeline.imageInMemory(for: url) == nil)
    }

    @Test func `bytes that are no picture are stored nowhere`() async throws {
        let test = TestPipeline()
        await #expect(throws: ImageError.self) {
            try await test.pipeline.store(ByteBlock(copying: Array("text".utf8)), for: url)
        }
        #expect(try await test.pipeline.cachePlaces(of: url).isEmpty)
    }

    @Test func `a disk that refuses is told`() async throws {
        var test = TestPipeline()
        test.pipeline.disk = RefusingCache()
        do throws(ImageError) {
            try await test.pipeline.store(bytes, for: url)
            Issue.record("the disk did not refuse")
        } catch {
            guard case .store = error else { throw error }
        }
        #expect(try await test.pipeline.cachePlaces(of: url) == [.memory])
    }

    @Test func `a remembered failure ends`() async throws {
        let loader = ScriptedLoader(bytes: ByteBlock(copying: Array("no picture".utf8)))
        let test = TestPipeline(loader: loader)
        _ = await test.error(of: ImageRequest(url))
        try await test.pipeline.store(bytes, for: url)
        #expect(try await test.pipeline.image(for: url).format == .bmp)
        #expect(loader.loadCount == 1)
    }

    @Test func `places are those of the request, fresh or stale`() async throws {
        let test = TestPipeline(headers: ["Cache-Control": "max-age=0", "ETag": "\"1\""])
        #expect(try await test.pipeline.cachePlaces(of: url).isEmpty)
        _ = try await test.pipeline.image(for: url)
        #expect(try await test.pipeline.cachePlaces(of: url) == [.memory, .disk])
        var small = ImageRequest(url)
        small.targetSize = PixelSize(width: 4, height: 0)
        #expect(try await test.pipeline.cachePlaces(of: small) == [.disk])
        test.pipeline.memory.removeAll()
        #expect(try await test.pipeline.cachePlaces(of: url) == [.disk])
        try await test.pipeline.removeCached(url)
        #expect(try await test.pipeline.cachePlaces(of: url).isEmpty)
        #expect(test.loader.loadCount == 1)
    }

    @Test func `a variant alone is a place`() async throws {
        let test = TestPipeline()
        var request = ImageRequest(url)
        request.diskRepresentation = .variant
        request.memoryCaching = .off
        request.storeCompletion = .everything
        _ = try await test.pipeline.image(for: request)
        #expect(try await test.pipeline.cachePlaces(of: request) == [.disk])
        #expect(try await test.pipeline.cachePlaces(of: url).isEmpty)
    }
}

import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels

/// Pictures and files in the caches of memory: no request receives the one in place of the other.
struct ResultKindTests {
    @Test func `a cached file has no pixels`() async throws {
        let test = FilePipeline()
        let file = try await test.file()
        let cached = try #require(test.pipeline.resultMemory.image(for: await test.key()))
        #expect(cached.image == nil)
        #expect(cached.cost == file.bytes.count)
    }

    @Test func `a picture in place of a file is a miss`() async throws {
        let test = FilePipeline()
        let dot = DecodedImage(poster: Bitmap(size: PixelSize(width: 9, height: 9)))
        test.pipeline.resultMemory.store(CachedImage(image: dot), for: try await test.key())
        let file = try await test.file()
        #expect(file.origin == .network)
        #expect(file.size == PixelSize(width: 6, height: 4))
        #expect(try await test.file().origin == .memory)
    }

    @Test(arguments: [true, false])
    func `a file in place of a picture is a miss`(isObserved: Bool) async throws {
        var test = FilePipeline()
        if !isObserved { test.pipeline.observers = [] }
        _ = try await test.file()
        let cached = try #require(test.pipeline.resultMemory.image(for: await test.key()))
        let key = try await test.pipeline.prepare(test.request()).imageKey
        test.pipeline.memory.store(cached, for: key)
        #expect(test.pipeline.imageInMemory(for: test.request()) == nil)
        let response = try await test.pipeline.image(for: test.request())
        #expect(response.origin == .disk)
        #expect(response.image.size == PixelSize(width: 6, height: 4))
        #expect(test.pipeline.imageInMemory(for: test.request()) != nil)
    }
}

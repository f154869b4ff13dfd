import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// The stages of a load in the order of the diagram.
struct StageOrderTests {
    let url = "http://origin.test/a.bmp"

    @Test func `a first load runs through every stage in order`() async throws {
        let test = TestPipeline()
        var request = ImageRequest(url)
        request.transforms = [Negative()]
        _ = try await test.pipeline.image(for: request)
        #expect(
            test.trace.trace == "memory:miss disk:miss load decode transform store")
    }

    @Test func `a second request is answered from memory`() async throws {
        let test = TestPipeline()
        _ = try await test.pipeline.image(for: ImageRequest(url))
        test.trace.reset()
        let response = try await test.pipeline.image(for: ImageRequest(url))
        #expect(test.trace.trace == "memory:hit")
        #expect(response.origin == .memory)
    }

    @Test func `another process is answered from disk`() async throws {
        let first = TestPipeline()
        _ = try await first.pipeline.image(for: ImageRequest(url))
        let second = TestPipeline(folder: first.folder)
        let response = try await second.pipeline.image(for: ImageRequest(url))
        #expect(second.trace.trace == "memory:miss disk:hit decode store")
        #expect(response.origin == .disk)
        #expect(second.loader.loadCount == 0)
    }

    @Test func `the pixels are the same from every origin`() async throws {
        let first = TestPipeline()
        let second = TestPipeline(folder: first.folder)
        let fresh = try await first.pipeline.image(for: ImageRequest(url)).image.poster
        let remembered = try await first.pipeline.image(for: ImageRequest(url)).image.poster
        let stored = try await second.pipeline.image(for: ImageRequest(url)).image.poster
        #expect(fresh == remembered)
        #expect(fresh == stored)
        #expect(fresh[3, 2] == SIMD4(27, 34, 7, 255))
    }

    @Test func `another size is made from the bytes on disk`() async throws {
        let test = TestPipeline()
        _ = try await test.pipeline.image(for: ImageRequest(url))
        test.trace.reset()
        var request = ImageRequest(url)
        request.targetSize = PixelSize(width: 6, height: 0)
        let response = try await test.pipeline.image(for: request)
        #expect(test.trace.trace == "memory:miss disk:hit decode store")
        #expect(response.image.size == PixelSize(width: 6, height: 4))
        #expect(response.image.metadata.size == PixelSize(width: 12, height: 8))
    }

    @Test func `timings name the stages that ran`() async throws {
        let test = TestPipeline()
        let response = try await test.pipeline.image(for: ImageRequest(url))
        #expect(
            response.timings.entries.map(\.stage)
                == ["disk", "load.body", "load", "decode", "store"])
    }

    @Test func `updates end with the result`() async throws {
        let test = TestPipeline()
        var last: ImageUpdate?
        for await update in test.pipeline.updates(for: ImageRequest(url)) { last = update }
        guard case .finished(.success(let response)) = last else {
            Issue.record("ended with \(String(describing: last))")
            return
        }
        #expect(response.origin == .network)
    }

    @Test func `cachedImage loads nothing`() async throws {
        let test = TestPipeline()
        #expect(try await test.pipeline.cachedImage(for: ImageRequest(url)) == nil)
        #expect(test.loader.loadCount == 0)
        _ = try await test.pipeline.image(for: ImageRequest(url))
        #expect(try await test.pipeline.cachedImage(for: ImageRequest(url))?.origin == .memory)
    }
}

/// The negative of a picture.
struct Negative: ImageTransform {
    var spelling: String { "invert" }

    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        var result = bitmap
        for y in 0..<bitmap.size.height {
            for x in 0..<bitmap.size.width {
                let p = bitmap[x, y]
                result[x, y] = SIMD4(p[3] - p[0], p[3] - p[1], p[3] - p[2], p[3])
            }
        }
        return result
    }
}

import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// Responses that keep the bytes as they were loaded.
struct EncodedBytesTests {
    private let test = TestPipeline()
    private let url = "http://origin.test/a.bmp"

    private var pipeline: ImagePipeline { test.pipeline }

    private var keeping: ImageRequest {
        var request = ImageRequest(url)
        request.keepsEncodedBytes = true
        return request
    }

    @Test func `the response has the bytes if it is asked for them`() async throws {
        #expect(try await pipeline.image(for: url).encoded == nil)
        pipeline.memory.removeAll()
        try await pipeline.clearCaches()
        let response = try await pipeline.image(for: keeping)
        let encoded = try #require(response.encoded)
        #expect(response.origin == .network)
        #expect(encoded.format == .bmp)
        #expect(encoded.bytes.count == response.encodedByteCount)
        #expect(try await pipeline.data(for: url).bytes == encoded.bytes)
        #expect(test.loader.loadCount == 2)
    }

    @Test func `an image in memory is used, its bytes come from disk`() async throws {
        let first = try await pipeline.image(for: url)
        let response = try await pipeline.image(for: keeping)
        #expect(response.encoded?.bytes.count == first.encodedByteCount)
        #expect(test.loader.loadCount == 1)
    }

    @Test func `a variant on disk does not answer, the original does`() async throws {
        var stored = ImageRequest(url)
        stored.targetSize = PixelSize(width: 4, height: 0)
        stored.diskRepresentation = .both
        stored.serializer = EncodingSerializer(as: .bmp)
        stored.storeCompletion = .everything
        let whole = try await pipeline.image(for: stored).encodedByteCount
        pipeline.memory.removeAll()
        stored.keepsEncodedBytes = true
        let response = try await pipeline.image(for: stored)
        #expect(response.image.size.width == 4)
        #expect(response.encoded?.bytes.count == whole)
        #expect(test.loader.loadCount == 1)
    }

    @Test func `without a disk cache the bytes are loaded again`() async throws {
        var pipeline = pipeline
        pipeline.disk = nil
        _ = try await pipeline.image(for: url)
        #expect(try await pipeline.image(for: keeping).encoded != nil)
        #expect(test.loader.loadCount == 2)
    }

    @Test func `a stale image that stands in has its bytes too`() async throws {
        let fresh = FreshPipeline()
        fresh.origin.change { $0.headers = ["Cache-Control": "max-age=10", "ETag": "\"1\""] }
        let whole = try await fresh.pipeline.image(for: fresh.request()).encodedByteCount
        fresh.clock.advance(by: 60)
        fresh.origin.change {
            $0.status = 503
            $0.knowsConditions = false
        }
        var request = fresh.request()
        request.keepsEncodedBytes = true
        let response = try await fresh.pipeline.image(for: request)
        #expect(response.staleReason != nil)
        #expect(response.encoded?.bytes.count == whole)
    }

    @Test func `a file has its bytes`() async throws {
        // The folder is made by the first store.
        _ = try await pipeline.image(for: url)
        let path = test.folder.path + "/a.bmp"
        try await pipeline.data(for: url).bytes.write(to: path)
        var request = ImageRequest(ImageSource.file(path))
        request.keepsEncodedBytes = true
        var pipeline = pipeline
        pipeline.loader = FileLoader()
        #expect(try await pipeline.image(for: request).encoded?.format == .bmp)
    }

    @Test func `callers with and without bytes share a transfer`() async throws {
        let frozen = TestPipeline(isFrozen: true)
        let pipeline = frozen.pipeline
        async let with = pipeline.image(for: keeping)
        async let without = pipeline.image(for: url)
        #expect(await eventually { frozen.loader.loadCount == 1 && pipeline.work.waiters == 4 })
        frozen.loader.thaw()
        #expect(try await with.encoded != nil)
        #expect(try await without.encoded == nil)
        #expect(frozen.loader.loadCount == 1)
    }
}

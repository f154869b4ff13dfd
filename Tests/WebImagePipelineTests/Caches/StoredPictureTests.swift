import Foundation
import TestSupport
import Testing
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// Decoded pictures that the program stores itself.
struct StoredPictureTests {
    private let url = "http://origin.test/drawn"

    private func picture(_ width: Int = 6, _ height: Int = 4) -> DecodedImage {
        var bitmap = Bitmap(size: PixelSize(width: width, height: height), isOpaque: true)
        for x in 0..<width { bitmap[x, 0] = SIMD4(UInt8(x), 100, 200, 255) }
        return DecodedImage(poster: bitmap)
    }

    @Test func `memory has the picture itself, and the disk its file`() async throws {
        let test = TestPipeline()
        let drawn = picture()
        let stored = try await test.pipeline.store(drawn, for: url)
        #expect(stored.image.handle === drawn.handle)
        #expect(stored.format == .bmp)
        let found = try #require(test.pipeline.imageInMemory(for: url))
        #expect(found.image.handle === drawn.handle)
        #expect(test.decoder.decodeCount == 0)
        test.pipeline.memory.removeAll()
        let read = try await test.pipeline.image(for: url)
        #expect(read.origin == .disk)
        #expect(read.image.poster[5, 0] == drawn.poster[5, 0])
        #expect(try await test.pipeline.data(for: url).format == .bmp)
        #expect(test.loader.loadCount == 0)
    }

    @Test func `a request that changes pixels changes them, and other requests have the picture`()
        async throws
    {
        let test = TestPipeline()
        var small = ImageRequest(url)
        small.targetSize = PixelSize(width: 3, height: 0)
        #expect(
            try await test.pipeline.store(picture(), for: small).image.size
                == PixelSize(width: 3, height: 2))
        #expect(try await test.pipeline.image(for: url).image.size.width == 6)
        #expect(test.loader.loadCount == 0)
    }

    @Test func `without a disk nothing is encoded`() async throws {
        var test = TestPipeline()
        test.pipeline.codecs = CodecList(decoders: [test.decoder], encoders: [])
        await #expect(throws: ImageError.self) {
            try await test.pipeline.store(picture(), for: url)
        }
        #expect(test.pipeline.imageInMemory(for: url) == nil)
        test.pipeline.disk = nil
        try await test.pipeline.store(picture(), for: url)
        #expect(test.pipeline.imageInMemory(for: url)?.image.size.width == 6)
    }

    @Test func `the format is the caller's, and one without an encoder an error`() async throws {
        let test = TestPipeline()
        do throws(ImageError) {
            try await test.pipeline.store(picture(), for: url, as: .webp)
            Issue.record("there is no encoder of WebP")
        } catch {
            guard case .encode = error else { throw error }
        }
        var request = ImageRequest(url)
        request.keepsEncodedBytes = true
        let stored = try await test.pipeline.store(picture(), for: request, as: .bmp)
        #expect(stored.encoded?.format == .bmp)
    }

    @Test func `a picture beyond the limits is stored nowhere`() async throws {
        var limits = PipelineLimits()
        limits.decode.maxPixels = 20
        let test = TestPipeline(limits: limits)
        do throws(ImageError) {
            try await test.pipeline.store(picture(), for: url)
            Issue.record("24 pixels were stored, though 20 are allowed")
        } catch {
            #expect(error.reason.contains("20 allowed"))
        }
        #expect(try await test.pipeline.cachePlaces(of: url).isEmpty)
        try await test.pipeline.store(picture(5), for: url)
        #expect(test.pipeline.imageInMemory(for: url) != nil)
    }

    @Test func `a disk that refuses is an error, and memory has the picture`() async throws {
        var test = TestPipeline()
        test.pipeline.disk = RefusingCache()
        do throws(ImageError) {
            try await test.pipeline.store(picture(), for: url)
            Issue.record("the disk did not refuse")
        } catch {
            guard case .store = error else { throw error }
        }
        #expect(try await test.pipeline.cachePlaces(of: url) == [.memory])
    }
}

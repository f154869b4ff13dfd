import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// Remembered failures of one request that a program forgets.
struct ForgottenFailureTests {
    private let url = "http://origin.test/a.bmp"
    private let test = TestPipeline(bytes: ByteBlock(copying: Array("no picture".utf8)))

    private func isRemembered(_ url: String) async -> Bool {
        guard case .remembered = await test.error(of: ImageRequest(url)) else { return false }
        return true
    }

    @Test func `the origin is asked again for that request, and for no other`() async throws {
        let other = "http://origin.test/b.bmp"
        for url in [url, other] { _ = await test.error(of: ImageRequest(url)) }
        try await test.pipeline.forgetFailure(of: url)
        #expect(await !isRemembered(url))
        #expect(await isRemembered(other))
        #expect(test.loader.loadCount == 3)
    }

    @Test func `the failure of its bytes is meant, whatever is made of them`() async throws {
        _ = await test.error(of: ImageRequest(url))
        var small = ImageRequest(url)
        small.targetSize = PixelSize(width: 3, height: 3)
        try await test.pipeline.forgetFailure(of: small)
        #expect(await !isRemembered(url))
    }

    @Test func `the memory forgets the failures of a key`() async throws {
        _ = await test.error(of: ImageRequest(url))
        let failures = try #require(test.pipeline.failures)
        failures.remove(CacheKey("another"))
        #expect(failures.count == 1)
        failures.remove(try await test.pipeline.cacheKeys(for: url).data)
        #expect(failures.count == 0)
    }

    @Test func `caches keep what they have`() async throws {
        let test = TestPipeline()
        _ = try await test.pipeline.image(for: url)
        try await test.pipeline.forgetFailure(of: url)
        #expect(try await test.pipeline.cachePlaces(of: url) == [.memory, .disk])
    }
}

import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting
import WebImageTransforms

/// The parts of the keys of bytes and of pixels.
struct PreparedRequestTests {
    let url = "https://user:secret@host.test/a.png?token=secret#part"

    private func keys(
        _ change: (inout ImageRequest) -> Void = { _ in }
    ) async throws -> (data: CacheKey, image: CacheKey) {
        var request = ImageRequest(url)
        change(&request)
        let prepared = try await TestPipeline().pipeline.prepare(request)
        return (prepared.dataKey, prepared.imageKey)
    }

    @Test func `equal requests have equal keys`() async throws {
        #expect(try await keys() == keys())
    }

    @Test func `an option of pixels changes the image key only`() async throws {
        let plain = try await keys()
        let sized = try await keys { $0.targetSize = PixelSize(width: 9, height: 9) }
        #expect(sized.data == plain.data)
        #expect(sized.image != plain.image)
    }

    @Test func `an option of delivery changes no key`() async throws {
        let hurried = try await keys { $0.timeout = .seconds(1) }
        #expect(try await hurried == keys())
    }

    @Test func `a transform changes the image key only`() async throws {
        let plain = try await keys()
        let blurred = try await keys { $0.transforms = [.blur(2)] }
        let more = try await keys { $0.transforms = [.blur(3)] }
        #expect(blurred.data == plain.data)
        #expect(blurred.image != plain.image)
        #expect(blurred.image != more.image)
    }

    @Test func `the order of transforms counts`() async throws {
        let one = try await keys { $0.transforms = [.grayscale(), .blur(2)] }
        let other = try await keys { $0.transforms = [.blur(2), .grayscale()] }
        #expect(one.image != other.image)
    }

    @Test(arguments: ["Authorization", "Cookie", "Accept", "X-Tenant"])
    func `a header that can change the answer changes both keys`(name: String) async throws {
        let plain = try await keys()
        let headed = try await keys { $0.headers[name] = "one" }
        let other = try await keys { $0.headers[name] = "two" }
        #expect(Set([plain.data, headed.data, other.data]).count == 3)
        #expect(Set([plain.image, headed.image, other.image]).count == 3)
    }

    @Test func `a header that only says how to deliver changes no key`() async throws {
        #expect(try await keys { $0.headers["User-Agent"] = "test" } == keys())
    }

    @Test func `method and body change the data key`() async throws {
        let plain = try await keys().data
        let posted = try await keys { $0.method = "POST" }.data
        let filled = try await keys {
            $0.method = "POST"
            $0.body = RequestBody(ByteBlock(copying: [1, 2, 3]))
        }.data
        #expect(Set([plain, posted, filled]).count == 3)
    }

    @Test func `a fragment is no part of a key`() async throws {
        let pipeline = TestPipeline().pipeline
        let one = try await pipeline.prepare("https://host.test/a.png#one").dataKey
        #expect(try await pipeline.prepare("https://host.test/a.png#two").dataKey == one)
    }

    @Test func `a request takes back what the pipeline's defaults set`() async throws {
        var pipeline = TestPipeline().pipeline
        let plain = try await pipeline.prepare(ImageRequest(url)).imageKey
        pipeline.defaults.targetSize = PixelSize(width: 5, height: 5)
        var request = ImageRequest(url)
        request.targetSize = nil
        let prepared = try await pipeline.prepare(request)
        #expect(prepared.request.targetSize == nil)
        #expect(prepared.imageKey == plain)
    }

    @Test func `the user of a URL is in the key as a digest only`() async throws {
        let pipeline = TestPipeline().pipeline
        let one = try await pipeline.prepare("http://bob:s3cret@host.test/a.png").dataKey
        let other = try await pipeline.prepare("http://eve:s3cret@host.test/a.png").dataKey
        let nobody = try await pipeline.prepare("http://host.test/a.png").dataKey
        #expect(one.text.contains("s3cret") == false)
        #expect(Set([one, other, nobody]).count == 3)
    }

    @Test func `an accent does not hide the question mark`() async throws {
        let pipeline = TestPipeline().pipeline
        let key = try await pipeline.prepare(ImageRequest("http://h.test/a?\u{301}token=hush"))
        #expect(key.dataKey.description.contains("hush") == false)
    }

    @Test func `a description tells no secret`() async throws {
        let key = try await keys { $0.headers["Authorization"] = "secret" }.image
        #expect(key.description.contains("secret") == false)
        #expect(key.description.hasPrefix("https://host.test/a.png#"))
    }

    @Test func `a header is in the key as a digest only`() async throws {
        let key = try await keys { $0.headers["Authorization"] = "Bearer hidden" }.image
        #expect(key.text.contains("hidden") == false)
    }

    @Test func `bytes are named by what they are`() async throws {
        let pipeline = TestPipeline().pipeline
        func key(_ bytes: [UInt8]) async throws -> CacheKey {
            try await pipeline.prepare(ImageRequest(ImageSource.data(ByteBlock(copying: bytes))))
                .dataKey
        }
        #expect(try await key([1, 2]) == key([1, 2]))
        #expect(try await key([1, 2]) != key([1, 3]))
    }

    @Test func `the pipeline's defaults are under the request's options`() async throws {
        var pipeline = TestPipeline().pipeline
        pipeline.defaults.targetSize = PixelSize(width: 5, height: 5)
        let prepared = try await pipeline.prepare(ImageRequest(url))
        #expect(prepared.request.targetSize == PixelSize(width: 5, height: 5))
        var request = ImageRequest(url)
        request.targetSize = PixelSize(width: 6, height: 6)
        let own = try await pipeline.prepare(request)
        #expect(own.request.targetSize == PixelSize(width: 6, height: 6))
    }
}

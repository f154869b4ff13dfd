import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// The bytes that are read to describe a file.
struct FileInfoTests {
    private let large = DotsFile(size: PixelSize(width: 300, height: 400), frameCount: 1)
    private let folder = TemporaryFolder()

    private func file(_ bytes: [UInt8]) throws -> ImageRequest {
        let path = folder.path + "/picture"
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return ImageRequest(ImageSource.file(path))
    }

    private func pipeline(_ decoder: DotsDecoder) -> ImagePipeline {
        var pipeline = DotsPipeline(decoder: decoder).pipeline
        pipeline.loader = FileLoader()
        return pipeline
    }

    @Test func `only the first bytes are read where the header leads`() async throws {
        let decoder = DotsDecoder()
        let info = try await pipeline(decoder).info(for: file(large.bytes))
        #expect(info.metadata.size == large.size)
        #expect(info.byteCount == large.bytes.count)
        #expect(decoder.log.headByteCount == 256 << 10)
        #expect(large.bytes.count > 256 << 10)
    }

    @Test func `all bytes are read where it does not`() async throws {
        let decoder = DotsDecoder(headerLeads: false)
        let info = try await pipeline(decoder).info(for: file(large.bytes))
        #expect(info.byteCount == large.bytes.count)
        #expect(decoder.log.headByteCount == large.bytes.count)
    }

    @Test func `a small file is read once`() async throws {
        let small = DotsFile()
        let test = DotsPipeline(decoder: DotsDecoder(headerLeads: false))
        var pipeline = test.pipeline
        pipeline.loader = FileLoader()
        let info = try await pipeline.info(for: file(small.bytes))
        #expect(info.byteCount == small.bytes.count)
        #expect(test.trace.trace == "load")
    }

    @Test func `an interceptor that changes bytes gets all of them`() async throws {
        let decoder = DotsDecoder()
        var pipeline = pipeline(decoder)
        pipeline.interceptors = [Passing()]
        _ = try await pipeline.info(for: file(large.bytes))
        #expect(decoder.log.headByteCount == large.bytes.count)
    }

    @Test func `a file without picture is an error`() async throws {
        let pipeline = pipeline(DotsDecoder())
        let request = try file(Array("no picture".utf8))
        let error = await #expect(throws: ImageError.self) { try await pipeline.info(for: request) }
        #expect(error?.stage == "decode")
    }

    @Test func `a missing file is an error`() async throws {
        let pipeline = pipeline(DotsDecoder())
        let error = await #expect(throws: ImageError.self) {
            try await pipeline.info(for: ImageRequest(ImageSource.file("/no/such/file")))
        }
        #expect(error?.stage == "load")
    }
}

/// An interceptor that might change bytes, but does not.
private struct Passing: LoadInterceptor {
    var identity: String { "passing" }
    var effect: OptionEffect { .bytes }

    func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        try await next(request)
    }
}

/// The bytes that `info(for:)` loads from an origin.
struct RemoteInfoTests {
    private let url = "http://origin.test/a.bmp"

    @Test func `the image that follows needs no second transfer`() async throws {
        let test = TestPipeline()
        #expect(try await test.pipeline.info(for: url).metadata.size.width == 12)
        let response = try await test.pipeline.image(for: url)
        #expect(response.origin == .disk)
        #expect(response.image.size.width == 12)
        #expect(test.loader.loadCount == 1)
        #expect(test.decoder.decodeCount == 1)
    }

    @Test func `nothing is kept that the response, the request or the bytes forbid`() async throws {
        let forbidden = TestPipeline(headers: ["Cache-Control": "no-store"])
        _ = try await forbidden.pipeline.info(for: url)
        #expect(forbidden.folder.files.isEmpty)
        let test = TestPipeline()
        var request = ImageRequest(url)
        request.diskCaching = .readOnly
        _ = try await test.pipeline.info(for: request)
        #expect(test.folder.files.isEmpty)
        let damaged = TestPipeline(bytes: ByteBlock(copying: Array("no picture".utf8)))
        await #expect(throws: ImageError.self) { try await damaged.pipeline.info(for: url) }
        #expect(damaged.folder.files.isEmpty)
    }

    @Test func `a stale entry is confirmed and stays`() async throws {
        let fresh = FreshPipeline()
        _ = try await fresh.load()
        fresh.pipeline.memory.removeAll()
        _ = try await fresh.pipeline.info(for: fresh.request(.refresh))
        #expect(try await fresh.load().origin == .disk)
        #expect(fresh.origin.requests.count == 2)
    }

    @Test func `what the disk has is not asked for`() async throws {
        let test = TestPipeline(headers: ["Cache-Control": "max-age=100"])
        _ = try await test.pipeline.image(for: "http://origin.test/a.bmp")
        var request = ImageRequest("http://origin.test/a.bmp")
        request.diskCaching = .readOnly
        #expect(try await test.pipeline.info(for: request).format == .bmp)
        #expect(test.loader.loadCount == 1)
        request.cachePolicy = .onlyIfCached
        #expect(try await test.pipeline.info(for: request).format == .bmp)
    }

    @Test func `no number of pixels is refused`() async throws {
        let test = DotsPipeline(DotsFile())
        var pipeline = test.pipeline
        pipeline.setLimits(PipelineLimits(decode: DecodeLimits(maxPixels: 1, maxBytes: 1)))
        test.body.sendRest()
        #expect(try await pipeline.info(for: test.request()).metadata.size == DotsFile().size)
    }
}

import Foundation
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

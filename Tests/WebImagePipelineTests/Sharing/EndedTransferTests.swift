import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// Bytes of a transfer that ended before another image of them was asked for.
struct EndedTransferTests {
    @Test func `bytes that are in use answer, although no transfer may begin`() async throws {
        let decoder = WeighingDecoder()
        decoder.freeze()
        let loader = ScriptedLoader(
            bytes: TestPipeline.picture(), headers: ["Cache-Control": "max-age=60"])
        let pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 0), disk: nil, loader: loader,
            codecs: CodecList(decoders: [decoder]), decodeThreads: 2)
        let first = Task { try await pipeline.image(for: "http://a.test/1") }
        #expect(await eventually { decoder.widths.count == 1 })
        pipeline.isSuspended = true
        var request = ImageRequest("http://a.test/1")
        request.targetSize = PixelSize(width: 5, height: 5)
        let second = Task { [request] in try await pipeline.image(for: request) }
        #expect(await eventually { decoder.widths.count == 2 })
        decoder.thaw()
        _ = try await (first.value, second.value)
        #expect(loader.loadCount == 1)
    }
}

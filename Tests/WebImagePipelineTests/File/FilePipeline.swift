import Synchronization
import TestSupport
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels

/// A pipeline with a scripted origin, a manual clock, and a count of encodings.
struct FilePipeline {
    let fresh: FreshPipeline
    let encoder = CountingEncoder()
    var pipeline: ImagePipeline

    init(folder: TemporaryFolder = TemporaryFolder()) {
        fresh = FreshPipeline(folder: folder)
        pipeline = fresh.pipeline
        pipeline.codecs.encoders = [encoder]
    }

    var origin: ScriptedOrigin { fresh.origin }
    var trace: String { fresh.test.trace.trace }

    /// The numbers of requests to the origin, of decodings and of encodings.
    var counts: [Int] {
        [origin.requests.count, fresh.test.decoder.decodeCount, encoder.count]
    }

    /// A request for a smaller picture.
    func request(_ policy: CachePolicy = .normal) -> ImageRequest {
        var request = fresh.request(policy)
        request.targetSize = PixelSize(width: 6, height: 0)
        request.storeCompletion = .everything
        return request
    }

    func file(
        _ policy: CachePolicy = .normal, settings: EncodeSettings = EncodeSettings()
    ) async throws -> ImageFile {
        try await pipeline.file(for: request(policy), as: .bmp, settings: settings)
    }

    /// The key of the file of ``request(_:)``.
    func key() async throws -> CacheKey {
        try await pipeline.fileKeys(for: request(), as: .bmp).file
    }

    /// Returns a pipeline with the same origin, clock and folder, and nothing in memory.
    func restarted() -> FilePipeline {
        var other = self
        other.pipeline.memory = MemoryCache(maxBytes: 1 << 24)
        other.pipeline.resultMemory = MemoryCache(maxBytes: 1 << 24)
        return other
    }
}

/// The BMP encoder, which counts its calls.
final class CountingEncoder: ImageEncoder {
    private let calls = Atomic<Int>(0)
    var count: Int { calls.load(ordering: .relaxed) }
    var identity: String { "counting" }
    var format: ImageFormat { .bmp }

    func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError) -> ByteBlock {
        calls.wrappingAdd(1, ordering: .relaxed)
        return try BMPEncoder().encode(bitmap, settings: settings)
    }
}

import Dispatch
import WebImage
import WebImageTesting

/// Files as a server keeps them: each is made before, and only hits are measured.
final class FileBench: Sendable {
    static let keyCount = MemoryBench.keyCount

    private let pipeline: ImagePipeline
    private let requests: [ImageRequest]

    /// - Parameter disk: The cache of results, of 30 kB each; nil for hits in memory of small ones.
    init(disk: DiskCache? = nil) {
        let side = disk == nil ? 10 : 86
        let picture = Bitmap(size: PixelSize(side, side))
        let bytes = try? BMPEncoder().encode(picture, settings: EncodeSettings())
        var pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 1 << 20), disk: disk,
            loader: ScriptedLoader(bytes: bytes ?? ByteBlock(copying: [])),
            codecs: CodecList(decoders: [BMPDecoder()], encoders: [BMPEncoder()]))
        pipeline.resultMemory = MemoryCache(maxBytes: disk == nil ? 1 << 30 : 0)
        self.pipeline = pipeline
        requests = (0..<(disk == nil ? Self.keyCount : DiskScene.hotCount)).map {
            ImageRequest("https://example.com/pictures/\($0).bmp")
        }
        fill()
    }

    /// Makes the files, on other threads.
    ///
    /// Callgrind ends if the main thread waits otherwise, as it does in an asynchronous function.
    private func fill() {
        let filled = DispatchSemaphore(value: 0)
        Task.detached { [pipeline, requests] in
            for request in requests { keep(try? await pipeline.file(for: request)) }
            await pipeline.flush()
            filled.signal()
        }
        filled.wait()
    }

    /// Loads files from memory; their keys are made anew.
    func memoryHits(_ count: Int) async throws {
        var random = Xorshift(seed: 0)
        Meter.begin()
        for _ in 0..<count {
            let request = requests[random.next(below: Self.keyCount)]
            let file = try await pipeline.file(for: request)
            guard file.origin == .memory else { throw CachesError("no hit in memory") }
        }
        Meter.end()
    }

    /// Loads files from disk.
    func diskHits(_ count: Int) async throws {
        for index in 0..<count {
            let request = requests[index % requests.count]
            let file = try await pipeline.file(for: request)
            guard file.origin == .disk else { throw CachesError("no hit on disk") }
        }
    }
}

import WebImage

/// A loader of files in memory, each of which is a source of its own under any number of addresses.
struct MemoryLoader: ImageLoader {
    let files: [String: ByteBlock]
    var identity: String? { nil }

    func load(_ request: LoadRequest) async throws -> LoadedBody {
        guard case .url(let url) = request.source,
            let name = url.split(separator: "/").dropFirst().first,
            let bytes = files[String(name)]
        else { throw LoadFailure(.fileNotFound, "there is no such file") }
        var body = LoadedBody(
            head: ResponseHead(url: url, status: 200, headers: HeaderFields()), origin: .network,
            expectedByteCount: bytes.count, chunks: BodyStream([bytes]))
        body.comesAtOnce = true
        return body
    }
}

/// A pipeline without caches, which makes a small JPEG file of each source.
struct Thumbnails {
    private let pipeline: ImagePipeline

    init(_ files: [String: ByteBlock], _ codecs: CodecList) {
        var pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 0), disk: nil, loader: MemoryLoader(files: files),
            codecs: codecs)
        pipeline.resultMemory = MemoryCache(maxBytes: 0)
        self.pipeline = pipeline
    }

    /// Makes the file of a source.
    func make(_ name: String, _ number: Int) async throws {
        var request = ImageRequest("memory://\(name)/\(number)")
        request.targetSize = PixelSize(320, 320)
        _ = try await pipeline.file(for: request, as: .jpeg)
    }
}

import WebImage

/// Many concurrent loads of different URLs over HTTP, by a pipeline with the defaults.
struct Loads {
    let url: String
    let count: Int
    let concurrency: Int
    /// The requested result.
    let wish: Wish

    enum Wish: String {
        /// The encoded bytes.
        case bytes
        /// The decoded picture in its own size.
        case image
        /// The picture decoded to 256 pixels at most.
        case thumbnail
        /// The file of one picture, the same for all callers.
        case file
    }

    /// Runs all loads; a URL that begins with `/` is a file, read once, whose bytes are decoded.
    func run() async throws {
        let bytes = url.hasPrefix("/") ? try Files.read(url) : nil
        try await withImagePipeline(disk: nil) { pipeline in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for lane in 0..<min(concurrency, count) {
                    group.addTask {
                        for index in stride(from: lane, to: count, by: concurrency) {
                            try await load(index, bytes, pipeline)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    private func load(_ index: Int, _ bytes: ByteBlock?, _ pipeline: ImagePipeline) async throws {
        if wish == .file {
            let settings = EncodeSettings(quality: 80)
            _ = try await pipeline.file(for: url, as: .jpeg, settings: settings)
            return
        }
        let source = bytes.map { ImageSource.data($0) } ?? .url("\(url)?n=\(index)")
        var request = ImageRequest(source)
        request.memoryCaching = .off
        request.diskCaching = .off
        // Without keys of their own, concurrent loads of the same bytes would share one decode.
        if bytes != nil { request.sourceKey = CacheKey("\(index)") }
        if wish == .thumbnail { request.targetSize = PixelSize(256, 256) }
        if wish == .bytes {
            _ = try await pipeline.data(for: request)
        } else {
            _ = try await pipeline.image(for: request)
        }
    }
}

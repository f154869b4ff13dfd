import Glibc
import WebImage

/// Many concurrent loads of different URLs over HTTP, by a pipeline with the defaults.
struct LoadRun {
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

    init?(_ arguments: [String]) {
        guard arguments.count == 4, let count = Int(arguments[1]), count > 0,
            let concurrency = Int(arguments[2]), concurrency > 0,
            let wish = Wish(rawValue: arguments[3])
        else { return nil }
        (url, self.count, self.concurrency) = (arguments[0], count, concurrency)
        self.wish = wish
    }

    /// Runs all loads; a URL that begins with `/` is a file, read once, whose bytes are decoded.
    func run() async throws {
        let bytes = url.hasPrefix("/") ? ByteBlock(copying: try FileSystem.read(url)) : nil
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
        switch wish {
        case .bytes: _ = try await pipeline.data(for: request)
        case .image: _ = try await pipeline.image(for: request)
        case .thumbnail:
            request.targetSize = PixelSize(width: 256, height: 256)
            _ = try await pipeline.image(for: request)
        case .file: break
        }
    }
}

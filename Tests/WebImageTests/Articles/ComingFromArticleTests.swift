import Foundation
import Synchronization
import Testing
import WebImage
import WebImageTesting

/// The examples of Sources/Library/WebImage/WebImage.docc/ComingFrom/ComingFromSDWebImage.md, run
/// with a scripted origin.
struct ComingFromArticleTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .path(percentEncoded: false)
    private let shown = Shown()

    private func bar(_ fraction: Double?) { shown.add("bar") }
    private func show(_ image: DecodedImage) { shown.add("\(image.size.width)") }

    private func pipeline() throws -> ImagePipeline {
        let bitmap = Bitmap(size: PixelSize(width: 400, height: 400), isOpaque: true)
        let bytes = try BMPEncoder().encode(bitmap, settings: EncodeSettings())
        let loader = ScriptedLoader(bytes: bytes)
        return ImagePipeline(
            memory: MemoryCache(maxBytes: 1 << 24), disk: nil, loader: loader, codecs: .installed)
    }

    @Test func `an image is loaded in a line, a small round one with progress`() async throws {
        do {
            let pipeline = try self.pipeline()
            let image = try await pipeline.image(for: "https://example.com/cat.jpg").image
            show(image)
        }
        // Another pipeline: bytes that are in use for the first image would make no progress.
        let pipeline = try self.pipeline()
        var request = ImageRequest("https://example.com/cat.jpg", transforms: [.circle()])
        request.targetSize = PixelSize(width: 200, height: 200)
        request.previews = .all
        for await update in pipeline.updates(for: request) {
            switch update {
            case .progress(let progress): bar(progress.fraction)
            case .preview(let image): show(image)
            case .finished(let result): show(try result.get().image)
            default: break
            }
        }
        #expect(shown.all.first == "400")
        #expect(shown.all.last == "200")
        #expect(shown.all.contains("bar"))
    }

    @Test func `a request and a copy of a pipeline say what options and managers said`()
        async throws
    {
        let (pipeline, token) = (try pipeline(), "secret")
        var fresh = ImageRequest(
            "https://example.com/cat.jpg", headers: ["Authorization": "Bearer \(token)"])
        fresh.targetSize = PixelSize(300, 300)
        fresh.cachePolicy = .refresh
        fresh.diskCaching = .readOnly
        fresh.priority = .high
        #expect(try await pipeline.image(for: fresh).origin == .network)
        var gallery = pipeline
        gallery.defaults.targetSize = PixelSize(width: 200, height: 0)
        gallery.memory = MemoryCache(maxBytes: 64 << 20)
        gallery.interceptors = [
            .changeRequest("client") { $0.headers["X-Client"] = "gallery/2" },
            .rejectResponses(header: "ErrorCode", number: 100),
        ]
        gallery.sourceKeys = { request in
            guard case .url(let url) = request.source else { return nil }
            return CacheKey(String(url.prefix { $0 != "?" }))
        }
        let small = try await gallery.image(for: "https://example.com/cat.jpg?signature=1")
        #expect((small.origin, small.image.size.width) == (.network, 200))
        let same = try await gallery.image(for: "https://example.com/cat.jpg?signature=2")
        #expect(same.origin == .memory)
    }

    @Test func `a batch tells its progress, an observer what failed`() async throws {
        var pipeline = try pipeline()
        let urls = ["https://example.com/cat.jpg", "no URL at all"]
        let log = Shown()
        struct FailureLog: PipelineObserver {
            let write: @Sendable (String) -> Void

            func observe(_ event: PipelineEvent) {
                if case .failed(_, let error) = event { write("\(error.stage): \(error.reason)") }
            }
        }
        pipeline.observers = [FailureLog { log.add($0) }]
        let batch = pipeline.prefetch(urls)
        for await progress in batch { bar(progress.fraction) }
        #expect((batch.progress.done, batch.progress.failed) == (1, 1))
        #expect(shown.all.last == "bar")
        var failing = ImageRequest("https://example.com/dog.jpg")
        failing.interceptors = [.changeRequest("no") { _ in throw LoadFailure(.other, "no dogs") }]
        await #expect(throws: ImageError.self) { try await pipeline.image(for: failing) }
        #expect(log.all.last == "load: no dogs")
    }

    @Test func `the examples that need no view are run here`() throws {
        let path = "Sources/Library/WebImage/WebImage.docc/ComingFrom/ComingFromSDWebImage.md"
        let article = try String(contentsOfFile: "\(Self.root)/\(path)", encoding: .utf8)
        let compiled = Self.words(try String(contentsOfFile: #filePath, encoding: .utf8))
        let blocks = article.components(separatedBy: "```swift\n").dropFirst()
            .map { Self.words($0.components(separatedBy: "```")[0]) }
        // `ArticleExamples` compiles all of them.
        #expect((blocks.count, blocks.count { compiled.contains($0) }) == (11, 6))
    }

    /// Returns a text without whitespace.
    private static func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}

/// The texts that were shown or written, in order.
private final class Shown: Sendable {
    private let state = Mutex<[String]>([])
    var all: [String] { state.withLock { $0 } }
    func add(_ text: String) { state.withLock { $0.append(text) } }
}

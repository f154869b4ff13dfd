import Foundation
import Synchronization
import Testing
import WebImage
import WebImageTesting

/// The caches printed in Sources/Library/WebImage/WebImage.docc/Extending/OwnCaches.md, which must
/// work.
struct OwnCacheArticleTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .path(percentEncoded: false)

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }

    @Test func `the article prints the cache that is compiled`() throws {
        let path = "Tests/WebImageTests/Articles/RedisCache.swift"
        let parts = try Self.text("Sources/Library/WebImage/WebImage.docc/Extending/OwnCaches.md")
            .components(separatedBy: "<!-- \(path) -->\n```swift\n")
        #expect(parts.count == 2)
        let printed = parts.last?.components(separatedBy: "```").first
        #expect(try printed == Self.text(path))
    }

    @Test(arguments: DataCacheConformance.trials)
    func `the printed cache keeps its promises`(_ trial: DataCacheTrial) async {
        let server = ListedRedis()
        let kit = DataCacheConformance { RedisCache(client: server, prefix: $0) }
        let violations = await kit.violations(in: trial)
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test(arguments: ImageCacheConformance.trials)
    func `the printed cache of images keeps its promises`(_ trial: ImageCacheTrial) async {
        let kit = ImageCacheConformance(limited: { RecentImages(maxBytes: $0) }) {
            RecentImages(maxBytes: 16 << 20)
        }
        let violations = await kit.violations(in: trial)
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test func `a pipeline loads on while the printed cache has no server`() async throws {
        let bitmap = Bitmap(size: PixelSize(width: 8, height: 8), isOpaque: true)
        let loader = ScriptedLoader(
            bytes: try BMPEncoder().encode(bitmap, settings: EncodeSettings()))
        let server = ListedRedis()
        let observer = TraceObserver()
        let cache = RedisCache(client: server, prefix: "images")
        let pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 0, findsReleased: false), disk: cache, loader: loader,
            codecs: .installed, observers: [observer])
        let request: ImageRequest = "http://origin.test/a.bmp"
        server.isDown = true
        #expect(try await pipeline.image(for: request).origin == .network)
        #expect(observer.complaints.contains { $0.contains("cannot ask Redis") })
        server.isDown = false
        #expect(try await pipeline.image(for: request).origin == .network)
        #expect(try await pipeline.image(for: request).origin == .disk)
    }
}

/// A replacement of a server: values with an expiry.
private final class ListedRedis: RedisClient {
    private struct Down: Error {}
    private struct State: Sendable {
        var values: [String: (ByteBlock, Date)] = [:]
        var isDown = false
    }

    private let state = Mutex(State())

    var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }

    func get(_ name: String) throws -> ByteBlock? { try values { $0[name]?.0 } }

    func set(_ name: String, _ value: ByteBlock, until expiry: Date) throws {
        try values { $0[name] = (value, expiry) }
    }

    func replace(_ name: String, _ old: ByteBlock, _ new: ByteBlock, until expiry: Date) throws {
        try values { values in
            if let now = values[name]?.0, now == old { values[name] = (new, expiry) }
        }
    }

    func delete(_ names: [String]) throws {
        try values { values in
            for name in names { values[name] = nil }
        }
    }

    func sizes(prefix: String) throws -> [(name: String, byteCount: Int)] {
        try values { values in
            values.filter { $0.key.hasPrefix(prefix) }.map { ($0.key, $0.value.0.count) }
        }
    }

    private func values<Answer: Sendable>(
        _ work: (inout [String: (ByteBlock, Date)]) -> Answer
    ) throws -> Answer {
        try state.withLock { state in
            if state.isDown { throw Down() }
            state.values = state.values.filter { $0.value.1 > Date() }
            return work(&state.values)
        }
    }
}

import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting
import WebImageTransforms

/// The comparison of keys by their parts in memory, and by their text on disk: both must agree.
struct ImageKeyTests {
    /// A transform with a given spelling, which may be that of a built-in one.
    private struct Named: ImageTransform {
        let spelling: String
        func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap { bitmap }
    }

    private static let urls = [
        "https://host.test/a.png", "https://host.test/a.png?size=1", "https://host.test/a.png#part",
        " https://host.test/a.png", "https://me@host.test/a.png", "https://you@host.test/a.png",
        "https://host.test/\u{E9}.png", "https://host.test/e\u{301}.png",
        "http://host.test/a@b.png",
    ]

    private static let changes: [@Sendable (inout ImageRequest) -> Void] = [
        { _ in },
        { $0.targetSize = PixelSize(width: 9, height: 9) },
        { $0.targetSize = nil },
        { $0.allowsTruncatedData = false },
        { $0.colorProfile = .keep },
        {
            $0.firstFrameOnly = true
            $0.targetSize = PixelSize(width: 9, height: 9)
        },
        {
            $0.targetSize = PixelSize(width: 9, height: 9)
            $0.firstFrameOnly = true
        },
        { $0.timeout = .seconds(1) },
        { $0.acceptedMediaTypes = ["image/\u{E9}"] },
        { $0.acceptedMediaTypes = ["image/e\u{301}"] },
        { $0.diskRepresentation = .both },
        { $0.transforms = [.circle()] },
        { $0.transforms = [.blur(2), .grayscale()] },
        { $0.transforms = [.grayscale(), .blur(2)] },
        { $0.transforms = [Named(spelling: "a"), Named(spelling: "b")] },
        { $0.transforms = [Named(spelling: "a/b")] },
        { $0.headers["User-Agent"] = "test" },
        { $0.headers["Accept"] = "image/webp" },
        { $0.method = "POST" },
        { $0.interceptors = [.changeRequest("one") { _ in }] },
        { $0.interceptors = [.changeRequest("none", effect: .delivery) { _ in }] },
        { $0.loader = ScriptedLoader(bytes: ByteBlock(copying: [1])) },
        { $0.sourceKey = CacheKey("own") },
    ]

    private func manyKeys() async throws -> [CacheKey] {
        let plain = TestPipeline().pipeline
        var changed = plain
        changed.interceptors = [.changeRequest("one") { _ in }]
        var poor = plain
        poor.codecs = CodecList(decoders: [])
        var keys: [CacheKey] = []
        for pipeline in [plain, changed, poor] {
            for url in Self.urls {
                for change in Self.changes {
                    var request = ImageRequest(url)
                    change(&request)
                    let prepared = try await pipeline.prepare(request)
                    keys += [prepared.imageKey, prepared.dataKey]
                }
            }
        }
        return keys
    }

    @Test func `keys are equal if and only if their texts are`() async throws {
        let keys = try await manyKeys()
        let places = Dictionary(grouping: keys.indices) { keys[$0].text }
        let groups = Dictionary(grouping: keys.indices) { keys[$0] }
        #expect(places.count > 200)
        #expect(Set(places.values) == Set(groups.values))
    }

    private struct Weak<Object: AnyObject> {
        weak var object: Object?
    }

    /// A transform that holds a large object.
    private final class Stamp: ImageTransform {
        var spelling: String { "stamp" }
        func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap { bitmap }
    }

    private func keys() async throws -> (
        [CacheKey], Weak<LoadControl>, Weak<Stamp>, Weak<ScriptedLoader>
    ) {
        let (control, stamp, test) = (LoadControl(), Stamp(), TestPipeline())
        var request = ImageRequest("https://host.test/a.png", transforms: [.circle(), stamp])
        request.control = control
        let prepared = try await test.pipeline.prepare(request)
        return (
            [prepared.imageKey, prepared.dataKey], Weak(object: control), Weak(object: stamp),
            Weak(object: test.loader)
        )
    }

    @Test func `keys keep neither request nor pipeline, for caches keep keys`() async throws {
        let (keys, control, stamp, loader) = try await keys()
        #expect(control.object == nil)
        #expect(stamp.object == nil)
        #expect(loader.object == nil)
        #expect(keys.allSatisfy { !$0.text.isEmpty })
    }

    /// An interceptor whose identity depends on the user.
    private final class Session: LoadInterceptor {
        let user = Mutex("a")
        var identity: String { user.withLock { $0 } }
        var effect: OptionEffect { .bytes }
        func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
            try await next(request)
        }
    }

    @Test func `identities are read for each request`() async throws {
        var pipeline = TestPipeline().pipeline
        let session = Session()
        pipeline.interceptors = [session]
        let one = try await pipeline.prepare("https://host.test/a.png")
        session.user.withLock { $0 = "b" }
        let other = try await pipeline.prepare("https://host.test/a.png")
        #expect(one.imageKey != other.imageKey)
        #expect(one.dataKey != other.dataKey)
        // Hashes are seeded, so that an attacker cannot produce collisions.
        #expect(one.imageKey.hashValue != other.imageKey.hashValue)
        #expect(one.dataKey.hashValue != other.dataKey.hashValue)
    }

    @Test func `the URL of a source with a name of its own is not kept`() async throws {
        var request = ImageRequest("https://me:pass@host.test/a.png?signature=s")
        request.sourceKey = CacheKey("own")
        let key = try await TestPipeline().pipeline.prepare(request).imageKey
        var text = ""
        dump(key, to: &text)
        #expect(text.contains("https://host.test/a.png"))
        #expect(!text.contains("signature") && !text.contains("pass"))
    }

    @Test func `a source that says what another one's name says is another one`() async throws {
        let pipeline = TestPipeline().pipeline
        var named = ImageRequest("https://host.test/a.png")
        named.sourceKey = CacheKey("https://host.test/a.png")
        let one = try await pipeline.prepare(named)
        let other = try await pipeline.prepare("https://host.test/a.png")
        #expect(one.imageKey != other.imageKey)
        #expect(one.dataKey != other.dataKey)
    }
}

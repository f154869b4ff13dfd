import Synchronization
import WebImage
import WebImageTesting

/// A memory cache of 10,000 images, and its floor: a dictionary under one lock.
struct MemoryBench: Sendable {
    static let keyCount = 10_000

    let cache = MemoryCache(maxBytes: 1 << 30)
    let pipeline: ImagePipeline
    let keys: [CacheKey]
    let images: [CachedImage]
    private let floor: DictionaryFloor
    private let request: @Sendable (Int) -> ImageRequest

    init(request: @escaping @Sendable (Int) -> ImageRequest = Self.request) async throws {
        self.request = request
        pipeline = ImagePipeline(
            memory: cache, disk: nil, loader: ScriptedLoader(bytes: ByteBlock(copying: [])),
            codecs: CodecList())
        var keys: [CacheKey] = []
        for index in 0..<Self.keyCount {
            keys.append(try await pipeline.cacheKeys(for: request(index)).image)
        }
        self.keys = keys
        images = keys.map { _ in Self.image() }
        floor = DictionaryFloor(keys, images)
        for (key, image) in zip(keys, images) { cache.store(image, for: key) }
    }

    private static let made = Mutex<MemoryBench?>(nil)

    /// Returns the one that actions share, so that they meet the same tables.
    static func common() async throws -> MemoryBench {
        if let bench = made.withLock({ $0 }) { return bench }
        let bench = try await MemoryBench()
        made.withLock { $0 = bench }
        return bench
    }

    static func request(_ index: Int) -> ImageRequest {
        ImageRequest("https://example.com/pictures/\(index).jpg")
    }

    /// Returns a typical request of an application, with a target size and a transform.
    static func sizedRequest(_ index: Int) -> ImageRequest {
        var request = ImageRequest(
            "https://example.com/pictures/\(index).jpg", transforms: [.circle()])
        request.targetSize = PixelSize(320, 240)
        return request
    }

    static func image() -> CachedImage {
        CachedImage(image: DecodedImage(poster: Bitmap(size: PixelSize(1, 1))))
    }

    func dictionaryHits(_ count: Int, seed: Int = 0) {
        var random = Xorshift(seed: seed)
        for _ in 0..<count { keep(floor.image(for: keys[random.next(below: Self.keyCount)])) }
    }

    func hits(_ count: Int, seed: Int = 0) {
        var random = Xorshift(seed: seed)
        for _ in 0..<count { keep(cache.image(for: keys[random.next(below: Self.keyCount)])) }
    }

    /// Makes the keys of requests.
    func makeKeys(_ count: Int) async throws {
        let requests = (0..<Self.keyCount).map(request)
        Meter.begin()
        for index in 0..<count {
            keep(try await pipeline.cacheKeys(for: requests[index % Self.keyCount]))
        }
        Meter.end()
        keep(requests)
    }

    /// Loads images from the pipeline, whose keys are made anew.
    func pipelineHits(_ count: Int) async throws {
        var random = Xorshift(seed: 0)
        let requests = (0..<Self.keyCount).map(request)
        Meter.begin()
        for _ in 0..<count {
            keep(try await pipeline.image(for: requests[random.next(below: Self.keyCount)]))
        }
        Meter.end()
        // They end here, not in the measured part.
        keep(requests)
    }
}

/// The code that a program without a library would write.
private final class DictionaryFloor: Sendable {
    private let table: Mutex<[CacheKey: CachedImage]>

    init(_ keys: [CacheKey], _ images: [CachedImage]) {
        table = Mutex(Dictionary(uniqueKeysWithValues: zip(keys, images)))
    }

    func image(for key: CacheKey) -> CachedImage? { table.withLock { $0[key] } }
}

/// Marsaglia's generator, cheap enough not to affect the measurement.
struct Xorshift {
    private var state: UInt64

    init(seed: Int) { state = UInt64(truncatingIfNeeded: seed + 1) &* 0x9e37_79b9_7f4a_7c15 }

    mutating func next(below limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(((state >> 32) &* UInt64(limit)) >> 32)
    }
}

/// Keeps the compiler from removing the code that makes a value.
@inline(never) func keep<Value>(_ value: Value) {}

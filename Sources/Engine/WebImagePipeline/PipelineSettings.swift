import FoundationEssentials
import Synchronization
import WebImageCaching
import WebImageCoding
import WebImageLoading

/// The settings of an ``ImagePipeline``, as its properties show them.
struct PipelineSettings: Sendable {
    var memory: any ImageCache
    var disk: (any DataCache)? { didSet { partOfDisk = Self.part(of: disk) } }
    var originals: (any DataCache)?
    /// The cache of files that the program has set; nil for a part of ``disk``.
    var ownResults: (any DataCache)?
    /// The part of ``disk`` for files; ``disk`` itself, if it has no parts.
    var partOfDisk: (any DataCache)?
    var resultMemory: any ImageCache = MemoryCache(maxBytes: 64 << 20)
    var serializer: (any ImageSerializer)?
    var failures: NegativeCache? = NegativeCache()
    var thumbnails: (any ThumbnailSource)?
    var loader: any ImageLoader
    var interceptors: [any LoadInterceptor]
    var codecs: CodecList
    var limits: PipelineLimits
    var cacheMode = CacheMode.private
    var workEntrance: (any WorkEntrance)?
    var observers: [any PipelineObserver]
    var defaults: ImageOptions
    var rewrite: (@Sendable (ImageRequest) -> ImageRequest)?
    var sourceKeys: (@Sendable (ImageRequest) -> CacheKey?)?
    var now: @Sendable () -> Date = { Date() }
    var time: @Sendable () -> ContinuousClock.Instant = { .now }
    /// Reports to the observers what the memory cache does by itself; nil if there is nothing to
    /// report.
    var pressure: MemoryPressureSubscription?
    var background: RenewalTable? = RenewalTable(limit: 256)
    /// A number that differs between settings that make other results, or keep them elsewhere.
    var identity = Self.nextIdentity()
    /// A number that differs between settings that transfer other bytes, or store them elsewhere.
    var transferIdentity = Self.nextIdentity()
    /// The parts of keys that are the same for all plain requests.
    var plainNames: RequestNames

    var results: (any DataCache)? { ownResults ?? partOfDisk }

    static func part(of disk: (any DataCache)?) -> (any DataCache)? {
        (disk as? DiskCache)?.part("results") ?? disk
    }

    static func nextIdentity() -> UInt64 { identities.wrappingAdd(1, ordering: .relaxed).newValue }

    private static let identities = Atomic<UInt64>(0)
}

import FoundationEssentials
import Synchronization
import WebImageCaching
import WebImageCoding

/// What an ``ImagePipeline`` is made of.
struct PipelineStages: Sendable {
    var memory: any ImageCache
    var disk: (any DataCache)?
    var originals: (any DataCache)?
    var serializer: (any ImageSerializer)?
    var failures: NegativeCache? = NegativeCache()
    var loader: any ImageLoader
    var interceptors: [any LoadInterceptor]
    var codecs: CodecList
    var limits: PipelineLimits
    var cacheMode = CacheMode.private
    var observers: [any PipelineObserver]
    var defaults: ImageOptions
    var rewrite: (@Sendable (ImageRequest) -> ImageRequest)?
    var sourceKeys: (@Sendable (ImageRequest) -> CacheKey?)?
    var now: @Sendable () -> Date = { Date() }
    var time: @Sendable () -> ContinuousClock.Instant = { .now }
    let shared: PipelineShared
    /// Tells the observers what the memory cache does by itself; nil where there is nothing to tell.
    var pressure: MemoryPressureSubscription?
    var background: BackgroundTable<FlightKey>? = BackgroundTable(limit: 256)
    /// Another one for each change of what makes other results, or keeps them elsewhere.
    var identity = Self.nextIdentity()
    /// What keys are made of besides the request.
    var keys: KeyStages

    static func nextIdentity() -> UInt64 {
        identities.wrappingAdd(1, ordering: .relaxed).newValue
    }

    private static let identities = Atomic<UInt64>(0)
}

extension PipelineStages {
    /// Stages that copies of a pipeline share; nobody changes them.
    ///
    /// A reference, because each of thousands of loads that wait keeps its pipeline in several frames
    /// and closures: half a kilobyte each, if it were the stages themselves.
    final class Shared: Sendable {
        let stages: PipelineStages

        init(_ stages: PipelineStages) { self.stages = stages }
    }
}

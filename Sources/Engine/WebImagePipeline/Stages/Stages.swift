import WebImageCaching
import WebImageCoding
import WebImageLoading

/// The stages of a load, in the order in which it passes them: memory → disk → load → decode →
/// transform → encode, for a file → store → response.
///
/// Copies of a pipeline with the same settings share one object. Each stage refers to it alone,
/// since thousands of waiting loads keep their stages in several frames.
package final class Stages: Sendable {
    let settings: PipelineSettings
    package let shared: PipelineShared
    /// `true` if requests are changed before they are looked up.
    let completesRequests: Bool
    /// `true` if the pipeline has a serializer: to ask the settings for it copies it.
    let hasSerializer: Bool
    /// The total time of the network policy.
    let policyTimeout: Duration?
    /// The stages of the loads of the thumbnail source; nil without one.
    let withoutThumbnails: Stages?
    /// The limits of pixels, which keys do not have.
    private let maxPixels: Int
    private let maxAnimationPixels: Int

    init(_ settings: PipelineSettings, _ shared: PipelineShared) {
        (self.settings, self.shared) = (settings, shared)
        completesRequests = !settings.defaults.isEmpty || settings.rewrite != nil
        hasSerializer = settings.serializer != nil
        policyTimeout = settings.limits.load.networkPolicy?.totalTimeout
        let limits = settings.limits.decode
        (maxPixels, maxAnimationPixels) = (limits.maxPixels, limits.maxAnimationPixels)
        withoutThumbnails = settings.withoutThumbnails.map { Stages($0, shared) }
    }

    /// Returns `true` if a cached image is the picture or the file that is wanted, made of a
    /// picture that this pipeline may decode: caches may have pictures from pipelines with other
    /// limits.
    ///
    /// Any other image counts as a miss: its bytes are decoded again, or refused by the decoder.
    func admits(_ found: CachedImage, as product: Product, with options: ImageOptions) -> Bool {
        found.isFile == product.isFile
            && (found.isWithin(pixels: maxPixels, framePixels: maxAnimationPixels)
                || admits(found.source, with: options))
    }

    /// Returns `true` if this pipeline may decode a picture that an entry states.
    func admits(_ source: SourceExtent, with options: ImageOptions) -> Bool {
        source.isWithin(
            pixels: maxPixels, framePixels: options.firstFrameOnly ? .max : maxAnimationPixels)
    }

    var memory: MemoryStage { MemoryStage(stages: self) }
    var disk: DiskStage { DiskStage(stages: self) }
    var thumbnails: ThumbnailStage { ThumbnailStage(stages: self) }
    var alternates: Alternates { Alternates(stages: self) }
    var load: LoadStage { LoadStage(stages: self) }
    var inputs: InputStage { InputStage(stages: self) }
    var decode: DecodeStage { DecodeStage(stages: self) }
    var transform: TransformStage { TransformStage(stages: self) }
    var encode: EncodeStage { EncodeStage(stages: self) }
    var store: StoreStage { StoreStage(stages: self) }
    var stale: StaleStage { StaleStage(stages: self) }
    /// The failures that spare the origin a request.
    var failures: FailureCheck { FailureCheck(stages: self) }
}

// Values that several stages use.
extension Stages {
    var observers: [any PipelineObserver] { settings.observers }
    /// The rule by which stored responses may answer.
    var freshness: FreshnessRule { FreshnessRule(mode: settings.cacheMode, now: settings.now) }
    /// The cache of the bytes as they were loaded.
    var originals: DiskAccess? {
        (settings.originals ?? settings.disk).map { DiskAccess(cache: $0, io: shared.io) }
    }
    /// The cache of final images' own bytes, or of the files that requests ask for.
    func variants(of request: PreparedRequest) -> DiskAccess? {
        let cache = request.product.isFile ? settings.results : settings.disk
        return cache.map { DiskAccess(cache: $0, io: shared.io) }
    }
    /// The cache in memory of images, or of the files that requests ask for.
    func memoryCache(of product: Product) -> any ImageCache {
        product.isFile ? settings.resultMemory : settings.memory
    }

    /// The pipeline's codecs, the request's own decoder before them.
    func codecs(for request: PreparedRequest) -> CodecList {
        var codecs = settings.codecs
        if let decoder = request.request.decoder { codecs.decoders.insert(decoder, at: 0) }
        return codecs
    }
}

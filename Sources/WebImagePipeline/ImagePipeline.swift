package import FoundationEssentials
public import WebImageCaching
public import WebImageCoding
public import WebImageLoading
import WebImagePixels
import WebImageRuntime

/// Loads images: request → memory → disk → load → decode → transform → store → response.
///
/// A value: copy it and replace a stage to load differently. Copies share threads, and share work
/// as long as all their stages are the same.
public struct ImagePipeline: Sendable {
    /// Keeps decoded images.
    public var memory: any ImageCache {
        get { stages.settings.memory }
        set {
            replace { settings in
                settings.memory = newValue
                settings.pressure = MemoryPressureSubscription(
                    settings.observers, of: newValue)
            }
        }
    }
    /// Keeps encoded bytes across processes; nil for none.
    public var disk: (any DataCache)? {
        get { stages.settings.disk }
        set { replace { $0.disk = newValue } }
    }
    /// Keeps the bytes as they were loaded, where they are not to lie with the variants in `disk`;
    /// nil for `disk`.
    public var originals: (any DataCache)? {
        get { stages.settings.originals }
        set { replace { $0.originals = newValue } }
    }
    /// Writes variants, for requests without a serializer of their own; see ``DiskContent``.
    public var serializer: (any ImageSerializer)? {
        get { stages.settings.serializer }
        set { replace { $0.serializer = newValue } }
    }
    /// Remembers failures that would come again; nil to ask the origin each time.
    public var failures: NegativeCache? {
        get { stages.settings.failures }
        set { replace { $0.failures = newValue } }
    }
    /// Fetches bytes.
    public var loader: any ImageLoader {
        get { stages.settings.loader }
        set { replace { $0.loader = newValue } }
    }
    /// Stand between the pipeline and the loader, the first one outermost.
    public var interceptors: [any LoadInterceptor] {
        get { stages.settings.interceptors }
        set { replace { $0.interceptors = newValue } }
    }
    /// Make pixels of bytes and bytes of pixels.
    public var codecs: CodecList {
        get { stages.settings.codecs }
        set { replace { $0.codecs = newValue } }
    }
    /// What is refused; the numbers of transfers at once and the memory budget are those the
    /// pipeline begins with, see ``limitTransfers(to:perHost:order:)`` and ``limitMemory(to:)``.
    public var limits: PipelineLimits {
        get { stages.settings.limits }
        set { replace { $0.limits = newValue } }
    }
    /// For whom answers are kept; for one user unless set.
    public var cacheMode: CacheMode {
        get { stages.settings.cacheMode }
        set { replace { $0.cacheMode = newValue } }
    }
    /// Are told what happens.
    public var observers: [any PipelineObserver] {
        get { stages.settings.observers }
        set {
            change { settings in
                settings.observers = newValue
                settings.pressure = MemoryPressureSubscription(newValue, of: settings.memory)
            }
        }
    }
    /// Options of all requests that do not set them.
    public var defaults: ImageOptions {
        get { stages.settings.defaults }
        set { change { $0.defaults = newValue } }
    }
    /// Makes another request of any request, once each time it is asked with, after `defaults` were
    /// filled in; what it returns is what keys, caches, loader and transforms see.
    ///
    /// Called on the caller's thread, many times at once; must return soon.
    public var rewrite: (@Sendable (ImageRequest) -> ImageRequest)? {
        get { stages.settings.rewrite }
        set { change { $0.rewrite = newValue } }
    }
    /// Names sources of requests without a ``ImageRequest/sourceKey``; nil, or a nil result, for the
    /// source's own name.
    public var sourceKeys: (@Sendable (ImageRequest) -> CacheKey?)? {
        get { stages.settings.sourceKeys }
        set { change { $0.sourceKeys = newValue } }
    }
    /// The date, for lifetimes.
    package var now: @Sendable () -> Date {
        get { stages.settings.now }
        set { change { $0.now = newValue } }
    }
    /// The time, for the pace of previews.
    package var time: @Sendable () -> ContinuousClock.Instant {
        get { stages.settings.time }
        set { change { $0.time = newValue } }
    }
    /// Stale images that were shown, while the origin is asked for newer ones.
    ///
    /// It ends with the last copy of the pipeline; nil in the copies that do that work.
    package var background: BackgroundRefreshTable<LoadKey>? {
        get { stages.settings.background }
        set { change { $0.background = newValue } }
    }

    /// The stages that a load passes, made of the settings.
    private(set) var stages: Stages

    /// A pipeline of the given stages.
    ///
    /// - Parameters:
    ///   - decodeThreads: Pictures decoded at once, 0 for as many processors as this process may
    ///     keep busy: those it may run on, within the share that its container has.
    ///   - ioThreads: File operations at once.
    public init(
        memory: any ImageCache, disk: (any DataCache)?, loader: any ImageLoader,
        interceptors: [any LoadInterceptor] = [], codecs: CodecList,
        limits: PipelineLimits = PipelineLimits(), observers: [any PipelineObserver] = [],
        defaults: ImageOptions = ImageOptions(), decodeThreads: Int = 0, ioThreads: Int = 4
    ) {
        stages = Stages(
            PipelineSettings(
                memory: memory, disk: disk, loader: loader, interceptors: interceptors,
                codecs: codecs, limits: limits, observers: observers, defaults: defaults,
                pressure: MemoryPressureSubscription(observers, of: memory),
                keys: KeyStages(loader: loader, limits: limits, codecs: codecs)),
            PipelineShared(
                decodeThreads: decodeThreads > 0 ? decodeThreads : ProcessorCount.current,
                ioThreads: ioThreads, limits: limits))
    }

    /// Changes a stage: work is shared no longer with pipelines that have another one.
    private mutating func replace(_ set: (inout PipelineSettings) -> Void) {
        change { settings in
            set(&settings)
            settings.identity = PipelineSettings.nextIdentity()
            settings.keys = KeyStages(
                loader: settings.loader, limits: settings.limits, codecs: settings.codecs)
        }
    }

    /// Changes a setting that alters no result.
    private mutating func change(_ set: (inout PipelineSettings) -> Void) {
        var settings = stages.settings
        set(&settings)
        stages = Stages(settings, stages.shared)
    }
}

package import FoundationEssentials
public import WebImageCaching
public import WebImageCoding
public import WebImageLoading
import WebImagePixels
import WebImageRuntime

/// Loads images: request → memory → disk → load → decode → transform → store → response.
///
/// A value: copy it and replace a stage to load differently. Copies share threads, and images as
/// long as all their stages are the same. They share transfers as long as disk caches, loader,
/// interceptors, limits and cache mode are: a memory cache or codecs of their own cost none.
public struct ImagePipeline: Sendable {
    /// The cache of decoded images.
    public var memory: any ImageCache {
        get { stages.settings.memory }
        set {
            replace(keepsTransfers: true) { settings in
                settings.memory = newValue
                settings.pressure = MemoryPressureSubscription(
                    settings.observers, of: newValue)
            }
        }
    }
    /// The cache of encoded bytes across processes; nil for none.
    public var disk: (any DataCache)? {
        get { stages.settings.disk }
        set { replace { $0.disk = newValue } }
    }
    /// The cache of the bytes as they were loaded, apart from the variants in `disk`; nil for
    /// `disk`.
    public var originals: (any DataCache)? {
        get { stages.settings.originals }
        set { replace { $0.originals = newValue } }
    }
    /// The cache of the files that ``file(for:as:settings:)`` returns; nil if there is no `disk`.
    ///
    /// That is the part `results` of a `DiskCache`, with the same limits counted apart, else
    /// `disk`. Set nil for that again.
    public var results: (any DataCache)? {
        get { stages.settings.results }
        set { replace(keepsTransfers: true) { $0.ownResults = newValue } }
    }
    /// The cache of these files in memory, by default of 64 MB.
    ///
    /// The images that it is given have one pixel, and cost the bytes of the file that they carry.
    public var resultMemory: any ImageCache {
        get { stages.settings.resultMemory }
        set { replace(keepsTransfers: true) { $0.resultMemory = newValue } }
    }
    /// The serializer of variants, for requests without their own; see
    /// `ImageOptions.diskRepresentation`.
    public var serializer: (any ImageSerializer)? {
        get { stages.settings.serializer }
        set { replace(keepsTransfers: true) { $0.serializer = newValue } }
    }
    /// The cache of failures that would occur again; nil to ask the origin each time.
    public var failures: NegativeCache? {
        get { stages.settings.failures }
        set { replace(keepsTransfers: true) { $0.failures = newValue } }
    }
    /// The small pictures that stand for files, asked before a file is decoded; nil, the default,
    /// for none.
    ///
    /// ```swift
    /// pipeline.thumbnails = ThumbnailStore()
    /// ```
    ///
    /// A picture made of one has its metadata, not the file's, and may differ by a pixel in size.
    /// Caches do not tell the two apart: pipelines that share a memory cache should agree here.
    public var thumbnails: (any ThumbnailSource)? {
        get { stages.settings.thumbnails }
        set { replace(keepsTransfers: true) { $0.thumbnails = newValue } }
    }
    /// The loader of bytes.
    public var loader: any ImageLoader {
        get { stages.settings.loader }
        set { replace { $0.loader = newValue } }
    }
    /// The interceptors between the pipeline and the loader, the first one outermost.
    public var interceptors: [any LoadInterceptor] {
        get { stages.settings.interceptors }
        set { replace { $0.interceptors = newValue } }
    }
    /// The decoders and encoders.
    public var codecs: CodecList {
        get { stages.settings.codecs }
        set { replace(keepsTransfers: true) { $0.codecs = newValue } }
    }
    /// The limits; `setLimits(_:)` changes them.
    public package(set) var limits: PipelineLimits {
        get { stages.settings.limits }
        set { replace { $0.limits = newValue } }
    }
    /// The audience of stored responses: one user by default.
    public var cacheMode: CacheMode {
        get { stages.settings.cacheMode }
        set { replace { $0.cacheMode = newValue } }
    }
    /// The entrance to the work on pictures; nil for none besides the threads.
    package var workEntrance: (any WorkEntrance)? {
        get { stages.settings.workEntrance }
        set { change { $0.workEntrance = newValue } }
    }
    /// The observers of events.
    public var observers: [any PipelineObserver] {
        get { stages.settings.observers }
        set {
            change { settings in
                settings.observers = newValue
                settings.pressure = MemoryPressureSubscription(newValue, of: settings.memory)
            }
        }
    }
    /// The options of all requests that do not set them.
    public var defaults: ImageOptions {
        get { stages.settings.defaults }
        set { change { $0.defaults = newValue } }
    }
    /// Returns another request for each request, once per call, after `defaults` were filled in;
    /// keys, caches, loader and transforms see its result.
    ///
    /// Called on the caller's thread, many times at once; must return soon.
    public var rewrite: (@Sendable (ImageRequest) -> ImageRequest)? {
        get { stages.settings.rewrite }
        set { change { $0.rewrite = newValue } }
    }
    /// Returns the key of the source for requests without a ``ImageRequest/sourceKey``; nil, or a
    /// nil result, for the source's own key.
    public var sourceKeys: (@Sendable (ImageRequest) -> CacheKey?)? {
        get { stages.settings.sourceKeys }
        set { change { $0.sourceKeys = newValue } }
    }
    /// `true` if a stale response that did not wait for its origin is renewed afterwards, as by
    /// default.
    ///
    /// `false` for a program that renews by itself, or ends before that.
    public var renewsStale: Bool {
        get { background != nil }
        set { background = newValue ? background ?? RenewalTable(limit: 256) : nil }
    }
    /// Returns the date, for lifetimes.
    package var now: @Sendable () -> Date {
        get { stages.settings.now }
        set { change { $0.now = newValue } }
    }
    /// Returns the time, for the intervals of previews.
    package var time: @Sendable () -> ContinuousClock.Instant {
        get { stages.settings.time }
        set { change { $0.time = newValue } }
    }
    /// The renewals that follow stale responses.
    ///
    /// They end with the last copy of the pipeline; nil in the copies that run them.
    package var background: RenewalTable? {
        get { stages.settings.background }
        set { change { $0.background = newValue } }
    }

    /// The stages that a load passes, made of the settings.
    package private(set) var stages: Stages

    /// Creates a pipeline of the given stages.
    ///
    /// - Parameters:
    ///   - memory: The cache of decoded images.
    ///   - disk: The cache of encoded bytes; nil for none.
    ///   - loader: The source of bytes.
    ///   - interceptors: The interceptors of all loads, the first outermost.
    ///   - codecs: The decoders and encoders.
    ///   - limits: The limits of sizes, times and memory.
    ///   - observers: The receivers of events.
    ///   - defaults: The options of requests that do not set them.
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
                memory: memory, disk: disk, partOfDisk: PipelineSettings.part(of: disk),
                loader: loader, interceptors: interceptors,
                codecs: codecs, limits: limits, observers: observers, defaults: defaults,
                pressure: MemoryPressureSubscription(observers, of: memory),
                plainNames: RequestNames(loader: loader, limits: limits, codecs: codecs)),
            PipelineShared(
                decodeThreads: decodeThreads > 0 ? decodeThreads : ProcessorCount.current,
                ioThreads: ioThreads, limits: limits))
    }

    /// Creates a pipeline of stages.
    init(stages: Stages) { self.stages = stages }

    /// Changes the limits; work stays shared if only the numbers of work at once change.
    mutating func replaceLimits(_ limits: PipelineLimits) {
        var same = self.limits
        same.memoryBudget = limits.memoryBudget
        same.load.maxTransfers = limits.load.maxTransfers
        same.load.maxTransfersPerHost = limits.load.maxTransfersPerHost
        same.load.transferOrder = limits.load.transferOrder
        if same == limits { change { $0.limits = limits } } else { self.limits = limits }
    }

    /// Changes a stage: images are shared no longer with pipelines that have another one.
    ///
    /// - Parameter keepsTransfers: `true` if transfers are: the stage does not see how bytes come.
    private mutating func replace(
        keepsTransfers: Bool = false, _ set: (inout PipelineSettings) -> Void
    ) {
        change { settings in
            set(&settings)
            settings.identity = PipelineSettings.nextIdentity()
            if !keepsTransfers { settings.transferIdentity = PipelineSettings.nextIdentity() }
            settings.plainNames = RequestNames(
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

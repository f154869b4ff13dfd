package import FoundationEssentials
public import WebImageCaching
public import WebImageCoding
import WebImagePixels
import WebImageRuntime

/// Loads images: request → memory → disk → load → decode → transform → store → response.
///
/// A value: copy it and replace a stage to load differently. Copies share threads, and share work
/// as long as all their stages are the same.
public struct ImagePipeline: Sendable {
    /// Keeps decoded images.
    public var memory: any ImageCache {
        get { stages.memory }
        set {
            replace { stages in
                stages.memory = newValue
                stages.pressure = MemoryPressureSubscription(stages.observers, of: newValue)
            }
        }
    }
    /// Keeps encoded bytes across processes; nil for none.
    public var disk: (any DataCache)? {
        get { stages.disk }
        set { replace { $0.disk = newValue } }
    }
    /// Keeps the bytes as they were loaded, where they are not to lie with the variants in `disk`;
    /// nil for `disk`.
    public var originals: (any DataCache)? {
        get { stages.originals }
        set { replace { $0.originals = newValue } }
    }
    /// Writes variants, for requests without a serializer of their own; see ``DiskContent``.
    public var serializer: (any ImageSerializer)? {
        get { stages.serializer }
        set { replace { $0.serializer = newValue } }
    }
    /// Remembers failures that would come again; nil to ask the origin each time.
    public var failures: NegativeCache? {
        get { stages.failures }
        set { replace { $0.failures = newValue } }
    }
    /// Fetches bytes.
    public var loader: any ImageLoader {
        get { stages.loader }
        set { replace { $0.loader = newValue } }
    }
    /// Stand between the pipeline and the loader, the first one outermost.
    public var interceptors: [any LoadInterceptor] {
        get { stages.interceptors }
        set { replace { $0.interceptors = newValue } }
    }
    /// Make pixels of bytes and bytes of pixels.
    public var codecs: CodecList {
        get { stages.codecs }
        set { replace { $0.codecs = newValue } }
    }
    /// What is refused; the numbers of transfers at once and the memory budget are those the
    /// pipeline begins with, see ``limitTransfers(to:perHost:order:)`` and ``limitMemory(to:)``.
    public var limits: PipelineLimits {
        get { stages.limits }
        set { replace { $0.limits = newValue } }
    }
    /// For whom answers are kept; for one user unless set.
    public var cacheMode: CacheMode {
        get { stages.cacheMode }
        set { replace { $0.cacheMode = newValue } }
    }
    /// Are told what happens.
    public var observers: [any PipelineObserver] {
        get { stages.observers }
        set {
            change { stages in
                stages.observers = newValue
                stages.pressure = MemoryPressureSubscription(newValue, of: stages.memory)
            }
        }
    }
    /// Options of all requests that do not set them.
    public var defaults: ImageOptions {
        get { stages.defaults }
        set { change { $0.defaults = newValue } }
    }
    /// Makes another request of any request, once each time it is asked with, after `defaults` were
    /// filled in; what it returns is what keys, caches, loader and transforms see.
    ///
    /// Called on the caller's thread, many times at once; must return soon.
    public var rewrite: (@Sendable (ImageRequest) -> ImageRequest)? {
        get { stages.rewrite }
        set { change { $0.rewrite = newValue } }
    }
    /// Names sources of requests without a ``ImageRequest/sourceKey``; nil, or a nil result, for the
    /// source's own name.
    public var sourceKeys: (@Sendable (ImageRequest) -> CacheKey?)? {
        get { stages.sourceKeys }
        set { change { $0.sourceKeys = newValue } }
    }
    /// The date, for lifetimes.
    package var now: @Sendable () -> Date {
        get { stages.now }
        set { change { $0.now = newValue } }
    }
    /// The time, for the pace of previews.
    package var time: @Sendable () -> ContinuousClock.Instant {
        get { stages.time }
        set { change { $0.time = newValue } }
    }
    /// Stale images that were shown, while the origin is asked for newer ones.
    ///
    /// It ends with the last copy of the pipeline; nil in the copies that do that work.
    package var background: BackgroundTable<FlightKey>? {
        get { stages.background }
        set { change { $0.background = newValue } }
    }

    var shared: PipelineShared { stages.shared }
    var identity: UInt64 { stages.identity }
    var keyStages: KeyStages { stages.keys }
    private var stages: PipelineStages { reference.stages }
    private var reference: PipelineStages.Shared

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
        let shared = PipelineShared(
            decodeThreads: decodeThreads > 0 ? decodeThreads : ProcessorCount.current,
            ioThreads: ioThreads, limits: limits)
        reference = PipelineStages.Shared(
            PipelineStages(
                memory: memory, disk: disk, loader: loader, interceptors: interceptors,
                codecs: codecs, limits: limits, observers: observers, defaults: defaults,
                shared: shared, pressure: MemoryPressureSubscription(observers, of: memory),
                keys: KeyStages(
                    loader: loader, limits: limits, codecs: codecs)))
    }

    /// Changes a stage: work is shared no longer with pipelines that have another one.
    private mutating func replace(_ set: (inout PipelineStages) -> Void) {
        change { stages in
            set(&stages)
            stages.identity = PipelineStages.nextIdentity()
            stages.keys = KeyStages(
                loader: stages.loader, limits: stages.limits,
                codecs: stages.codecs)
        }
    }

    /// Changes what alters no result.
    private mutating func change(_ set: (inout PipelineStages) -> Void) {
        var stages = reference.stages
        set(&stages)
        reference = PipelineStages.Shared(stages)
    }

    /// The image of a request: from memory, else from disk, else from its origin.
    ///
    /// Equal requests at the same time share one load. Cancelling the task leaves it at once; the
    /// load goes on as long as somebody else waits for it.
    ///
    /// - Throws: `ImageError`, which names the stage that failed and why.
    public func image(for request: ImageRequest) async throws(ImageError) -> ImageResponse {
        let request = completed(request)
        if let identity = try identity(immediately: request) {
            return try await image(
                for: PreparedRequest(request, in: self, identity: identity))
        }
        return try await image(for: prepareReading(completed: request))
    }

    /// The image of a prepared request; a hit in memory does not suspend.
    ///
    /// - Throws: `ImageError`, which names the stage that failed and why.
    @inlinable
    public func image(for prepared: PreparedRequest) async throws(ImageError) -> ImageResponse {
        // Inlined, so that a hit needs no frame of an asynchronous function.
        if let hit = hit(prepared) { return hit }
        return try await sought(prepared)
    }

    /// The image of a request if memory or disk has it, nil if not; no origin is asked.
    ///
    /// Files and bytes that the caller brings are there already: they are decoded.
    ///
    /// - Throws: `ImageError` when stored bytes can't be transformed as the request says.
    public func cachedImage(for request: ImageRequest) async throws(ImageError) -> ImageResponse? {
        var prepared = try await prepare(request)
        prepared.request.options[CachePolicy.self] = .onlyIfCached
        do throws(ImageError) {
            return try await image(for: prepared)
        } catch {
            if case .notCached = error { return nil }
            throw error
        }
    }

    /// The request with the pipeline's defaults, and the keys that name its results.
    ///
    /// - Throws: `ImageError.request` for a text that is no URL, `load` for a missing file.
    public func prepare(_ request: ImageRequest) async throws(ImageError) -> PreparedRequest {
        try await prepare(completed: completed(request))
    }

    /// The request with the pipeline's defaults, as `rewrite` leaves it.
    package func completed(_ request: ImageRequest) -> ImageRequest {
        var request = request
        request.options = request.options.over(defaults)
        return rewrite?(request) ?? request
    }

    /// The keys of a completed request.
    func prepare(completed request: ImageRequest) async throws(ImageError) -> PreparedRequest {
        if let identity = try identity(immediately: request) {
            return PreparedRequest(request, in: self, identity: identity)
        }
        return try await prepareReading(completed: request)
    }

    /// The keys of a completed request whose source must be read to be named.
    private func prepareReading(
        completed request: ImageRequest
    ) async throws(ImageError) -> PreparedRequest {
        let source = request.source
        let allowsFileURLs = request.options[AllowsFileURLs.self]
        let identity = try await shared.io.run { () throws(ImageError) in
            try SourceIdentity(of: source, allowsFileURLs: allowsFileURLs)
        }
        return PreparedRequest(request, in: self, identity: identity)
    }

    /// What names the source of a completed request, where that costs no work.
    func identity(
        immediately request: ImageRequest
    ) throws(ImageError) -> SourceIdentity? {
        if let key = request.sourceKey ?? sourceKeys?(request) {
            return try SourceIdentity(of: request.source, named: key)
        }
        return try SourceIdentity(immediately: request.source)
    }

    /// The image of a prepared request, for one who may listen.
    func image(
        for prepared: PreparedRequest, listener: ImageListener?
    ) async throws(ImageError) -> ImageResponse {
        if let hit = hit(prepared) { return hit }
        return try await sought(prepared, listener)
    }

    /// What memory answers to one who did not give up, where nobody observes: one look-up and nothing
    /// else.
    @usableFromInline
    func hit(_ prepared: PreparedRequest) -> ImageResponse? {
        guard observers.isEmpty, !prepared.isCancelled else { return nil }
        return remembered(prepared)
    }

    /// The image of a prepared request that is no ``hit(_:)``.
    @usableFromInline
    func sought(_ prepared: PreparedRequest) async throws(ImageError) -> ImageResponse {
        try await sought(prepared, nil)
    }

    private func sought(
        _ prepared: PreparedRequest, _ listener: ImageListener?
    ) async throws(ImageError) -> ImageResponse {
        guard observers.isEmpty else { return try await observed(prepared, listener) }
        if prepared.isCancelled { throw .cancelled }
        return try await missed(prepared, listener)
    }

    /// The same, told to the observers.
    private func observed(
        _ prepared: PreparedRequest, _ listener: ImageListener?
    ) async throws(ImageError) -> ImageResponse {
        let (key, start) = (prepared.imageKey, ContinuousClock.now)
        defer { observers.callerWaited(for: key, since: start) }
        do throws(ImageError) {
            if prepared.isCancelled { throw .cancelled }
            let hit = remembered(prepared, telling: observers)
            let response = if let hit { hit } else { try await missed(prepared, listener) }
            observers.tell(.succeeded(key: key, origin: response.origin))
            return response
        } catch {
            observers.tell(.failed(key: key, error: error))
            throw error
        }
    }

    /// Where originals are.
    var diskStage: DiskStage? {
        (originals ?? disk).map { DiskStage(cache: $0, io: shared.io) }
    }

    /// Where variants are.
    var variantStage: DiskStage? { disk.map { DiskStage(cache: $0, io: shared.io) } }

    var loadStage: LoadStage { LoadStage(pipeline: self) }

    /// Names the flight that makes the image of a request.
    func flightKey(_ prepared: PreparedRequest) -> FlightKey {
        FlightKey(image: prepared, pipeline: identity)
    }

    /// Names the flight that loads the bytes of a request from their origin.
    func transferKey(_ prepared: PreparedRequest) -> FlightKey {
        FlightKey(bytes: prepared, pipeline: identity)
    }
}

package import FoundationEssentials
import Synchronization
public import WebImageCoding
import WebImagePixels

/// Loads images: request → memory → disk → load → decode → transform → store → response.
///
/// A value: copy it and replace a stage to load differently. Copies share threads, and share work
/// as long as all their stages are the same.
public struct ImagePipeline: Sendable {
    /// Keeps decoded images.
    public var memory: any ImageCache { didSet { identity = Self.nextIdentity() } }
    /// Keeps encoded bytes across processes; nil for none.
    public var disk: (any DataCache)? { didSet { identity = Self.nextIdentity() } }
    /// Fetches bytes.
    public var loader: any ImageLoader { didSet { identity = Self.nextIdentity() } }
    /// Stand between the pipeline and the loader, the first one outermost.
    public var interceptors: [any LoadInterceptor] { didSet { identity = Self.nextIdentity() } }
    /// Make pixels of bytes and bytes of pixels.
    public var codecs: CodecList { didSet { identity = Self.nextIdentity() } }
    /// What is refused. The numbers of transfers at once are those the pipeline was made with.
    public var limits: PipelineLimits { didSet { identity = Self.nextIdentity() } }
    /// Are told what happens.
    public var observers: [any PipelineObserver]
    /// Options of all requests that do not set them.
    public var defaults: ImageOptions
    /// The date, for lifetimes.
    package var now: @Sendable () -> Date = { Date() }

    let shared: PipelineShared
    private var identity = Self.nextIdentity()

    /// A pipeline of the given stages.
    ///
    /// - Parameters:
    ///   - decodeThreads: Pictures decoded at once, 0 for as many as there are processors.
    ///   - ioThreads: File operations at once.
    public init(
        memory: any ImageCache, disk: (any DataCache)?, loader: any ImageLoader,
        interceptors: [any LoadInterceptor] = [], codecs: CodecList,
        limits: PipelineLimits = PipelineLimits(), observers: [any PipelineObserver] = [],
        defaults: ImageOptions = ImageOptions(), decodeThreads: Int = 0, ioThreads: Int = 4
    ) {
        self.memory = memory
        self.disk = disk
        self.loader = loader
        self.interceptors = interceptors
        self.codecs = codecs
        self.limits = limits
        self.observers = observers
        self.defaults = defaults
        shared = PipelineShared(
            decodeThreads: decodeThreads > 0 ? decodeThreads : processorCount(),
            ioThreads: ioThreads, limits: limits.load)
    }

    /// The image of a request: from memory, else from disk, else from its origin.
    ///
    /// Equal requests at the same time share one load. Cancelling the task leaves it at once; the
    /// load goes on as long as somebody else waits for it.
    ///
    /// - Throws: `ImageError`, which names the stage that failed and why.
    public func image(for request: ImageRequest) async throws(ImageError) -> ImageResponse {
        try await image(for: prepare(request))
    }

    /// The image of a prepared request; a hit in memory does not suspend.
    ///
    /// - Throws: `ImageError`, which names the stage that failed and why.
    public func image(for prepared: PreparedRequest) async throws(ImageError) -> ImageResponse {
        try await image(for: prepared, onProgress: nil)
    }

    /// The image of a request if memory or disk has it, nil if not; nothing is loaded.
    ///
    /// - Throws: `ImageError` when stored bytes can't be transformed as the request says.
    public func cachedImage(for request: ImageRequest) async throws(ImageError) -> ImageResponse? {
        var request = request
        request.options[CachePolicy.self] = .onlyIfCached
        do throws(ImageError) {
            return try await image(for: request)
        } catch {
            if case .notCached = error { return nil }
            throw error
        }
    }

    /// The request with the pipeline's defaults, and the keys that name its results.
    ///
    /// - Throws: `ImageError.request` for a text that is no URL, `load` for a missing file.
    public func prepare(_ request: ImageRequest) async throws(ImageError) -> PreparedRequest {
        var request = request
        request.options = request.options.over(defaults)
        if let identity = try SourceIdentity(immediately: request.source) {
            return PreparedRequest(request, in: self, identity: identity)
        }
        let source = request.source
        let identity = try await shared.io.run { () throws(ImageError) in
            try SourceIdentity(of: source)
        }
        return PreparedRequest(request, in: self, identity: identity)
    }

    func image(
        for prepared: PreparedRequest, onProgress: (@Sendable (LoadProgress) -> Void)?
    ) async throws(ImageError) -> ImageResponse {
        let record = LoadRecord(key: prepared.imageKey, observers: observers)
        do throws(ImageError) {
            if Task.isCancelled { throw .cancelled }
            let response = try await answer(to: prepared, record, onProgress)
            record.tell(.succeeded(key: record.key, origin: response.origin))
            return response
        } catch {
            record.tell(.failed(key: record.key, error: error))
            throw error
        }
    }

    /// memory → disk → load → decode → transform → store → response
    private func answer(
        to prepared: PreparedRequest, _ record: LoadRecord,
        _ onProgress: (@Sendable (LoadProgress) -> Void)?
    ) async throws(ImageError) -> ImageResponse {
        if let hit = remembered(prepared, record) { return hit }
        return try await made(prepared, onProgress)
    }

    /// memory
    private func remembered(
        _ prepared: PreparedRequest, _ record: LoadRecord
    ) -> ImageResponse? {
        let policy = prepared.request.options[CachePolicy.self]
        guard policy == .normal || policy == .onlyIfCached else { return nil }
        let start = ContinuousClock.now
        let found = memory.image(for: prepared.imageKey).flatMap { cached in
            cached.expires.map { $0 <= now() } == true ? nil : cached
        }
        record.tell(.memory(key: record.key, hit: found != nil))
        return found.map {
            ImageResponse($0, origin: .memory, timings: StageTimings("memory", since: start))
        }
    }

    /// The image made by one flight for all who ask for it, each within its own time.
    private func made(
        _ prepared: PreparedRequest, _ onProgress: (@Sendable (LoadProgress) -> Void)?
    ) async throws(ImageError) -> ImageResponse {
        let options = prepared.request.options
        let key = flightKey(prepared, prepared.imageKey, store: options[StorePolicy.self])
        return try await within(options[TotalTimeout.self]) { () throws(ImageError) in
            try await shared.images.value(for: key, onUpdate: onProgress) { publish in
                let record = LoadRecord(key: prepared.imageKey, observers: observers)
                do throws(ImageError) {
                    return .success(try await make(prepared, record, publish))
                } catch {
                    return .failure(error)
                }
            }
        }
    }

    /// disk → load → decode → transform → store → response
    private func make(
        _ prepared: PreparedRequest, _ record: LoadRecord,
        _ publish: @escaping @Sendable (LoadProgress) -> Void
    ) async throws(ImageError) -> ImageResponse {
        let commits = shared.commits.load(ordering: .acquiring)
        if let stored = try await onDisk(prepared, record) {
            do throws(ImageError) {
                return try await finished(stored, prepared, record)
            } catch {
                // Stored bytes that are no picture are worth nothing: load them afresh.
                guard case .decode = error, !Task.isCancelled else { throw error }
                await diskStage?.remove(prepared.dataKey, record: record)
            }
        }
        let data = try await loaded(prepared, record, publish, since: commits)
        return try await finished(data, prepared, record)
    }

    /// disk
    private func onDisk(
        _ prepared: PreparedRequest, _ record: LoadRecord
    ) async throws(ImageError) -> LoadedData? {
        let policy = prepared.request.options[CachePolicy.self]
        let mayRead = policy == .normal || policy == .onlyIfCached
        if mayRead, prepared.request.source.isRemote, let diskStage {
            let found = try await record.measure("disk") { () throws(ImageError) in
                await diskStage.read(prepared.dataKey, record: record)
            }
            if let found { return found }
        }
        if policy == .onlyIfCached, prepared.request.source.isRemote { throw .notCached }
        return nil
    }

    /// load
    private func loaded(
        _ prepared: PreparedRequest, _ record: LoadRecord,
        _ publish: @escaping @Sendable (LoadProgress) -> Void, since commits: UInt64
    ) async throws(ImageError) -> LoadedData {
        let key = flightKey(prepared, prepared.dataKey, store: nil)
        return try await record.measure("load") { () throws(ImageError) in
            try await shared.transfers.value(for: key, onUpdate: publish) { publish in
                let record = LoadRecord(key: prepared.dataKey, observers: observers)
                if key.policy == .normal, let found = await late(key, record, since: commits) {
                    return .success(found)
                }
                record.tell(.load(key: prepared.dataKey))
                do throws(ImageError) {
                    let data = try await loadStage.run(
                        prepared, record: record, onProgress: publish)
                    shared.live.insert(data, for: key)
                    return .success(data)
                } catch {
                    return .failure(error)
                }
            }
        }
    }

    /// The bytes of a transfer that ended while this one's caller was looking on disk: still in use
    /// by another image, or stored since.
    private func late(
        _ key: FlightKey, _ record: LoadRecord, since commits: UInt64
    ) async -> LoadedData? {
        if let live = shared.live[key] { return live }
        guard shared.commits.load(ordering: .acquiring) != commits else { return nil }
        return await diskStage?.read(key.key, record: record)
    }

    /// disk → load, without making an image.
    func data(for prepared: PreparedRequest) async throws(ImageError) -> LoadedData {
        let record = LoadRecord(key: prepared.dataKey, observers: observers)
        let commits = shared.commits.load(ordering: .acquiring)
        if let stored = try await onDisk(prepared, record) { return stored }
        return try await loaded(prepared, record, { _ in }, since: commits)
    }

    /// decode → transform → store → response
    private func finished(
        _ data: LoadedData, _ prepared: PreparedRequest, _ record: LoadRecord
    ) async throws(ImageError) -> ImageResponse {
        let request = prepared.request
        let decoded = try await record.measure("decode", .decode(key: record.key)) {
            () throws(ImageError) in
            try await decode(data.encoded, request, record)
        }
        var image = decoded
        if !request.transforms.isEmpty {
            let stage = TransformStage(transforms: request.transforms)
            image = try await record.measure("transform", .transform(key: record.key)) {
                () throws(ImageError) in
                try await shared.work.run { () throws(ImageError) in try stage.run(decoded) }
            }
        }
        let cached = CachedImage(
            image: image, format: data.encoded.format, encodedByteCount: data.encoded.bytes.count,
            response: data.head, expires: data.expires)
        try await store(cached, data, prepared, record)
        return ImageResponse(cached, origin: data.origin, timings: record.timings)
    }

    private func decode(
        _ encoded: EncodedImage, _ request: ImageRequest, _ record: LoadRecord
    ) async throws(ImageError) -> DecodedImage {
        let stage = DecodeStage(codecs: codecs, limits: limits.decode)
        do throws(CodecError) {
            return try await shared.work.run { () throws(CodecError) in
                try stage.run(encoded, options: request.options, decoder: request.decoder) {
                    record.tell(.ignored(key: record.key, reason: $0))
                }
            }
        } catch {
            throw error == .cancelled ? .cancelled : .decode(error)
        }
    }

    /// store
    private func store(
        _ image: CachedImage, _ data: LoadedData, _ prepared: PreparedRequest, _ record: LoadRecord
    ) async throws(ImageError) {
        let store = StoreStage(memory: memory, disk: diskStage, now: now)
        let plan = store.plan(for: data, prepared)
        guard plan.reachesMemory || plan.reachesDisk else { return }
        try await record.measure("store", .store(key: record.key)) { () throws(ImageError) in
            await store.run(plan, image, data, prepared, record)
            shared.commits.wrappingAdd(1, ordering: .releasing)
        }
    }

    private var diskStage: DiskStage? { disk.map { DiskStage(cache: $0, io: shared.io) } }

    private var loadStage: LoadStage {
        LoadStage(
            loader: loader, interceptors: interceptors, disk: diskStage, limits: limits.load,
            gate: shared.gate, io: shared.io, now: now)
    }

    private func flightKey(
        _ prepared: PreparedRequest, _ key: CacheKey, store: StorePolicy?
    ) -> FlightKey {
        FlightKey(
            pipeline: identity, key: key, policy: prepared.request.options[CachePolicy.self],
            store: store, interceptors: prepared.request.interceptors.map(\.identity))
    }

    private static func nextIdentity() -> UInt64 {
        identities.wrappingAdd(1, ordering: .relaxed).newValue
    }

    private static let identities = Atomic<UInt64>(0)
}

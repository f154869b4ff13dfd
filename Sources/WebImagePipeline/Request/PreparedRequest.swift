import Synchronization
public import WebImageCaching

/// A request whose keys are known, for callers that ask for the same image again and again.
///
/// Copies share one object, and what a hit in memory asks of the options is read once.
public struct PreparedRequest: Sendable {
    /// What the pipeline decides of the request.
    private struct Stages: Sendable {
        /// The request's fields, and those that the loader adds.
        let sentHeaders: HeaderFields
        let serializer: (any ImageSerializer)?
        /// The total time of the network policy.
        let policyTimeout: Duration?
    }

    /// Everything, first what a hit looks at: no more than fits a line of the processor's cache.
    private final class Shared: Sendable {
        let imageKey: CacheKey
        let control: LoadControl?
        let cachePolicy: CachePolicy
        let readsMemory: Bool
        let hasDirectives: Bool
        let request: ImageRequest
        let content: ImageKey
        let stages: Stages
        /// What a hit in memory does not ask for.
        private let madeDataKey = Mutex<CacheKey?>(nil)

        init(
            _ request: ImageRequest, _ content: ImageKey, _ imageKey: CacheKey, _ stages: Stages
        ) {
            (self.request, self.content, self.imageKey) = (request, content, imageKey)
            self.stages = stages
            hasDirectives = !request.isPlain && RequestDirectives.areIn(request.headers)
            control = request.control
            let policy = request.options[CachePolicy.self]
            cachePolicy =
                policy == .normal && hasDirectives
                    && RequestDirectives(request.headers).isOnlyIfCached ? .onlyIfCached : policy
            readsMemory = request.readsMemory
        }

        var dataKey: CacheKey {
            madeDataKey.withLock { made in
                if let made { return made }
                let key = CacheKey(DataKey(image: content))
                made = key
                return key
            }
        }
    }

    private var shared: Shared

    init(_ request: ImageRequest, in pipeline: ImagePipeline, identity source: SourceIdentity) {
        let serializer = request.variantSerializer(in: pipeline)
        let loader = request.loader ?? pipeline.loader
        let content = ImageKey(request, source, in: pipeline, serializer: serializer)
        shared = Shared(
            request, content, CacheKey(content),
            Stages(
                sentHeaders: request.headers.adding(loader.addedHeaders(for: request.source)),
                serializer: serializer,
                policyTimeout: pipeline.limits.load.networkPolicy?.totalTimeout))
    }

    /// The request, the pipeline's default options under its own.
    public internal(set) var request: ImageRequest {
        get { shared.request }
        set { shared = Shared(newValue, shared.content, shared.imageKey, shared.stages) }
    }

    /// The options of the request, without a copy of all of it.
    var options: ImageOptions { shared.request.options }
    /// The total time of a caller: the option, else that of the network policy.
    var timeout: Duration? {
        let request = shared.request
        guard let timeout = shared.stages.policyTimeout, request.source.isRemote,
            !request.options.sets(TotalTimeout.self)
        else { return request.options[TotalTimeout.self] }
        return timeout
    }
    /// What steers the request.
    var control: LoadControl? { shared.control }
    /// Names the encoded bytes.
    public var dataKey: CacheKey { shared.dataKey }
    /// Names the image made of them.
    public var imageKey: CacheKey { shared.imageKey }
    /// The fields that would be sent, without those of interceptors.
    var sentHeaders: HeaderFields { shared.stages.sentHeaders }
    /// Whether these fields say anything to caches.
    var hasDirectives: Bool { shared.hasDirectives }
    /// What writes and names the variant; nil where none is kept.
    var serializer: (any ImageSerializer)? { shared.stages.serializer }
    /// Which caches may answer: the option, or what the field `Cache-Control` says.
    var cachePolicy: CachePolicy { shared.cachePolicy }
    /// Whether an image in memory may answer.
    var readsMemory: Bool { shared.readsMemory }
    /// Whether who asks gave up, by its task or by its control.
    var isCancelled: Bool {
        Task.isCancelled || shared.control?.isCancelled == true
    }
}

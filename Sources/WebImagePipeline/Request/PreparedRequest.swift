import Synchronization
package import WebImageCaching
import WebImageLoading
import WebImageRuntime

/// A request with the pipeline's defaults, its keys, and the decisions that depend on both.
///
/// Copies share one object, and what a hit in memory asks of the options is read once.
package struct PreparedRequest: Sendable {
    /// The settings of the pipeline that apply, without what keeps it alive.
    private struct Settings: Sendable {
        let loader: any ImageLoader
        let serializer: (any ImageSerializer)?
        /// The total time of the network policy.
        let policyTimeout: Duration?
    }

    /// Everything, first what a hit looks at: no more than fits a line of the processor's cache.
    private final class Shared: Sendable {
        let imageKey: CacheKey
        let control: LoadControl?
        let plan: CachePlan
        let hasDirectives: Bool
        let request: ImageRequest
        let keys: RequestKeys
        let inputs: [TransformInput]
        let keepsResult: Bool
        let settings: Settings
        /// The key of the bytes, made when it is asked for: a hit in memory does not.
        private let madeDataKey = Mutex<CacheKey?>(nil)

        init(
            _ request: ImageRequest, _ keys: RequestKeys, _ inputs: [TransformInput],
            keepsResult: Bool = true, _ settings: Settings
        ) {
            (self.request, self.keys, imageKey) = (request, keys, keys.image)
            (self.inputs, self.keepsResult, self.settings) = (inputs, keepsResult, settings)
            control = request.control
            hasDirectives = request.hasDirectives
            plan = CachePlan(
                request.options, isOnlyIfCached: request.isOnlyIfCached,
                hasSerializer: settings.serializer != nil)
        }

        var dataKey: CacheKey {
            madeDataKey.withLock { made in
                if let made { return made }
                let key = keys.data
                made = key
                return key
            }
        }
    }

    private var shared: Shared

    /// - Parameter keys: The keys of the request in the pipeline of these stages.
    init(
        _ request: ImageRequest, _ keys: RequestKeys, _ inputs: [TransformInput],
        in stages: Stages
    ) {
        shared = Shared(
            request, keys, inputs,
            Settings(
                loader: request.loader ?? stages.settings.loader,
                serializer: request.variantSerializer(in: stages),
                policyTimeout: stages.policyTimeout))
    }

    /// The request, the pipeline's default options under its own.
    package internal(set) var request: ImageRequest {
        get { shared.request }
        set {
            shared = Shared(
                newValue, shared.keys, shared.inputs, keepsResult: shared.keepsResult,
                shared.settings)
        }
    }

    /// The requests of the pictures that its transforms need besides.
    var inputs: [TransformInput] { shared.inputs }

    /// `false` if the result is kept in no cache, since an input must not be or is stale.
    var keepsResult: Bool {
        get { shared.keepsResult }
        set {
            shared = Shared(
                shared.request, shared.keys, shared.inputs, keepsResult: newValue,
                shared.settings)
        }
    }

    var keys: RequestKeys { shared.keys }
    /// The options of the request, without a copy of all of it.
    var options: ImageOptions { shared.request.options }
    /// The total time of a caller: the option, else that of the network policy.
    var timeout: Duration? {
        shared.request.timeout(
            under: shared.settings.policyTimeout)
    }
    var control: LoadControl? { shared.control }
    /// Names the encoded bytes.
    package var dataKey: CacheKey { shared.dataKey }
    /// Names the image made of them.
    package var imageKey: CacheKey { shared.imageKey }
    /// The fields that would be sent, without those of interceptors.
    var sentHeaders: HeaderFields {
        request.headers.adding(shared.settings.loader.addedHeaders(for: request.source))
    }
    /// `true` if the header fields have cache directives.
    var hasDirectives: Bool { shared.hasDirectives }
    /// The serializer that writes and names the variant; nil if none is kept.
    var serializer: (any ImageSerializer)? { shared.settings.serializer }
    var plan: CachePlan { shared.plan }
    /// `true` if the origin may be asked: files and bytes of the caller are there whatever the plan says.
    var asksOrigin: Bool { plan.policy != .onlyIfCached || !shared.request.source.isRemote }
    /// `true` if the caller gave up, by its task or by its control.
    var isCancelled: Bool {
        Task.isCancelled || shared.control?.isCancelled == true
    }
}

extension ImageRequest {
    /// `true` if the header fields have cache directives.
    var hasDirectives: Bool { !isPlain && RequestDirectives.areIn(headers) }

    /// `true` if the header field `Cache-Control` says `only-if-cached`.
    var isOnlyIfCached: Bool {
        hasDirectives && RequestDirectives(headers).isOnlyIfCached
    }

    /// The cache policy: the option, or what the header field `Cache-Control` says.
    var plannedPolicy: CachePolicy {
        CachePlan(options, isOnlyIfCached: isOnlyIfCached, hasSerializer: false).policy
    }

    /// Returns the total time of a caller: the option, else that of the network policy.
    func timeout(under policyTimeout: Duration?) -> Duration? {
        guard let policyTimeout, source.isRemote, !options.sets(ImageOptions.Timeout.self) else {
            return timeout
        }
        return policyTimeout
    }
}

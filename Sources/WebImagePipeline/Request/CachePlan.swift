import WebImageCaching
import WebImageLoading

/// The caches that a request may read, ask its origin about and write; decided once, when the request
/// is prepared.
struct CachePlan: Sendable {
    /// The option, or what the header field `Cache-Control` says.
    let policy: CachePolicy
    /// The caches that the result is written to, if the response allows it.
    let writes: StorePlan
    private let reading: ReadPolicy

    /// - Parameter isOnlyIfCached: `true` if the header field `Cache-Control` says `only-if-cached`.
    init(_ options: ImageOptions, isOnlyIfCached: Bool, hasSerializer: Bool) {
        let option = options[CachePolicy.self]
        policy = option == .normal && isOnlyIfCached ? .onlyIfCached : option
        reading = options[ReadPolicy.self]
        writes =
            policy == .bypass
            ? StorePlan()
            : StorePlan(
                options[StorePolicy.self], options[DiskContent.self], hasSerializer: hasSerializer)
    }

    /// `true` if an image in memory may answer.
    var readsMemory: Bool { policy.readsCaches && reading.reachesMemory }
    /// `true` if an image in memory may answer a request with these options and no header fields.
    static func readsMemory(_ options: ImageOptions) -> Bool {
        options[CachePolicy.self].readsCaches && options[ReadPolicy.self].reachesMemory
    }
    /// `true` if an entry on disk may answer.
    var readsDisk: Bool { policy.readsCaches && reading.reachesDisk }
    /// `true` if an image in memory may be shown, confirmed by the origin, or stand in for it.
    var usesMemory: Bool { policy != .bypass && reading.reachesMemory }
    /// `true` if an entry on disk may be shown, confirmed by the origin, or stand in for it.
    var usesDisk: Bool { policy != .bypass && reading.reachesDisk }
    /// `true` if the origin is asked whatever the caches hold, and that is shown meanwhile.
    var refreshes: Bool { policy == .refresh }
    /// `true` if a remembered failure answers in place of the origin.
    var heedsFailures: Bool { policy.readsCaches }
    /// `true` if a failure of this request is remembered for others.
    var remembersFailures: Bool { policy != .bypass }

    /// `true` if a stored response of that freshness answers, at once at least.
    func mayAnswer(_ freshness: Freshness) -> Bool {
        switch (policy, freshness) {
        case (.normal, .stale(let staleness)): staleness.mayAnswerMeanwhile
        case (.normal, .fresh), (.onlyIfCached, .fresh): true
        default: false
        }
    }
}

extension CachePolicy {
    fileprivate var readsCaches: Bool { self == .normal || self == .onlyIfCached }
}

extension StorePlan {
    /// The plan that the options of a request ask for.
    fileprivate init(_ policy: StorePolicy, _ content: DiskContent, hasSerializer: Bool) {
        let keepsOriginal = content != .variant && (content != .automatic || !hasSerializer)
        self.init(
            memory: policy.reachesMemory, original: policy.reachesDisk && keepsOriginal,
            variant: policy.reachesDisk && hasSerializer)
    }
}

import WebImageCaching
import WebImageLoading

/// The caches that a request may read, ask its origin about and write; decided once, when the
/// request is prepared.
struct CachePlan: Sendable {
    /// The option, or what the header field `Cache-Control` says.
    let policy: CachePolicy
    /// The caches that the result is written to, if the response allows it.
    private(set) var writes: StorePlan
    /// `true` if the response keeps the bytes as they were loaded.
    let keepsBytes: Bool
    /// `true` if an image in memory may be shown, confirmed by the origin, or stand in for it.
    let usesMemory: Bool
    /// `true` if an entry on disk may be shown, confirmed by the origin, or stand in for it.
    let usesDisk: Bool
    /// `true` if no cache has a part in the load.
    let bypassesCaches: Bool
    /// `true` if the entry on disk is the result itself: a file, which is read without shared work.
    private let isFile: Bool

    /// - Parameter isOnlyIfCached: `true` if the header field `Cache-Control` says
    ///   `only-if-cached`.
    /// - Parameter isFile: `true` if a file is wanted in place of pixels.
    init(_ options: ImageOptions, isOnlyIfCached: Bool, hasSerializer: Bool, isFile: Bool) {
        if !options.haveDelivery, !isOnlyIfCached, !hasSerializer {
            self = isFile ? Self.standardFile : Self.standard
        } else {
            self.init(
                readingOptions: options, isOnlyIfCached: isOnlyIfCached,
                hasSerializer: hasSerializer, isFile: isFile)
        }
    }

    /// The plan of most requests, which is made once.
    private static let standard = CachePlan(
        readingOptions: ImageOptions(), isOnlyIfCached: false, hasSerializer: false, isFile: false)
    private static let standardFile = CachePlan(
        readingOptions: ImageOptions(), isOnlyIfCached: false, hasSerializer: false, isFile: true)

    private init(
        readingOptions options: ImageOptions, isOnlyIfCached: Bool, hasSerializer: Bool,
        isFile: Bool
    ) {
        let (option, memory, disk) = (
            options.cachePolicy, options.memoryCaching, options.diskCaching
        )
        self.isFile = isFile
        bypassesCaches = memory == .off && disk == .off
        policy = isOnlyIfCached && option != .refresh && !bypassesCaches ? .onlyIfCached : option
        (usesMemory, usesDisk) = (memory.reads, disk.reads)
        // A file is made within the load, which has the bytes.
        keepsBytes = options.keepsEncodedBytes && !isFile
        writes = StorePlan(
            memory: memory.writes, disk: disk.writes, options.diskRepresentation,
            hasSerializer: hasSerializer)
        if isFile { writes.variant = disk.writes }
    }

    /// `true` if an image in memory may answer.
    var readsMemory: Bool { policy != .refresh && usesMemory && !keepsBytes }
    /// `true` if an entry on disk may answer.
    var readsDisk: Bool { policy != .refresh && usesDisk }
    /// `true` if a caller looks on disk itself, before it joins shared work.
    var looksAlone: Bool { isFile && readsDisk }
    /// `true` if the origin is asked whatever the caches hold, and that is shown meanwhile.
    var refreshes: Bool { policy == .refresh }
    /// `true` if a remembered failure answers in place of the origin.
    var heedsFailures: Bool { policy != .refresh && !bypassesCaches }
    /// `true` if a failure of this request is remembered for others.
    var remembersFailures: Bool { !bypassesCaches }

    /// `true` if a stored response of that freshness answers, at once at least.
    func mayAnswer(_ freshness: Freshness) -> Bool {
        switch (policy, freshness) {
        case (.normal, .stale(let staleness)): staleness.mayAnswerMeanwhile
        case (.cachedFirst, .stale(let staleness)):
            staleness.mayAnswerFirst || staleness.mayAnswerMeanwhile
        case (.refresh, _), (_, .unusable), (.onlyIfCached, .stale): false
        case (_, .fresh): true
        }
    }
}

extension StorePlan {
    /// The plan that the options of a request ask for.
    fileprivate init(
        memory: Bool, disk: Bool, _ representation: DiskRepresentation, hasSerializer: Bool
    ) {
        let keepsOriginal =
            representation != .variant && (representation != .automatic || !hasSerializer)
        self.init(
            memory: memory, original: disk && keepsOriginal, variant: disk && hasSerializer)
    }
}

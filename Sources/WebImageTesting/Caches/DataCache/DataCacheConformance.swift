public import WebImageCaching
import WebImageLoading
import WebImagePipeline

/// Tries a cache of bytes, and tells which promises of the protocol it breaks.
///
/// The library's own caches pass it; so should yours:
///
/// ```swift
/// @Test(arguments: DataCacheConformance.trials)
/// func `it keeps its promises`(_ trial: DataCacheTrial) async {
///     let conformance = DataCacheConformance { place in MyCache(prefix: place) }
///     let violations = await conformance.violations(in: trial)
///     #expect(violations.isEmpty, "\(violations)")
/// }
/// ```
///
/// Each trial has a place to itself, so that any number may run at once, and leaves it empty. It
/// needs room for 8 MB.
public struct DataCacheConformance: Sendable {
    /// Opens a cache in the place of that name.
    public typealias Opener = @Sendable (_ place: String) throws -> any DataCache
    /// Opens a cache in the place of that name that keeps no more than so many bytes.
    public typealias LimitedOpener =
        @Sendable (_ place: String, _ maxBytes: Int) throws -> any DataCache

    /// All trials, by what holds: entries, writers, keys, renewals, expiry, removal, places, limits,
    /// threads.
    public static let trials =
        DataCacheTrial.entries + DataCacheTrial.writers + DataCacheTrial.keys
        + DataCacheTrial.renewals + DataCacheTrial.expiries + DataCacheTrial.removals
        + DataCacheTrial.places + DataCacheTrial.limits + DataCacheTrial.threads

    private let patience: Duration
    private let limited: LimitedOpener?
    private let open: Opener

    /// A trial of the caches that `open` opens.
    ///
    /// A place of a new name is empty; opened again it has what was stored there. Names are letters,
    /// digits and `-`.
    ///
    /// - Parameters:
    ///   - patience: How long one trial may take before it counts as hanging.
    ///   - limited: Opens a cache with a limit; nil for caches that have none, whose trials of limits
    ///     try nothing.
    ///   - open: Opens a cache without limits, or with large ones.
    public init(
        patience: Duration = .seconds(300), limited: LimitedOpener? = nil, _ open: @escaping Opener
    ) {
        self.patience = patience
        self.limited = limited
        self.open = open
    }

    /// The promises that are broken in any trial; empty for a cache that conforms.
    public func violations() async -> [CacheViolation] {
        var found: [CacheViolation] = []
        for trial in Self.trials { found += await violations(in: trial) }
        return found
    }

    /// The promises that are broken in one trial.
    public func violations(in trial: DataCacheTrial) async -> [CacheViolation] {
        let bench = DataCacheBench(patience: patience, limited: limited, open)
        let hasEnded = await CacheThreads.end(within: patience) {
            do {
                try trial.run(bench)
            } catch {
                bench.complaints.add("threw \(error)")
            }
            bench.cleanUp()
        }
        if !hasEnded { bench.complaints.add("took longer than \(patience.spelling)") }
        return bench.complaints.all.map { CacheViolation(trial: trial.name, reason: $0) }
    }
}

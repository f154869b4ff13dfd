public import WebImageCaching
import WebImageLoading
import WebImagePipeline

/// Tests a cache of bytes against the requirements of `DataCache`.
///
/// The library's own caches pass; a custom cache should too:
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
/// Each trial has its own place and empties it afterwards, so trials can run concurrently. It needs
/// room for 8 MB.
public struct DataCacheConformance: Sendable {
    /// Opens a cache in the place of a name.
    public typealias Opener = @Sendable (_ place: String) throws -> any DataCache
    /// Opens a cache in the place of a name, with a limit in bytes.
    public typealias LimitedOpener =
        @Sendable (_ place: String, _ maxBytes: Int) throws -> any DataCache

    /// All trials, by subject: entries, writers, keys, renewals, expiry, removal, places, limits,
    /// threads.
    public static let trials =
        DataCacheTrial.entries + DataCacheTrial.writers + DataCacheTrial.keys
        + DataCacheTrial.renewals + DataCacheTrial.expiries + DataCacheTrial.removals
        + DataCacheTrial.places + DataCacheTrial.limits + DataCacheTrial.threads

    private let patience: Duration
    private let limited: LimitedOpener?
    private let open: Opener

    /// Creates a test of the caches that `open` opens.
    ///
    /// A place with a new name is empty; opened again it contains the stored entries. Names consist
    /// of letters, digits and `-`.
    ///
    /// - Parameters:
    ///   - patience: The longest duration of one trial; a longer one counts as hanging.
    ///   - limited: Opens a cache with a limit; nil for caches without limits, whose trials of
    ///     limits then do nothing.
    ///   - open: Opens a cache without limits, or with large ones.
    public init(
        patience: Duration = .seconds(300), limited: LimitedOpener? = nil, _ open: @escaping Opener
    ) {
        self.patience = patience
        self.limited = limited
        self.open = open
    }

    /// Returns the violations of all trials; empty for a conforming cache.
    public func violations() async -> [CacheViolation] {
        var found: [CacheViolation] = []
        for trial in Self.trials { found += await violations(in: trial) }
        return found
    }

    /// Returns the violations of one trial.
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

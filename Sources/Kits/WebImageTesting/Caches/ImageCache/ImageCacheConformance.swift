public import WebImageCaching
import WebImageLoading
import WebImagePipeline

/// Tests a cache of images against the requirements of `ImageCache`.
///
/// The library's own caches pass; a custom cache should too:
///
/// ```swift
/// @Test(arguments: ImageCacheConformance.trials)
/// func `it keeps its promises`(_ trial: ImageCacheTrial) async {
///     let violations = await ImageCacheConformance { MyCache() }.violations(in: trial)
///     #expect(violations.isEmpty, "\(violations)")
/// }
/// ```
///
/// Each trial has its own caches, so trials can run concurrently.
public struct ImageCacheConformance: Sendable {
    /// Creates an empty cache.
    public typealias Maker = @Sendable () throws -> any ImageCache
    /// Creates an empty cache with a limit in bytes.
    public typealias LimitedMaker = @Sendable (_ maxBytes: Int) throws -> any ImageCache

    /// All trials, by subject: images and keys, removal, limits, threads.
    public static let trials =
        ImageCacheTrial.images + ImageCacheTrial.removals + ImageCacheTrial.limits
        + ImageCacheTrial.threads

    private let patience: Duration
    private let limited: LimitedMaker?
    private let make: Maker

    /// Creates a test of the caches that `make` creates.
    ///
    /// - Parameters:
    ///   - patience: The longest duration of one trial; a longer one counts as hanging.
    ///   - limited: Creates a cache with a limit; nil for caches without limits, whose trials of
    ///     limits then do nothing.
    ///   - make: Creates a cache with room for 16 MB.
    public init(
        patience: Duration = .seconds(300), limited: LimitedMaker? = nil, _ make: @escaping Maker
    ) {
        self.patience = patience
        self.limited = limited
        self.make = make
    }

    /// Returns the violations of all trials; empty for a conforming cache.
    public func violations() async -> [CacheViolation] {
        var found: [CacheViolation] = []
        for trial in Self.trials { found += await violations(in: trial) }
        return found
    }

    /// Returns the violations of one trial.
    public func violations(in trial: ImageCacheTrial) async -> [CacheViolation] {
        let bench = ImageCacheBench(limited: limited, make)
        let hasEnded = await CacheThreads.end(within: patience) {
            do {
                try trial.run(bench)
            } catch {
                bench.complaints.add("threw \(error)")
            }
        }
        if !hasEnded { bench.complaints.add("took longer than \(patience.spelling)") }
        return bench.complaints.all.map { CacheViolation(trial: trial.name, reason: $0) }
    }
}

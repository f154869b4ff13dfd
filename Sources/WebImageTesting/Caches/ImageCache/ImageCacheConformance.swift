public import WebImageCaching
import WebImageLoading
import WebImagePipeline

/// Tries a cache of images, and tells which promises of the protocol it breaks.
///
/// The library's own caches pass it; so should yours:
///
/// ```swift
/// @Test(arguments: ImageCacheConformance.trials)
/// func `it keeps its promises`(_ trial: ImageCacheTrial) async {
///     let violations = await ImageCacheConformance { MyCache() }.violations(in: trial)
///     #expect(violations.isEmpty, "\(violations)")
/// }
/// ```
///
/// Each trial has caches to itself, so that any number may run at once.
public struct ImageCacheConformance: Sendable {
    /// Makes an empty cache.
    public typealias Maker = @Sendable () throws -> any ImageCache
    /// Makes an empty cache that keeps images of so many bytes, and no more.
    public typealias LimitedMaker = @Sendable (_ maxBytes: Int) throws -> any ImageCache

    /// All trials, by what holds: images, keys, removal, limits, threads.
    public static let trials =
        ImageCacheTrial.images + ImageCacheTrial.removals + ImageCacheTrial.limits
        + ImageCacheTrial.threads

    private let patience: Duration
    private let limited: LimitedMaker?
    private let make: Maker

    /// A trial of the caches that `make` makes.
    ///
    /// - Parameters:
    ///   - patience: How long one trial may take before it counts as hanging.
    ///   - limited: Makes a cache with a limit; nil for caches that have none, whose trials of limits
    ///     try nothing.
    ///   - make: Makes a cache that has room for 16 MB.
    public init(
        patience: Duration = .seconds(300), limited: LimitedMaker? = nil, _ make: @escaping Maker
    ) {
        self.patience = patience
        self.limited = limited
        self.make = make
    }

    /// The promises that are broken in any trial; empty for a cache that conforms.
    public func violations() async -> [CacheViolation] {
        var found: [CacheViolation] = []
        for trial in Self.trials { found += await violations(in: trial) }
        return found
    }

    /// The promises that are broken in one trial.
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

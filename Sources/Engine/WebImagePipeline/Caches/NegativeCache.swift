import FoundationEssentials
import Synchronization
public import WebImageCaching

/// A memory of failures that would come again, so that a bad picture is not loaded over and over.
///
/// A policy decides which failures it keeps, and for how long:
///
/// ```swift
/// pipeline.failures = NegativeCache { error in
///     error.status == 404 ? .seconds(60) : NegativeCache.standardLifetime(of: error)
/// }
/// ```
///
/// Caches still answer for a source that failed; only its origin is not asked. Requests with
/// `CachePolicy.refresh`, without caches, or with `ImageOptions.ignoresRememberedFailures` ask it
/// all the same.
public final class NegativeCache: Sendable {
    struct Failure: Sendable {
        let error: ImageError
        let since: Date
        let expires: Date
    }

    private let maxCount: Int
    private let lifetime: @Sendable (ImageError) -> Duration?
    private let failures = Mutex<[FailureKey: Failure]>([:])

    /// Creates a memory without failures.
    ///
    /// - Parameters:
    ///   - maxCount: The most failures it remembers; the oldest are removed first.
    ///   - lifetime: Returns the time for which a failure is remembered, nil for not at all.
    public init(
        maxCount: Int = 1000,
        lifetime: @escaping @Sendable (ImageError) -> Duration? = standardLifetime
    ) {
        precondition(maxCount > 0, "maxCount must be at least 1.")
        self.maxCount = maxCount
        self.lifetime = lifetime
    }

    /// Returns the time for which a failure is remembered: five minutes for bytes that are no
    /// image, else `nil`.
    ///
    /// A failure of a network or a server may be over a moment later. A refusal by an interceptor,
    /// a policy or a limit asks no origin, and may be lifted at any time. Neither is remembered.
    public static func standardLifetime(of error: ImageError) -> Duration? {
        error.blamesBytes ? .seconds(300) : nil
    }

    /// The number of failures it holds, expired ones included.
    package var count: Int { failures.withLock { $0.count } }

    /// Removes the failures of the bytes of that name, so that their origin is asked again.
    ///
    /// All images that are made of these bytes are meant, in every pipeline that has this memory.
    /// ``ImagePipeline/forgetFailure(of:)`` does the same for a request of one pipeline.
    ///
    /// - Parameter key: The name of the bytes: `data` of ``ImagePipeline/cacheKeys(for:)``.
    /// - Complexity: O(n).
    public func remove(_ key: CacheKey) {
        failures.withLock { failures in failures = failures.filter { $0.key.data != key } }
    }

    /// Removes all failures.
    public func removeAll() { failures.withLock { $0 = [:] } }

    /// Returns the failure of a key, unless it expired before `date`.
    func failure(for key: FailureKey, at date: Date) -> Failure? {
        failures.withLock { $0[key] }.flatMap { $0.expires > date ? $0 : nil }
    }

    /// Keeps a failure if the policy says so; a full memory drops expired failures, else the
    /// oldest.
    ///
    /// - Complexity: O(1), O(n) if it is full.
    func store(_ error: ImageError, for key: FailureKey, at date: Date) {
        guard let lifetime = lifetime(error), lifetime > .zero else { return }
        let expires = date.addingTimeInterval(lifetime / .seconds(1))
        failures.withLock { failures in
            if failures[key] == nil, failures.count >= maxCount {
                failures = failures.filter { $0.value.expires > date }
                if failures.count >= maxCount,
                    let oldest = failures.min(by: { $0.value.since < $1.value.since })
                {
                    failures[oldest.key] = nil
                }
            }
            failures[key] = Failure(error: error, since: date, expires: expires)
        }
    }

    func forget(_ key: FailureKey) { failures.withLock { $0[key] = nil } }
}

/// The identity of a failure: the same bytes, asked for by the same stages in the same way.
struct FailureKey: Hashable, Sendable {
    let pipeline: UInt64
    let data: CacheKey
    /// The parts of the request that may fail, or succeed, unlike the ones of other requests.
    let actors: [String]
}

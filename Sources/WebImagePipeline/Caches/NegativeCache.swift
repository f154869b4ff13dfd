import FoundationEssentials
import Synchronization
public import WebImageCaching
import WebImageRuntime

/// Remembers failures that would come again, so that a bad picture is not loaded over and over.
///
/// Which failures are worth it, and for how long, is a policy:
///
/// ```swift
/// pipeline.failures = NegativeCache { error in
///     error.status == 404 ? .seconds(60) : NegativeCache.standardLifetime(of: error)
/// }
/// ```
///
/// Caches still answer for a source that failed; only its origin is not asked. ``RetriesFailed``,
/// ``CachePolicy/refresh`` and ``CachePolicy/bypass`` ask it all the same.
public final class NegativeCache: Sendable {
    /// How long a failure is remembered, nil for not at all.
    public typealias Lifetime = @Sendable (ImageError) -> Duration?

    private let lifetime: Lifetime
    private let table: Mutex<FailureTable>

    /// A memory without failures.
    ///
    /// - Parameters:
    ///   - maxCount: The most failures it remembers; the oldest go first.
    ///   - lifetime: Which failures, and how long.
    public init(maxCount: Int = 1000, lifetime: @escaping Lifetime = standardLifetime) {
        precondition(maxCount > 0, "A negative cache needs room for one failure.")
        self.lifetime = lifetime
        table = Mutex(FailureTable(maxCount: maxCount))
    }

    /// Five minutes for bytes that are no picture and for requests that cannot be served, else nil.
    ///
    /// What a network or a server did wrong may be right a moment later: it is not remembered.
    public static func standardLifetime(of error: ImageError) -> Duration? {
        switch error {
        case .request: .seconds(300)
        case .decode(let cause) where cause.blamesBytes: .seconds(300)
        default: nil
        }
    }

    /// The number of failures it holds, those whose time is over too.
    public var count: Int { table.withLock { $0.count } }

    /// Forgets the failures of that ``PreparedRequest/dataKey``.
    ///
    /// - Complexity: O(n).
    public func remove(_ key: CacheKey) { table.withLock { $0.remove(where: { $0.data == key }) } }

    /// Forgets all failures.
    public func removeAll() { table.withLock { $0.remove(where: { _ in true }) } }

    /// The failure that is remembered at `date`.
    func failure(for key: FailureKey, at date: Date) -> FailureTable.Entry? {
        table.withLock { $0.entry(for: key, at: date) }
    }

    /// Remembers a failure, if it is worth it.
    func store(_ error: ImageError, for key: FailureKey, at date: Date) {
        guard let lifetime = lifetime(error), lifetime > .zero else { return }
        let entry = FailureTable.Entry(
            error: error, since: date,
            expires: date.addingTimeInterval(lifetime / .seconds(1)))
        table.withLock { $0.insert(entry, for: key, at: date) }
    }

    /// Forgets the failure of that key, since it is over.
    func forget(_ key: FailureKey) { table.withLock { $0.remove(key) } }
}

import Synchronization
import WebImageRuntime

/// Lets so many loads a second go to a host, and a burst of them at once; the others wait in turn.
///
///     pipeline.interceptors = [RateLimit(perSecond: 10, burst: 20)]
///
/// Hosts are told apart by scheme, name and port. Files, bytes and cached pictures are not counted.
/// Copies of the value count together. While a load waits, others may use its place among the
/// transfers; a load that is cancelled gives its turn back.
public struct RateLimit: LoadInterceptor {
    private final class Shared: Sendable {
        let buckets: Mutex<HostBuckets>
        init(_ buckets: HostBuckets) { self.buckets = Mutex(buckets) }
    }

    private let shared: Shared
    private let clock: LoadClock

    /// `ratelimit`.
    public var identity: String { "ratelimit" }

    /// A limit for each host.
    ///
    /// - Parameters:
    ///   - perSecond: How many may begin in a second.
    ///   - burst: How many may begin at once after a pause.
    ///   - clock: Measures and waits.
    /// - Precondition: `perSecond` is positive, `burst` at least one.
    public init(perSecond: Double, burst: Int = 1, clock: LoadClock = .system) {
        precondition(perSecond > 0 && burst > 0, "A rate is positive, a burst at least one.")
        shared = Shared(HostBuckets(perSecond: perSecond, burst: burst))
        self.clock = clock
    }

    /// Hands the request on when it is its turn.
    public func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        guard let host = request.source.host else { return try await next(request) }
        let delay = shared.buckets.withLock { $0.take(host, at: clock.now()) }
        do {
            try await clock.pause(delay)
        } catch {
            shared.buckets.withLock { $0.giveBack(host) }
            throw error
        }
        return try await next(request)
    }
}

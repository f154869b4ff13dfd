import Synchronization
package import WebImageLoading

/// A limit of the loads a second that go to a host, with a burst at once; others wait in turn.
package struct RateLimit: LoadInterceptor {
    private final class Shared: Sendable {
        let buckets: Mutex<HostBuckets>
        init(_ buckets: HostBuckets) { self.buckets = Mutex(buckets) }
    }

    private let shared: Shared
    private let clock: LoadClock

    package var identity: String { "ratelimit" }

    package init(perSecond: Double, burst: Int = 1, clock: LoadClock = .system) {
        precondition(perSecond > 0 && burst > 0, "The rate and the burst must be positive.")
        shared = Shared(HostBuckets(perSecond: perSecond, burst: burst))
        self.clock = clock
    }

    /// Passes the request on when it is its turn.
    package func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
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

/// A ``TokenBucket`` for each host that needs one.
package struct HostBuckets: Sendable {
    private let perSecond: Double
    private let burst: Int
    private var buckets: [String: TokenBucket] = [:]
    private var sweepCount = 64

    package init(perSecond: Double, burst: Int) {
        self.perSecond = perSecond
        self.burst = burst
    }

    package var count: Int { buckets.count }

    package mutating func take(_ host: String, at now: ContinuousClock.Instant) -> Duration {
        sweep(at: now)
        let full = TokenBucket(perSecond: perSecond, burst: burst, at: now)
        return buckets[host, default: full].take(at: now)
    }

    package mutating func giveBack(_ host: String) { buckets[host]?.giveBack() }

    /// Removes full buckets as soon as there are twice as many as were left the last time.
    private mutating func sweep(at now: ContinuousClock.Instant) {
        guard buckets.count >= sweepCount else { return }
        buckets = buckets.filter { !$0.value.isFull(at: now) }
        sweepCount = max(64, buckets.count * 2)
    }
}

/// A token bucket without a queue: the time to wait for a token is known when it is taken.
package struct TokenBucket: Hashable, Sendable {
    /// The time between two tokens.
    private let interval: Duration
    /// The time in which an empty bucket gets a whole burst.
    private let depth: Duration
    /// The moment at which the bucket would be full.
    private var fullAt: ContinuousClock.Instant

    /// Creates a full bucket.
    package init(perSecond: Double, burst: Int, at now: ContinuousClock.Instant) {
        precondition(perSecond > 0 && burst > 0, "The rate and the burst must be positive.")
        // A century is as good as never, and still fits an instant.
        interval = .seconds(min(1 / perSecond, 3_155_760_000 / Double(burst)))
        depth = interval * burst
        fullAt = now
    }

    /// Takes a token; returns the time to wait for it.
    package mutating func take(at now: ContinuousClock.Instant) -> Duration {
        fullAt = max(fullAt, now) + interval
        return max(.zero, now.duration(to: fullAt) - depth)
    }

    /// Gives back a token for which no load waits any more.
    package mutating func giveBack() { fullAt -= interval }

    package func isFull(at now: ContinuousClock.Instant) -> Bool { fullAt <= now }
}

/// A ``TokenBucket`` for each host that needs one.
package struct HostBuckets: Sendable {
    private let perSecond: Double
    private let burst: Int
    private var buckets: [String: TokenBucket] = [:]
    private var sweepCount = 64

    /// Buckets of that rate and size.
    package init(perSecond: Double, burst: Int) {
        self.perSecond = perSecond
        self.burst = burst
    }

    /// The number of hosts that are remembered.
    package var count: Int { buckets.count }

    /// Takes a token of a host; returns how long to wait for it.
    package mutating func take(_ host: String, at now: ContinuousClock.Instant) -> Duration {
        sweep(at: now)
        let full = TokenBucket(perSecond: perSecond, burst: burst, at: now)
        return buckets[host, default: full].take(at: now)
    }

    /// Gives a token back.
    package mutating func giveBack(_ host: String) { buckets[host]?.giveBack() }

    /// Forgets full buckets whenever there are twice as many as were left the last time.
    private mutating func sweep(at now: ContinuousClock.Instant) {
        guard buckets.count >= sweepCount else { return }
        buckets = buckets.filter { !$0.value.isFull(at: now) }
        sweepCount = max(64, buckets.count * 2)
    }
}

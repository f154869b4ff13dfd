/// How many loads may begin: a burst at once, then so many a second.
///
/// Pure; the moment comes from the caller. Who takes more than is there waits until it is his turn,
/// which is known at once: a bucket that is owed to is a queue without entries.
package struct TokenBucket: Hashable, Sendable {
    /// The time after which one more may begin.
    private let interval: Duration
    /// How far back the bucket remembers: a whole burst.
    private let depth: Duration
    /// When the bucket would be full; later than now by `interval` for each token that is missing.
    private var fullAt: ContinuousClock.Instant

    /// A full bucket.
    ///
    /// - Precondition: `perSecond` is positive, `burst` at least one.
    package init(perSecond: Double, burst: Int, at now: ContinuousClock.Instant) {
        precondition(perSecond > 0 && burst > 0, "A rate is positive, a burst at least one.")
        // A century between two is as good as never, and still fits an instant.
        interval = .seconds(min(1 / perSecond, 3_155_760_000 / Double(burst)))
        depth = interval * burst
        fullAt = now
    }

    /// Takes a token; returns how long to wait for it.
    package mutating func take(at now: ContinuousClock.Instant) -> Duration {
        fullAt = max(fullAt, now) + interval
        return max(.zero, now.duration(to: fullAt) - depth)
    }

    /// Gives a token back that nobody waits for any more: later ones come sooner.
    package mutating func giveBack() { fullAt -= interval }

    /// Whether it is as if it had never been used.
    package func isFull(at now: ContinuousClock.Instant) -> Bool { fullAt <= now }
}

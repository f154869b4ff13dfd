/// How long an image stays in memory at most.
///
/// This is about room, not about freshness: what is over is freed although there is room for it, what
/// is not may still be refused as stale by who asks. An image that was shown long ago takes memory
/// that nobody misses; a fresh one that nobody asks for again does too.
public struct MemoryLifetime: Hashable, Sendable {
    /// How long.
    public let duration: Duration
    /// Whether each look-up begins it anew.
    public let isRenewedByUse: Bool

    /// So long from the moment when it was stored.
    public static func sinceStored(_ duration: Duration) -> Self {
        Self(duration: duration, isRenewedByUse: false)
    }

    /// So long from the moment when it was last asked for, or stored.
    public static func sinceUsed(_ duration: Duration) -> Self {
        Self(duration: duration, isRenewedByUse: true)
    }
}

/// Moments of a cache's life in 32 bits: sixteenths of a second since it began, for eight years.
///
/// A class, since the size of an instant is known at run time only: whoever holds one by value is slow
/// to look at.
final class MemoryTicks: Sendable {
    private let lifetime: MemoryLifetime
    private let time: @Sendable () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant
    private let ticks: UInt32

    /// - Parameter time: The time.
    init(_ lifetime: MemoryLifetime, time: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.lifetime = lifetime
        self.time = time
        start = time()
        ticks = Self.ticks(of: lifetime.duration)
    }

    /// Now.
    var now: UInt32 { Self.ticks(of: start.duration(to: time())) }

    /// When the lifetime of what is stored now ends.
    func deadline(from now: UInt32) -> UInt32 {
        let (sum, overflow) = now.addingReportingOverflow(ticks)
        return overflow ? .max : sum
    }

    /// When the lifetime of what is asked for now ends; nil where that changes nothing.
    func renewal(at now: UInt32) -> UInt32? {
        lifetime.isRenewedByUse ? deadline(from: now) : nil
    }

    private static func ticks(of duration: Duration) -> UInt32 {
        let (seconds, attoseconds) = duration.components
        guard seconds < 1 << 28 else { return .max }
        return UInt32(clamping: seconds * 16 + attoseconds / 62_500_000_000_000_000)
    }
}

/// The longest stay of an image in memory.
///
/// It is independent of freshness: an image is freed at its end although there is room for it, and
/// before its end the caller may still refuse it as stale.
public struct MemoryLifetime: Hashable, Sendable {
    let duration: Duration
    /// `true` if each look-up begins it anew.
    let isRenewedByUse: Bool

    /// Returns a lifetime of `duration` that begins with the store.
    public static func sinceStored(_ duration: Duration) -> Self {
        Self(duration: duration, isRenewedByUse: false)
    }

    /// Returns a lifetime of `duration` that begins anew with the store and each look-up.
    public static func sinceUsed(_ duration: Duration) -> Self {
        Self(duration: duration, isRenewedByUse: true)
    }
}

/// Moments of a cache's life in 32 bits: sixteenths of a second since it began, for eight years.
///
/// A class: the size of an instant is known at run time only, which slows a type that holds one.
final class MemoryTicks: Sendable {
    private let lifetime: MemoryLifetime
    private let time: @Sendable () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant
    private let ticks: UInt32

    init(_ lifetime: MemoryLifetime, time: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.lifetime = lifetime
        self.time = time
        start = time()
        ticks = Self.ticks(of: lifetime.duration)
    }

    var now: UInt32 { Self.ticks(of: start.duration(to: time())) }

    func deadline(from now: UInt32) -> UInt32 {
        let (sum, overflow) = now.addingReportingOverflow(ticks)
        return overflow ? .max : sum
    }

    /// Returns the new end of the lifetime of an image in use; nil if use does not renew it.
    func renewal(at now: UInt32) -> UInt32? {
        lifetime.isRenewedByUse ? deadline(from: now) : nil
    }

    private static func ticks(of duration: Duration) -> UInt32 {
        let (seconds, attoseconds) = duration.components
        guard seconds < 1 << 28 else { return .max }
        return UInt32(clamping: seconds * 16 + attoseconds / 62_500_000_000_000_000)
    }
}

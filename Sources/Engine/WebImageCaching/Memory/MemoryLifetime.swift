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

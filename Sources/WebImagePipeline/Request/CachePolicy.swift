/// Which caches may answer.
public enum CachePolicy: String, Hashable, Sendable, CaseIterable, Spellable {
    /// Memory, then disk, then the origin.
    case normal
    /// The origin answers; what it says replaces what the caches hold.
    case refresh
    /// Memory and disk only; without a hit the load ends with ``ImageError/notCached``.
    case onlyIfCached
    /// The origin answers; caches are neither read nor written.
    case bypass
}

extension CachePolicy: ImageOption {
    /// `cache`.
    public static let name = "cache"
    /// Memory, then disk, then the origin.
    public static let defaultValue = CachePolicy.normal
    /// The same picture.
    public static let effect = OptionEffect.delivery
}

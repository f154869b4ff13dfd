/// Which caches may answer.
public enum CachePolicy: String, Hashable, Sendable, CaseIterable, Spellable {
    /// Memory, then disk, then the origin.
    ///
    /// What is stale is confirmed by the origin, or loaded again; where the origin fails, it may stand
    /// in (``StaleIfError``).
    case normal
    /// The origin is asked, however fresh the caches are: it confirms what they hold, or replaces it.
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

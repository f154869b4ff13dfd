/// The rule by which caches may answer in place of the origin.
public enum CachePolicy: String, Hashable, Sendable, CaseIterable, Spellable {
    /// Memory, then disk, then the origin.
    ///
    /// A stale image is confirmed by the origin, or loaded again; if the origin fails, it may be
    /// used (``OptionConfigurable/staleIfError``).
    case normal
    /// Memory, then disk, whatever HTTP says of an entry's age, then the origin.
    ///
    /// A stale image is returned at once: its response has `isStale`. The origin confirms or
    /// replaces it after that, once for all callers, after the loads that callers wait for, and at
    /// most once in ten seconds. The pipeline's `updates` show the stale image, then what the
    /// origin has. If that fails, the image stays; status 401, 403, 404 or 410 removes it from the
    /// caches, and `updates` fail.
    ///
    /// The lifetimes of the caches and the request's own `Cache-Control` count all the same. In a
    /// shared cache, in a prefetch and for bytes it acts as ``normal``.
    case cachedFirst
    /// The origin, which confirms or replaces cached bytes even if they are fresh.
    case refresh
    /// Memory and disk only; without a hit the load fails as not cached. Files and bytes of the
    /// caller are loaded all the same.
    case onlyIfCached
}

/// The use that a request makes of a cache.
public enum CacheAccess: String, Hashable, Sendable, CaseIterable, Spellable {
    /// The cache may answer, and keeps the result.
    case readWrite
    /// The cache may answer, and keeps nothing new.
    case readOnly
    /// The cache does not answer, but keeps the result.
    case writeOnly
    /// The cache is neither read nor written.
    case off

    /// `true` if the cache may answer.
    package var reads: Bool { self == .readWrite || self == .readOnly }
    /// `true` if the cache keeps the result.
    package var writes: Bool { self == .readWrite || self == .writeOnly }
}

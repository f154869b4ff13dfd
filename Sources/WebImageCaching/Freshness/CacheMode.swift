/// For whom a cache keeps answers (RFC 9111, section 1).
public enum CacheMode: String, Hashable, Sendable, CaseIterable {
    /// For one user, as a program on a desk does.
    case `private`
    /// For many users, as a server does: `private`, `s-maxage` and `Authorization` are obeyed.
    case shared
}

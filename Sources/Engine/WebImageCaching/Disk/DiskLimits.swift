/// The limits of a disk cache.
public struct DiskLimits: Hashable, Sendable {
    /// The most bytes of all entries, heads included.
    public var maxBytes: Int
    /// The lifetime of an entry without its own expiry, counted from storing; nil for ever.
    public var lifetime: Duration?
    /// The most entries, nil for any number.
    public var maxEntries: Int?

    /// Creates limits, by default 1 GB and 7 days; each parameter is the property of its name.
    public init(
        maxBytes: Int = 1 << 30, lifetime: Duration? = .seconds(7 * 86_400),
        maxEntries: Int? = nil
    ) {
        self.maxBytes = maxBytes
        self.lifetime = lifetime
        self.maxEntries = maxEntries
    }
}

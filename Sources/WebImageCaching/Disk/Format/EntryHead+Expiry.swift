public import FoundationEssentials

extension EntryHead {
    /// When a cache must no longer give the entry out; it is a miss from that moment on.
    ///
    /// - Parameter lifetime: How long an entry lives that has no expiry of its own, counted from
    ///   storing; nil for ever.
    public func expiry(lifetime: Duration?) -> Date {
        DiskLimits(lifetime: lifetime).expiry(of: self)
    }
}

public import FoundationEssentials

/// What a disk entry says before its bytes.
public struct EntryHead: Hashable, Sendable {
    /// The media type that came with the bytes.
    public var mediaType: String?
    /// The answer the bytes came with.
    public var response: ResponseHead?
    /// When the bytes were stored.
    public var storedAt: Date
    /// When the answer stops being fresh, nil to leave that to the cache's own lifetime.
    public var expires: Date?
    /// Until when the entry is worth keeping though it is no longer fresh, nil for no longer.
    public var keepUntil: Date?
    /// How the answer was come by, nil where only ``expires`` counts.
    public var receipt: ExchangeRecord?
    /// Bytes that a caller attached.
    public var userData: [UInt8]

    /// A head of bytes stored at `storedAt`.
    public init(
        mediaType: String? = nil, response: ResponseHead? = nil, storedAt: Date,
        expires: Date? = nil, keepUntil: Date? = nil, receipt: ExchangeRecord? = nil,
        userData: [UInt8] = []
    ) {
        self.mediaType = mediaType
        self.response = response
        self.storedAt = storedAt
        self.expires = expires
        self.keepUntil = keepUntil
        self.receipt = receipt
        self.userData = userData
    }
}

extension EntryHead {
    /// When a cache must no longer give the entry out; it is a miss from that moment on.
    ///
    /// - Parameter lifetime: How long an entry lives that has no expiry of its own, counted from
    ///   storing; nil for ever.
    public func expiry(lifetime: Duration?) -> Date {
        DiskLimits(lifetime: lifetime).expiry(of: self)
    }
}

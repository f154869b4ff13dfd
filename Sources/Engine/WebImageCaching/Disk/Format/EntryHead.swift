public import FoundationEssentials

/// The metadata of a disk entry, which stands before its bytes.
public struct EntryHead: Hashable, Sendable {
    /// The media type that came with the bytes.
    public var mediaType: String?
    package var response: ResponseHead?
    /// The time of the store.
    public var storedAt: Date
    /// The end of the response's freshness; nil for the cache's own lifetime.
    public var expires: Date?
    /// The time until which the entry is kept although it is stale; nil for no longer.
    public var keepUntil: Date?
    /// The record of the exchange; nil if only ``expires`` counts.
    package var record: ExchangeRecord?
    /// Bytes that a caller attached; a pipeline's entries have facts of a result here.
    public var userData: [UInt8]
    /// The `userData` of the request that stored the entry; empty for none.
    public var requestUserData: [UInt8] = []

    /// Creates a head; each parameter is the property of its name.
    public init(
        mediaType: String? = nil, storedAt: Date, expires: Date? = nil, keepUntil: Date? = nil,
        userData: [UInt8] = []
    ) {
        self.init(
            mediaType: mediaType, response: nil, storedAt: storedAt, expires: expires,
            keepUntil: keepUntil, record: nil, userData: userData)
    }

    package init(
        mediaType: String? = nil, response: ResponseHead? = nil, storedAt: Date,
        expires: Date? = nil, keepUntil: Date? = nil, record: ExchangeRecord? = nil,
        userData: [UInt8] = []
    ) {
        self.mediaType = mediaType
        self.response = response
        self.storedAt = storedAt
        self.expires = expires
        self.keepUntil = keepUntil
        self.record = record
        self.userData = userData
    }
}

extension EntryHead {
    /// The version of the format that holds it: the oldest one, so that older programs read it.
    var version: UInt32 { requestUserData.isEmpty ? DiskEntry.oldestVersion : DiskEntry.version }

    /// Returns the moment from which on the entry is a miss.
    ///
    /// - Parameter lifetime: The lifetime of an entry without its own expiry, counted from
    ///   storing; nil for ever.
    public func expiry(lifetime: Duration?) -> Date {
        if let expires { return max(expires, keepUntil ?? expires) }
        guard let lifetime else { return .distantFuture }
        return storedAt.addingTimeInterval(lifetime / .seconds(1))
    }
}

extension Date {
    /// Returns `true` if the moment is still to come, since some clock is or was wrong.
    ///
    /// Clocks of machines that share a folder may differ by an hour.
    func isAhead(of now: Date) -> Bool { timeIntervalSince(now) > 3600 }
}

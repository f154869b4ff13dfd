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
    /// Bytes that a caller attached.
    public var userData: [UInt8]

    /// A head of bytes stored at `storedAt`.
    public init(
        mediaType: String? = nil, response: ResponseHead? = nil, storedAt: Date,
        expires: Date? = nil, userData: [UInt8] = []
    ) {
        self.mediaType = mediaType
        self.response = response
        self.storedAt = storedAt
        self.expires = expires
        self.userData = userData
    }
}

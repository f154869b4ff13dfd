package import FoundationEssentials

/// An answer that is or may be kept: its head, and how it was come by.
public struct StoredResponse: Hashable, Sendable {
    /// Status and header fields, with what later confirmations changed.
    public var head: ResponseHead
    /// When and for which request it came.
    public var receipt: ExchangeRecord

    /// The parts of an answer.
    public init(head: ResponseHead, receipt: ExchangeRecord) {
        self.head = head
        self.receipt = receipt
    }

    /// An answer of which both parts are known.
    package init?(_ head: ResponseHead?, _ receipt: ExchangeRecord?) {
        guard let head, let receipt else { return nil }
        self.init(head: head, receipt: receipt)
    }

    /// What the head says to caches.
    package var directives: CacheDirectives {
        CacheDirectives(head.headers.values("Cache-Control"))
    }

    /// Whether it may be kept at all (RFC 9111, section 3).
    ///
    /// - Parameter request: The fields of the request it answers.
    public func mayBeKept(request: HeaderFields, mode: CacheMode) -> Bool {
        !RequestDirectives(request).isNoStore && mayBeKept(mode: mode)
    }

    /// Whether the answer itself allows that it is kept.
    package func mayBeKept(mode: CacheMode) -> Bool {
        let directives = directives
        // `must-understand` takes the place of `no-store` for a status that is understood (5.2.2.3).
        let isUnderstood = directives.contains("must-understand") && head.status == 200
        if directives.contains("no-store"), !isUnderstood { return false }
        if VaryField.namesAll(head.headers) { return false }
        guard mode == .shared else { return true }
        if directives.contains("private") { return false }
        return !receipt.isAuthorized
            || ["public", "must-revalidate", "s-maxage"].contains(where: directives.contains)
    }
}

extension StoredResponse {
    /// Until when it is worth keeping, nil for as long as it is fresh.
    ///
    /// For seven days after that it can be confirmed, or stand in for an origin that fails; nil
    /// where neither is possible, or where it has no lifetime of its own.
    func keepUntil(mode: CacheMode) -> Date? {
        guard let freshUntil = freshUntil(mode: mode) else { return nil }
        let isUseful =
            !Validators(head: head).isEmpty || !StaleRules(self, mode: mode).isForbidden
        guard isUseful else { return nil }
        return max(freshUntil, receipt.receivedAt).addingTimeInterval(Self.staleSeconds)
    }

    private static let staleSeconds = 7 * 86_400.0

    /// The head of an entry that holds the bytes of this response.
    package func entryHead(mediaType: String?, mode: CacheMode, storedAt: Date) -> EntryHead {
        EntryHead(
            mediaType: mediaType, response: head, storedAt: storedAt,
            expires: freshUntil(mode: mode), keepUntil: keepUntil(mode: mode), receipt: receipt)
    }
}

package import FoundationEssentials

/// A response that is or may be kept: its head and the record of its exchange.
package struct StoredResponse: Hashable, Sendable {
    package var head: ResponseHead
    package var receipt: ExchangeRecord

    package init(head: ResponseHead, receipt: ExchangeRecord) {
        self.head = head
        self.receipt = receipt
    }

    package init?(_ head: ResponseHead?, _ receipt: ExchangeRecord?) {
        guard let head, let receipt else { return nil }
        self.init(head: head, receipt: receipt)
    }

    package var directives: CacheDirectives {
        CacheDirectives(head.headers.values("Cache-Control"))
    }

    /// Returns `true` if the response may be kept at all (RFC 9111, section 3).
    ///
    /// - Parameter request: The fields of its request.
    package func mayBeKept(request: HeaderFields, mode: CacheMode) -> Bool {
        !RequestDirectives(request).isNoStore && mayBeKept(mode: mode)
    }

    /// Returns `true` if the response itself allows that it is kept.
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

    /// Returns `true` if the response fits a request with these fields, by its `Vary`.
    package func isSelected(by request: HeaderFields) -> Bool {
        receipt.selectors.allSatisfy { $0.matches(request) }
    }
}

/// Age and lifetime (RFC 9111, section 4.2), in seconds.
extension StoredResponse {
    /// Returns the age at a moment (section 4.2.3).
    package func age(at now: Date) -> Double {
        initialAge + max(0, now.timeIntervalSince(receipt.receivedAt))
    }

    /// Returns the lifetime; nil if neither the origin nor the heuristic gives one.
    ///
    /// `s-maxage` (shared mode only), then `max-age`, then `Expires`, then a tenth of the time since
    /// the last modification, at most seven days (sections 4.2.1 and 4.2.2). `no-cache` counts as 0,
    /// even if it names single fields, and so does a lifetime that cannot be read.
    package func lifetime(mode: CacheMode) -> Double? {
        let directives = directives
        if directives.contains("no-cache") { return 0 }
        if mode == .shared, let seconds = directives.seconds("s-maxage") { return Double(seconds) }
        if let seconds = directives.seconds("max-age") { return Double(seconds) }
        if let field = head.headers["Expires"] {
            guard let expires = date(field) else { return 0 }
            return max(0, expires.timeIntervalSince(date))
        }
        guard let modified = head.headers["Last-Modified"].flatMap(date) else { return nil }
        return min(max(0, date.timeIntervalSince(modified) / 10), Self.sevenDays)
    }

    /// Returns the moment when the response stops being fresh; nil without a lifetime of its own.
    ///
    /// Without one, the disk cache's own lifetime applies (7 days by default); an image in memory
    /// stays as long as there is room.
    package func freshUntil(mode: CacheMode) -> Date? {
        lifetime(mode: mode).map { receipt.receivedAt.addingTimeInterval($0 - initialAge) }
    }

    /// The age on arrival: the larger of the upstream caches' statement and the clocks' difference.
    private var initialAge: Double {
        let said = head.headers["Age"].flatMap { CacheDirectives.seconds($0.trimmingSpaces) } ?? 0
        let delay = max(0, receipt.receivedAt.timeIntervalSince(receipt.requestedAt))
        let apparent = max(0, receipt.receivedAt.timeIntervalSince(date))
        return max(apparent, Double(said) + delay)
    }

    /// The value of `Date`; the time of arrival without one.
    private var date: Date { head.headers["Date"].flatMap(date) ?? receipt.receivedAt }

    private func date(_ field: String) -> Date? { HTTPDate.parse(field, now: receipt.receivedAt) }

    private static let sevenDays = 7 * 86_400.0
}

extension StoredResponse {
    /// Returns the end of the response's use; nil for the end of its freshness.
    ///
    /// For seven days longer it can be shown first, be confirmed, or stand in for an origin that
    /// fails. The result is nil if a shared cache allows none of these, or without a lifetime of its
    /// own.
    private func keepUntil(mode: CacheMode) -> Date? {
        guard let freshUntil = freshUntil(mode: mode) else { return nil }
        let isUseful =
            mode == .private || !Validators(head: head).isEmpty
            || !StaleRules(self, mode: mode).isForbidden
        guard isUseful else { return nil }
        return max(freshUntil, receipt.receivedAt).addingTimeInterval(Self.sevenDays)
    }

    /// Returns the head of an entry that holds the bytes of this response.
    package func entryHead(mediaType: String?, mode: CacheMode, storedAt: Date) -> EntryHead {
        EntryHead(
            mediaType: mediaType, response: head, storedAt: storedAt,
            expires: freshUntil(mode: mode), keepUntil: keepUntil(mode: mode), receipt: receipt)
    }
}

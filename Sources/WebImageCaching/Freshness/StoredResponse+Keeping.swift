package import FoundationEssentials

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

    /// What an entry says that holds the bytes of this answer.
    package func entryHead(mediaType: String?, mode: CacheMode, storedAt: Date) -> EntryHead {
        EntryHead(
            mediaType: mediaType, response: head, storedAt: storedAt,
            expires: freshUntil(mode: mode), keepUntil: keepUntil(mode: mode), receipt: receipt)
    }
}

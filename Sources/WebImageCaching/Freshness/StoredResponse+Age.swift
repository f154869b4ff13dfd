public import FoundationEssentials

/// How old an answer is, and how old it may get (RFC 9111, section 4.2).
extension StoredResponse {
    /// Its age at a moment, in seconds (section 4.2.3).
    public func age(at now: Date) -> Double {
        initialAge + max(0, now.timeIntervalSince(receipt.receivedAt))
    }

    /// The seconds for which it is fresh, nil where neither origin nor heuristic says.
    ///
    /// `s-maxage` (shared mode only), then `max-age`, then `Expires`, then a tenth of the time since
    /// the last modification, at most seven days (sections 4.2.1 and 4.2.2). `no-cache` counts as 0,
    /// also where it names single fields, and so does a lifetime that can't be read.
    public func lifetime(mode: CacheMode) -> Double? {
        let directives = directives
        if directives.contains("no-cache") { return 0 }
        if mode == .shared, let seconds = directives.seconds("s-maxage") { return Double(seconds) }
        if let seconds = directives.seconds("max-age") { return Double(seconds) }
        if let field = head.headers["Expires"] {
            guard let expires = date(field) else { return 0 }
            return max(0, expires.timeIntervalSince(date))
        }
        return heuristicLifetime
    }

    /// The moment it stops being fresh; nil where it has no lifetime of its own.
    ///
    /// Of such an answer an entry on disk lives as long as the cache lets it (7 days by default), an
    /// image in memory as long as there is room.
    public func freshUntil(mode: CacheMode) -> Date? {
        lifetime(mode: mode).map { receipt.receivedAt.addingTimeInterval($0 - initialAge) }
    }

    /// The age it had when it came: what caches on the way say, or what the clocks say.
    private var initialAge: Double {
        let said = head.headers["Age"].flatMap { CacheDirectives.seconds($0.trimmingSpaces) } ?? 0
        let delay = max(0, receipt.receivedAt.timeIntervalSince(receipt.requestedAt))
        let apparent = max(0, receipt.receivedAt.timeIntervalSince(date))
        return max(apparent, Double(said) + delay)
    }

    /// When the origin made it; when it came, where it doesn't say.
    private var date: Date { head.headers["Date"].flatMap(date) ?? receipt.receivedAt }

    private var heuristicLifetime: Double? {
        guard let modified = head.headers["Last-Modified"].flatMap(date) else { return nil }
        return min(max(0, date.timeIntervalSince(modified) / 10), Self.longestHeuristic)
    }

    private static let longestHeuristic = 7 * 86_400.0

    private func date(_ field: String) -> Date? { HTTPDate.parse(field, now: receipt.receivedAt) }
}

extension ExchangeRecord {
    /// Whether the answer came at a moment still to come, by more than clocks differ that are right.
    package func isAhead(of now: Date) -> Bool { receivedAt.timeIntervalSince(now) > 60 }
}

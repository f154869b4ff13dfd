package import FoundationEssentials

/// A response that is or may be kept: its head and the record of its exchange.
package struct StoredResponse: Hashable, Sendable {
    package var head: ResponseHead
    package var record: ExchangeRecord

    package init(head: ResponseHead, record: ExchangeRecord) {
        self.head = head
        self.record = record
    }

    package init?(_ head: ResponseHead?, _ record: ExchangeRecord?) {
        guard let head, let record else { return nil }
        self.init(head: head, record: record)
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
        // `must-understand` takes the place of `no-store` for a status that is understood
        // (5.2.2.3).
        let isUnderstood = directives.contains("must-understand") && head.status == 200
        if directives.contains("no-store"), !isUnderstood { return false }
        if VaryField.namesAll(head.headers) { return false }
        guard mode == .shared else { return true }
        if directives.contains("private") { return false }
        return !record.isAuthorized
            || ["public", "must-revalidate", "s-maxage"].contains(where: directives.contains)
    }

    /// Returns `true` if the response fits a request with these fields, by its `Vary`.
    package func isSelected(by request: HeaderFields) -> Bool {
        record.selectors.allSatisfy { $0.matches(request) }
    }
}

/// Age and lifetime (RFC 9111, section 4.2), in seconds.
extension StoredResponse {
    /// Returns the age at a moment (section 4.2.3).
    package func age(at now: Date) -> Double {
        initialAge + max(0, now.timeIntervalSince(record.receivedAt))
    }

    /// Returns the lifetime; nil if neither the origin nor the heuristic gives one.
    ///
    /// `s-maxage` (shared mode only), then `max-age`, then `Expires`, then a tenth of the time
    /// since the last modification, at most seven days (sections 4.2.1 and 4.2.2). `no-cache`
    /// counts as 0, even if it names single fields, and so does a lifetime that cannot be read. A
    /// response whose status is not heuristically cacheable is stale without an explicit lifetime.
    package func lifetime(mode: CacheMode) -> Double? {
        let directives = directives
        if directives.contains("no-cache") { return 0 }
        if mode == .shared, let seconds = directives.seconds("s-maxage") { return Double(seconds) }
        if let seconds = directives.seconds("max-age") { return Double(seconds) }
        if let field = head.headers["Expires"] {
            // An invalid date is a time in the past (section 5.3).
            guard let expires = HTTPDate.parseExactly(field, now: record.receivedAt) else {
                return 0
            }
            return max(0, expires.timeIntervalSince(date))
        }
        guard mayBeGuessed(directives) else { return 0 }
        guard let modified = head.headers["Last-Modified"].flatMap(date) else { return nil }
        return min(max(0, date.timeIntervalSince(modified) / 10), Self.sevenDays)
    }

    /// Returns the moment when the response stops being fresh; nil without its own lifetime.
    ///
    /// Without one, the disk cache's own lifetime applies (7 days by default); an image in memory
    /// stays as long as there is room.
    package func freshUntil(mode: CacheMode) -> Date? {
        lifetime(mode: mode).map { record.receivedAt.addingTimeInterval($0 - initialAge) }
    }

    /// Returns `true` if the response may have a lifetime that its origin does not state.
    ///
    /// That is one of a heuristically cacheable status (RFC 9110, section 15.1), or one that
    /// `public` marks, but for redirects that are not permanent (section 15.4).
    private func mayBeGuessed(_ directives: CacheDirectives) -> Bool {
        if [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].contains(head.status) {
            return true
        }
        return directives.contains("public") && ![302, 303, 307].contains(head.status)
    }

    /// The age on arrival: the larger of the upstream caches' statement and the clocks' difference.
    private var initialAge: Double {
        // Of several values the first counts, and an invalid one is ignored (section 5.1).
        let ages = head.headers.values("Age").flatMap { $0.split(separator: ",") }
        let first = ages.lazy.map(\.trimmingSpaces).first { !$0.isEmpty }
        let said = first.flatMap(CacheDirectives.seconds) ?? 0
        let delay = max(0, record.receivedAt.timeIntervalSince(record.requestedAt))
        let apparent = max(0, record.receivedAt.timeIntervalSince(date))
        return max(apparent, Double(said) + delay)
    }

    /// The value of `Date`; the time of arrival without one.
    private var date: Date { head.headers["Date"].flatMap(date) ?? record.receivedAt }

    private func date(_ field: String) -> Date? { HTTPDate.parse(field, now: record.receivedAt) }

    private static let sevenDays = 7 * 86_400.0
}

extension StoredResponse {
    /// Returns this response with the strictest rules of all redirects that led to it, in
    /// `Cache-Control` and `Vary`: it may answer the first request only as long as each of them.
    ///
    /// - Parameters:
    ///   - redirects: Their heads; their age counts from the record of this exchange.
    ///   - sent: The fields of the request, of which the record gets those that `Vary` names.
    package func behind(_ redirects: [ResponseHead], sent: HeaderFields) -> StoredResponse {
        var whole = self
        if !redirects.isEmpty {
            let links = redirects.map { StoredResponse(head: $0, record: record) }
            let rules = directives(behind: links)
            if rules != directives { whole.head.headers["Cache-Control"] = rules.text }
            for field in redirects.flatMap({ $0.headers.values("Vary") })
            where !whole.head.headers.values("Vary").contains(field) {
                whole.head.headers.append("Vary", field)
            }
        }
        whole.record.selectors = VaryField.named(by: whole.head.headers, in: sent)
        return whole
    }

    private func directives(behind links: [StoredResponse]) -> CacheDirectives {
        var rules = directives
        let all = links.map(\.directives)
        for name in ["no-cache", "must-revalidate", "proxy-revalidate"]
        where all.contains(where: { $0.contains(name) }) {
            rules.set(name)
        }
        if !links.allSatisfy({ $0.mayBeKept(mode: .private) }) {
            rules.set("no-store")
            rules.remove("must-understand")
        }
        // This response's own ban too: a directive that is added here could lift it.
        if !(links + [self]).allSatisfy({ $0.mayBeKept(mode: .shared) }) { rules.set("private") }
        limitLifetime(of: &rules, "max-age", .private, by: links)
        if (all + [directives]).contains(where: { $0.contains("s-maxage") }) {
            limitLifetime(of: &rules, "s-maxage", .shared, by: links)
        }
        limitStaleUse(of: &rules, by: links)
        return rules
    }

    private func limitLifetime(
        of rules: inout CacheDirectives, _ name: String, _ mode: CacheMode,
        by links: [StoredResponse]
    ) {
        func remaining(_ response: StoredResponse) -> Double? {
            response.lifetime(mode: mode).map { $0 - response.initialAge }
        }
        guard let least = links.compactMap(remaining).min(), least < remaining(self) ?? .infinity
        else { return }
        rules.set(name, seconds: least + initialAge)
    }

    /// Limits the uses after the end of the lifetime, by the redirects that have one.
    private func limitStaleUse(of rules: inout CacheDirectives, by links: [StoredResponse]) {
        let limits = links.filter { $0.lifetime(mode: .private) != nil }
            .map { StaleRules($0, mode: .private) }
        guard !limits.isEmpty else { return }
        if !limits.allSatisfy(\.isImmutable) { rules.remove("immutable") }
        let own = StaleRules(self, mode: .private)
        if let least = limits.map(\.meanwhileSeconds).min(), least < own.meanwhileSeconds {
            rules.set("stale-while-revalidate", seconds: least)
        }
        if let least = limits.compactMap(\.errorSeconds).min(),
            least < own.errorSeconds ?? .infinity
        {
            rules.set("stale-if-error", seconds: least)
        }
    }
}

extension StoredResponse {
    /// Returns the end of the response's use; nil for the end of its freshness.
    ///
    /// For seven days longer it can be shown first, be confirmed, or stand in for an origin that
    /// fails. The result is nil if a shared cache allows none of these, or without a lifetime of
    /// its own.
    private func keepUntil(mode: CacheMode) -> Date? {
        guard let freshUntil = freshUntil(mode: mode) else { return nil }
        let isUseful =
            mode == .private || !Validators(head: head).isEmpty
            || !StaleRules(self, mode: mode).isForbidden
        guard isUseful else { return nil }
        return max(freshUntil, record.receivedAt).addingTimeInterval(Self.sevenDays)
    }

    /// Returns the head of an entry that holds the bytes of this response.
    ///
    /// A cookie is for the load that received it, and no secret goes to the disk.
    package func entryHead(mediaType: String?, mode: CacheMode, storedAt: Date) -> EntryHead {
        var head = head
        head.headers["Set-Cookie"] = nil
        return EntryHead(
            mediaType: mediaType, response: head, storedAt: storedAt,
            expires: freshUntil(mode: mode), keepUntil: keepUntil(mode: mode), record: record)
    }
}

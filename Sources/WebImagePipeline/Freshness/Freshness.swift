public import FoundationEssentials

/// How long an answer may stand for the origin, as a private cache sees it (RFC 9111, section 4.2).
public enum Freshness {
    /// What a head says about keeping the answer that was received at `receivedAt`.
    ///
    /// `private` and `s-maxage` speak to shared caches only. `no-cache`, also for single fields,
    /// counts as expired; so does a lifetime that cannot be read.
    public static func lifetime(of head: ResponseHead, receivedAt: Date) -> Storability {
        let directives = CacheDirectives(head.headers.values("Cache-Control"))
        if directives.contains("no-store") || variesByAll(head.headers) { return .noStore }
        if directives.contains("no-cache") { return .storable(expires: receivedAt) }
        guard let lifetime = seconds(head.headers, directives, receivedAt) else {
            return .storable(expires: nil)
        }
        return .storable(expires: receivedAt.addingTimeInterval(lifetime - age(head.headers)))
    }

    /// Without a field list to compare, no later request matches (RFC 9111, section 4.1).
    private static func variesByAll(_ headers: HeaderFields) -> Bool {
        headers.values("Vary").contains { value in
            value.split(separator: ",").contains { $0.trimmingSpaces == "*" }
        }
    }

    /// `max-age` wins over `Expires` (RFC 9111, section 4.2.1).
    private static func seconds(
        _ headers: HeaderFields, _ directives: CacheDirectives, _ receivedAt: Date
    ) -> Double? {
        if let maxAge = directives.seconds("max-age") { return Double(maxAge) }
        guard let field = headers["Expires"] else { return nil }
        guard let expires = HTTPDate.parse(field, now: receivedAt) else { return 0 }
        let date = headers["Date"].flatMap { HTTPDate.parse($0, now: receivedAt) } ?? receivedAt
        return max(0, expires.timeIntervalSince(date))
    }

    /// The seconds it spent in caches on the way.
    private static func age(_ headers: HeaderFields) -> Double {
        headers["Age"].flatMap { CacheDirectives.seconds($0.trimmingSpaces) }.map(Double.init) ?? 0
    }
}

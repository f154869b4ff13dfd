package import FoundationEssentials

// What a server tells its own clients of a file that it made of a response.
extension StoredResponse {
    /// Returns `Cache-Control`, `Age` and `Last-Modified` for a client, in seconds.
    ///
    /// The lifetime is the origin's, also one by `Expires` or a guess. What is not for shared caches
    /// stays `private`.
    package func fieldsForClients(
        at now: Date
    ) -> [(name: String, value: String)] {
        var rules = directives
        if ["max-age", "no-cache", "no-store"].allSatisfy({ !rules.contains($0) }),
            let lifetime = lifetime(mode: .private)
        {
            rules.set("max-age", seconds: lifetime)
        }
        if !mayBeKept(mode: .private) {
            rules.set("no-store")
        } else if !mayBeKept(mode: .shared) {
            rules.set("private")
        }
        var fields = [("Age", String(Int(min(max(age(at: now), 0), Self.maxSeconds))))]
        if !rules.text.isEmpty { fields.append(("Cache-Control", rules.text)) }
        if let date = head.headers["Last-Modified"] { fields.append(("Last-Modified", date)) }
        return fields
    }

    /// The largest number of seconds (RFC 9111, section 1.2.2).
    private static let maxSeconds = 2_147_483_648.0
}

/// The value of `If-None-Match` (RFC 9110, section 13.1.2).
package struct EntityTags {
    private let tags: [String]

    package init(_ field: String) {
        tags = CacheDirectives.split(field).map { String($0.trimmingSpaces) }
    }

    /// Returns `true` if a strong tag is among them; weak ones are compared without their mark.
    package func match(_ tag: String) -> Bool {
        tags.contains { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }
    }
}

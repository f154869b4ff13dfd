package import FoundationEssentials

// The fields that a server sends its own clients with a file that it made of a response.
extension StoredResponse {
    /// Returns `Cache-Control`, `Age` and `Last-Modified` for a client, in seconds.
    ///
    /// The lifetime is the origin's, also one by `Expires` or a guess. What is not for shared
    /// caches stays `private`.
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
    /// The tags, each as it is written.
    package let tags: [String]

    /// Reads a list; a tag without quotes, which some servers write, ends at a comma.
    ///
    /// No byte escapes a quote in a tag (section 8.8.3).
    package init(_ field: String) {
        var (tags, rest) = ([String](), Array(field.utf8)[...])
        while true {
            rest = rest.drop { $0 == 44 || $0 == 32 || $0 == 9 }
            guard !rest.isEmpty else { break }
            let mark = rest.starts(with: "W/\"".utf8) ? 2 : 0
            var end = rest.firstIndex(of: 44) ?? rest.endIndex
            let quote = rest.startIndex + mark
            if rest[quote] == 34, let close = rest[(quote + 1)...].firstIndex(of: 34) {
                end = close + 1
            }
            tags.append(String(decoding: rest[..<end], as: UTF8.self).trimmingSpaces)
            rest = rest[end...]
        }
        self.tags = tags
    }

    /// Returns `true` if a strong tag is among them; weak ones are compared without their mark.
    package func match(_ tag: String) -> Bool {
        tags == ["*"] || tags.contains { $0 == tag || $0 == "W/\(tag)" }
    }
}

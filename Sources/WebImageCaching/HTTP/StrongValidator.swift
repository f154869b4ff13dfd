package import FoundationEssentials

/// What proves that two answers hold the same bytes (RFC 9110, section 8.8).
package struct StrongValidator: Hashable, Sendable {
    /// The text to send as `If-Range`.
    package let field: String
    private let name: String

    /// The strong validator of a head, nil if it has none.
    ///
    /// That is an entity tag that is not weak, else a modification date: one that lies at least a
    /// minute before the answer, since a file may change twice in a second (section 8.8.2.2).
    package init?(_ head: ResponseHead, now: Date) {
        if let tag = head.headers["ETag"]?.trimmingSpaces {
            guard tag.utf8.count > 1, tag.hasPrefix("\""), tag.hasSuffix("\"") else { return nil }
            (name, field) = ("ETag", tag)
            return
        }
        guard let modified = head.headers["Last-Modified"],
            let date = head.headers["Date"].flatMap({ HTTPDate.parse($0, now: now) }),
            let moment = HTTPDate.parse(modified, now: now),
            date.timeIntervalSince(moment) >= 60
        else { return nil }
        (name, field) = ("Last-Modified", modified.trimmingSpaces)
    }

    /// Whether an answer holds the same bytes; nil where it doesn't say.
    package func matches(_ head: ResponseHead) -> Bool? {
        head.headers[name].map { $0.trimmingSpaces == field }
    }
}

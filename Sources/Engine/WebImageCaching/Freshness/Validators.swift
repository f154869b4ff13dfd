package import FoundationEssentials

/// The fields by which an origin confirms a stored response (RFC 9110, section 8.8).
package struct Validators: Hashable, Sendable {
    package var entityTag: String?
    package var lastModified: String?

    package init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// The validators of a stored response for a request.
    ///
    /// If the request may select another image, only the entity tag identifies it (RFC 9111,
    /// section 4.1).
    package init(of stored: StoredResponse, for request: HeaderFields) {
        self.init(head: stored.head)
        if !stored.isSelected(by: request) { lastModified = nil }
    }

    package init(head: ResponseHead) {
        entityTag = head.headers["ETag"].flatMap { $0.isEmpty ? nil : $0 }
        lastModified = head.headers["Last-Modified"].flatMap {
            HTTPDate.parse($0, now: .distantPast) == nil ? nil : $0
        }
    }

    package var isEmpty: Bool { entityTag == nil && lastModified == nil }

    /// Adds the conditions to a request without conditions (RFC 9111, section 4.3.1).
    package func condition(_ request: inout HeaderFields) {
        if let entityTag { request["If-None-Match"] = entityTag }
        if let lastModified { request["If-Modified-Since"] = lastModified }
    }
}

/// The proof that two responses hold the same bytes (RFC 9110, section 8.8).
package struct StrongValidator: Hashable, Sendable {
    /// The text to send as `If-Range`.
    package let field: String
    private let name: String
    /// `false` for a modification date, which other bytes may have too.
    package var isEntityTag: Bool { name == "ETag" }

    /// The strong validator of a head; nil if it has none.
    ///
    /// That is an entity tag that is not weak, else a modification date at least a minute before
    /// the response, since a file may change twice in a second (section 8.8.2.2).
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

    /// Returns `true` if a response holds the same bytes; nil if it has no such field.
    package func matches(_ head: ResponseHead) -> Bool? {
        head.headers[name].map { $0.trimmingSpaces == field }
    }
}

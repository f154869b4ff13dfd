/// The origin's confirmation of a stored response, thrown through the interceptors.
///
/// As an error, no interceptor takes the empty body of a 304 for an image. Interceptors that handle
/// failures let it pass.
package struct NotModified: Error, Sendable {
    /// The stored response with the fields of the confirmation; filters rewrite its head.
    package var stored: StoredResponse
    /// The reason for which a filter changed the status of the stored response.
    package var statusReason: String?
    /// The head of the 304.
    package let head: ResponseHead

    package init(stored: StoredResponse, head: ResponseHead) {
        self.stored = stored
        self.head = head
    }
}

extension StoredResponse {
    /// Returns `true` if a 304 confirms this response (RFC 9111, section 4.3.4): it is from the
    /// same URL and names no other entity.
    package func isConfirmed(by response: ResponseHead) -> Bool {
        guard ExchangeRecord.digest(of: response.url) == record.answered else { return false }
        if let tag = response.headers["ETag"], let own = head.headers["ETag"] {
            return Self.opaque(tag) == Self.opaque(own)
        }
        if let date = response.headers["Last-Modified"], let own = head.headers["Last-Modified"] {
            return date == own
        }
        return true
    }

    /// Returns this response with the fields of a 304 (RFC 9111, sections 3.2 and 4.3.4).
    ///
    /// Fields that describe the bytes stay as they are. `Age` and `Date` are the confirmation's;
    /// without them the age follows from the new record.
    package func confirmed(by response: ResponseHead, record: ExchangeRecord) -> StoredResponse {
        var merged = StoredResponse(head: head, record: record)
        merged.record.body = self.record.body
        let fresh = response.headers.fields.filter {
            !Self.keptFields.contains($0.name.asciiLowered)
        }
        for name in fresh.map(\.name) + ["Age", "Date"] { merged.head.headers[name] = nil }
        for field in fresh { merged.head.headers.append(field.name, field.value) }
        return merged
    }

    /// The fields of the stored bytes, and of the connection of the 304.
    private static let keptFields: Set = [
        "connection", "content-encoding", "content-length", "content-range", "content-type",
        "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// Returns an entity tag without the mark of a weak one, for weak comparison (RFC 9110, section
    /// 8.8.3.2).
    private static func opaque(_ tag: String) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    }
}

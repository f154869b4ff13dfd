/// Ends the way of an answer through the interceptors: the origin confirmed what is stored.
///
/// An error, so that no interceptor takes the empty body of a 304 for a picture; those who handle
/// failures let it pass.
public struct NotModified: Error, Sendable {
    /// The stored answer with the fields of the confirmation.
    public let stored: StoredResponse
    /// The 304.
    public let answer: ResponseHead

    /// A confirmation.
    public init(stored: StoredResponse, answer: ResponseHead) {
        self.stored = stored
        self.answer = answer
    }
}

extension StoredResponse {
    /// Whether a 304 speaks of this answer (RFC 9111, section 4.3.4): it comes from where this one
    /// came from, and names no other entity.
    package func isConfirmed(by answer: ResponseHead) -> Bool {
        guard ExchangeRecord.digest(of: answer.url) == receipt.answered else { return false }
        if let tag = answer.headers["ETag"], let own = head.headers["ETag"] {
            return Self.opaque(tag) == Self.opaque(own)
        }
        if let date = answer.headers["Last-Modified"], let own = head.headers["Last-Modified"] {
            return date == own
        }
        return true
    }

    /// This answer with the fields of a 304 (RFC 9111, sections 3.2 and 4.3.4).
    ///
    /// What describes the bytes stays as it was. `Age` and `Date` are the confirmation's: without
    /// them the answer is as old as its new receipt says.
    package func confirmed(by answer: ResponseHead, receipt: ExchangeRecord) -> StoredResponse {
        var merged = StoredResponse(head: head, receipt: receipt)
        merged.receipt.body = self.receipt.body
        let fresh = answer.headers.fields.filter { !Self.isKept($0.name) }
        for name in fresh.map(\.name) + ["Age", "Date"] { merged.head.headers[name] = nil }
        for field in fresh { merged.head.headers.append(field.name, field.value) }
        return merged
    }

    /// Fields of the stored bytes, and of the connection of the 304.
    private static func isKept(_ name: String) -> Bool {
        keptFields.contains(name.asciiLowered)
    }

    private static let keptFields: Set = [
        "connection", "content-encoding", "content-length", "content-range", "content-type",
        "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// An entity tag without the mark of a weak one: comparison is weak (RFC 9110, section 8.8.3.2).
    private static func opaque(_ tag: String) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    }
}

import FoundationEssentials

/// What asks an origin whether an answer is still good (RFC 9110, section 8.8).
public struct Validators: Hashable, Sendable {
    /// The entity tag, as it was written.
    public var entityTag: String?
    /// The date of the last modification, as it was written.
    public var lastModified: String?

    /// Validators of their parts.
    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// The validators of a stored answer for a request.
    ///
    /// Where the request would be answered by another picture, only the entity tag can tell which
    /// one is meant (RFC 9111, section 4.1).
    public init(of stored: StoredResponse, for request: HeaderFields) {
        self.init(head: stored.head)
        if !stored.isSelected(by: request) { lastModified = nil }
    }

    /// The validators of a head.
    package init(head: ResponseHead) {
        entityTag = head.headers["ETag"].flatMap { $0.isEmpty ? nil : $0 }
        lastModified = head.headers["Last-Modified"].flatMap {
            HTTPDate.parse($0, now: .distantPast) == nil ? nil : $0
        }
    }

    /// Whether there is nothing to ask with.
    public var isEmpty: Bool { entityTag == nil && lastModified == nil }

    /// Adds the conditions to a request that has none of its own (RFC 9111, section 4.3.1).
    public func condition(_ request: inout HeaderFields) {
        if let entityTag { request["If-None-Match"] = entityTag }
        if let lastModified { request["If-Modified-Since"] = lastModified }
    }
}

extension StoredResponse {
    /// Whether it answers a request with these fields, as far as `Vary` is concerned.
    package func isSelected(by request: HeaderFields) -> Bool {
        receipt.selectors.allSatisfy { $0.matches(request) }
    }
}

/// The conditions under which a client wants an answer (RFC 9110, section 13).
public struct AnswerConditions: Hashable, Sendable {
    /// The value of `If-None-Match`; nil for none.
    public var ifNoneMatch: String?
    /// The value of `If-Modified-Since`; nil for none.
    public var ifModifiedSince: String?

    /// Creates conditions.
    public init(ifNoneMatch: String? = nil, ifModifiedSince: String? = nil) {
        (self.ifNoneMatch, self.ifModifiedSince) = (ifNoneMatch, ifModifiedSince)
    }
}

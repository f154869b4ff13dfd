import WebImageCaching

/// A request as a server received it, with its body read to the end.
public struct OriginRequest: Sendable {
    /// The method as sent, such as `GET`.
    public let method: String

    /// The request target as sent: the path with its query.
    public let path: String

    /// The header fields in the order in which they came, names spelled as sent.
    public let headers: [(name: String, value: String)]

    /// The body, free of any transfer coding.
    public let body: [UInt8]

    /// Whether the client means to send more on this connection (RFC 9112, section 9.3).
    let keepsAlive: Bool

    /// The value of the first header field of that name, whatever its case.
    public subscript(name: String) -> String? { headers.first(named: name) }
}

extension String {
    /// The path without its query.
    var withoutQuery: String { String(prefix { $0 != "?" }) }
}

extension [(name: String, value: String)] {
    /// The value of the first field of that name, whatever its case.
    func first(named name: String) -> String? {
        let name = name.lowercased()
        return first { $0.name.lowercased() == name }?.value
    }
}

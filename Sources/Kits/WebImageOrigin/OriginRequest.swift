/// A received request with its complete body.
public struct OriginRequest: Sendable {
    /// The method as sent, such as `GET`.
    public let method: String

    /// The request target as sent: the path with its query.
    public let path: String

    /// The header fields in the received order, names spelled as sent.
    public let headers: [(name: String, value: String)]

    /// The body, without transfer coding.
    public let body: [UInt8]

    /// `true` if the client keeps the connection open (RFC 9112, section 9.3).
    let keepsAlive: Bool

    /// The value of the first header field of a name, ignoring case.
    public subscript(name: String) -> String? { headers.first(named: name) }
}

extension String {
    var withoutQuery: String { String(prefix { $0 != "?" }) }
}

extension [(name: String, value: String)] {
    /// Returns the value of the first field of a name, ignoring case.
    func first(named name: String) -> String? {
        let name = name.lowercased()
        return first { $0.name.lowercased() == name }?.value
    }

    /// Returns the members of a list of tokens in lower case, from all fields of a name.
    func tokens(named name: String) -> [String] {
        let name = name.lowercased()
        let lists = filter { $0.name.lowercased() == name }.map(\.value)
        return lists.flatMap { list in
            list.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
        }
    }
}

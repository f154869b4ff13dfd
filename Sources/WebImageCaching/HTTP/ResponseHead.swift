/// What a server (or a file, as if it were one) says before the bytes.
public struct ResponseHead: Hashable, Sendable {
    /// The URL that answered, after redirects.
    public var url: String
    /// The HTTP status; 200 for files and data.
    public var status: Int
    /// The header fields.
    public var headers: HeaderFields

    /// The parts of a head.
    public init(url: String, status: Int = 200, headers: HeaderFields = HeaderFields()) {
        self.url = url
        self.status = status
        self.headers = headers
    }
}

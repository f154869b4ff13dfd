public import WebImageCaching

/// Makes single HTTP exchanges: no redirect is followed, no status judged; that is ``HTTPLoader``'s.
public protocol HTTPTransport: Sendable {
    /// Whether exchanges keep to `limits.networkPolicy`; false unless declared.
    ///
    /// Such a transport judges scheme, port and all addresses of the host, connects to one of those
    /// addresses, and compares the peer before it sends. ``HTTPLoader`` asks no other under a policy.
    var keepsNetworkPolicy: Bool { get }
    /// Where the exchange of that URL and the reading of its body cost least, such as the thread that
    /// reads the host's sockets; nil for anywhere.
    ///
    /// Code of the pipeline runs there, which never blocks; a load with interceptors or observers,
    /// which may be slow, runs elsewhere.
    func executor(for url: String) -> (any TaskExecutor)?
    /// Sends the request and returns when the head is there. Decompression is bounded by
    /// `limits.maxBodyBytes`; dropping or cancelling the body closes the connection.
    ///
    /// At most ``LoadLimits/maxInterimResponses`` precede the head, which is complete within the
    /// connect and the idle time-out. The time in which the request is sent does not count.
    ///
    /// - Throws: a ``LoadFailure`` that tells name resolution, refusal,
    ///   time-outs, TLS and broken transfers apart; cancellation as `CancellationError`.
    func exchange(_ request: HTTPExchange) async throws -> LoadedBody
    /// Closes all connections; exchanges under way fail. May be called more than once.
    func shutdown() async
}

extension HTTPTransport {
    /// A transport that says nothing about policies keeps to none.
    public var keepsNetworkPolicy: Bool { false }
    /// Anywhere.
    public func executor(for url: String) -> (any TaskExecutor)? { nil }
}

/// One HTTP request as a transport sends it.
public struct HTTPExchange: Sendable {
    /// The absolute URL, http or https.
    public var url: String
    /// The method.
    public var method: String
    /// The header fields.
    public var headers: HeaderFields
    /// The body, nil for none; a stream is sent as it is made, chunked where its length is unknown.
    public var body: RequestBody?
    /// Sizes and times that hold.
    public var limits: LoadLimits

    /// The parts of an exchange.
    public init(
        url: String, method: String = "GET", headers: HeaderFields = HeaderFields(),
        body: RequestBody? = nil, limits: LoadLimits = LoadLimits()
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.limits = limits
    }
}

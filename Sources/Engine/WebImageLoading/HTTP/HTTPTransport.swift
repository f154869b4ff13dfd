public import WebImageCaching

/// The version of the library; no other place of the sources states it.
package let libraryVersion = "0.2.0"

/// A transport of single HTTP exchanges: it follows no redirect and judges no status
/// (``SchemeLoader``).
public protocol HTTPTransport: Sendable {
    /// `true` if exchanges keep to `limits.networkPolicy`; `false` unless declared.
    ///
    /// Such a transport judges scheme, port and all addresses of the host, connects to one of those
    /// addresses, and compares the peer before it sends. No other is used under a policy.
    var keepsNetworkPolicy: Bool { get }
    /// `true` if bodies are decoded as their `Content-Encoding` says; `false` unless declared.
    ///
    /// The library decodes the bodies of other transports: gzip, deflate, Brotli and zstd.
    var decodesContent: Bool { get }
    /// The name in keys of what it trusts besides the system's certificates, and of the user that
    /// it is to servers; nil for neither.
    ///
    /// It stands in the keys of all caches: what came by more trust, or to another user, answers no
    /// request without. It does not change as long as the transport is used. A transport around
    /// another one returns that one's.
    var identity: String? { get }
    /// The program's rule for the redirects of loads over it; nil for none, unless declared.
    ///
    /// The library's loader asks it before it applies its other rules, and names it in keys. It
    /// does not change as long as the transport is used. A transport around another one returns
    /// that one's.
    var onRedirect: RedirectRule? { get }
    /// Returns the executor on which an exchange and the reading of its body cost least, such as
    /// the thread that reads the host's sockets; nil for any.
    ///
    /// Code of the pipeline runs there, which never blocks; a load with interceptors or observers,
    /// which may be slow, runs elsewhere.
    func executor(for url: String) -> (any TaskExecutor)?
    /// Sends the request and returns when the head of the response has arrived.
    ///
    /// A transport that decodes bodies bounds them by `limits.maxBodyBytes`; their length is
    /// unknown. Dropping or cancelling the body closes the connection. At most 16 interim responses
    /// (status 1xx) precede the head, which is complete within the connect and the idle time-out.
    /// The time in which the request is sent does not count.
    ///
    /// - Throws: ``LoadFailure``, whose kind distinguishes name resolution, refusal, time-outs, TLS
    ///   and broken transfers apart; cancellation as `CancellationError`.
    func exchange(_ request: HTTPExchange) async throws -> LoadedBody
    /// Closes all connections; exchanges under way fail. Idempotent.
    func shutdown() async
}

extension HTTPTransport {
    /// `false`: a transport keeps to no policy unless it says so.
    public var keepsNetworkPolicy: Bool { false }
    /// `false`: a transport returns bodies as they were sent unless it says otherwise.
    public var decodesContent: Bool { false }
    /// Nil: redirects are followed by the library's rules alone.
    public var onRedirect: RedirectRule? { nil }
    /// Returns nil, for any executor.
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
    /// The body, nil for none; a stream is sent as it is made, chunked if its length is unknown.
    public var body: RequestBody?
    /// The limits of sizes and times.
    public var limits: LoadLimits

    /// Creates an exchange; each parameter is the property of its name.
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

public import WebImageCaching

/// The program's part in redirects: each one is followed, with another request, or refused.
///
/// ```swift
/// import WebImageHTTP
///
/// var settings = HTTPSettings()
/// settings.onRedirect = RedirectRule("no login pages") { redirect in
///     redirect.url.hasPrefix("https://login.example.com/") ? nil : redirect
/// }
/// pipeline.loader = SchemeLoader(over: CurlTransport(settings))
/// ```
///
/// All other rules (`RedirectStep`) hold afterwards, as for a redirect that the server itself
/// sends: the URL is http or https, https never becomes http, a body goes to no other origin, the
/// network policy judges the address, and `LoadLimits.maxRedirects` counts. If scheme, host or port
/// change, fields that the caller set stay behind, and so do `Authorization`, `Cookie` and
/// `Proxy-Authorization` of the rule itself; its other fields are sent. Credentials for another
/// origin stand in the URL, `https://user:password@host/`.
public struct RedirectRule: Hashable, Sendable {
    /// The name in the keys of all caches; rules of one name are equal.
    public let identity: String
    private let decide: @Sendable (Redirect) -> Redirect?

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - identity: The name of the rule; must differ if the accepted or resulting bytes do.
    ///   - decide: Returns the redirect as it is, or with another URL or other fields; nil to
    ///     refuse it, which ends the load with ``LoadFailure/Kind/redirect``. Called once for each
    ///     redirect, many times at once; must return soon.
    public init(_ identity: String, _ decide: @escaping @Sendable (Redirect) -> Redirect?) {
        self.identity = identity
        self.decide = decide
    }

    func callAsFunction(_ redirect: Redirect) -> Redirect? { decide(redirect) }

    /// Returns `true` for rules of one name.
    public static func == (one: RedirectRule, other: RedirectRule) -> Bool {
        one.identity == other.identity
    }

    /// Adds the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

/// A redirect of a server, and the next request of the load, which a ``RedirectRule`` may change.
public struct Redirect: Sendable {
    /// The head of the response; its URL is that of the request before.
    public let response: ResponseHead
    /// The method of the next request, such as `GET` after a `POST` with status 303.
    public let method: String
    /// The URL of the next request, absolute and without user and password.
    public var url: String
    /// The fields of the next request, without those that its origin must not see, and without
    /// cookies that a `CookieJar` adds.
    public var headers: HeaderFields

    /// Creates a redirect; each parameter is the property of its name.
    public init(response: ResponseHead, method: String = "GET", url: String, headers: HeaderFields)
    {
        self.response = response
        self.method = method
        self.url = url
        self.headers = headers
    }
}

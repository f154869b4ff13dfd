public import WebImageCaching
import WebImageRuntime

/// Loads over HTTP through a transport: mends the URL, follows redirects, keeps secrets at home.
///
/// Redirects stay in http and https, https never becomes http, and where scheme, host or port
/// change the caller's headers are left behind but for neutral ones such as `Accept`. Credentials
/// in a URL become Basic authorization for that origin only. The status is not judged: whoever
/// gets the answer does that.
public struct HTTPLoader: ImageLoader {
    /// The most bytes that the header fields of a request may have: 1 MB.
    ///
    /// Servers take some ten thousand; what is longer belongs into the body.
    public static let maxHeaderByteCount = 1 << 20

    /// What makes the exchanges.
    public let transport: any HTTPTransport
    /// Fields that are sent where the request has none of that name.
    public let defaultHeaders: HeaderFields

    /// Any loader that speaks HTTP returns the same.
    public var identity: String? { nil }

    /// A loader over `transport`.
    public init(_ transport: any HTTPTransport, defaultHeaders: HeaderFields = [:]) {
        self.transport = transport
        self.defaultHeaders = defaultHeaders
    }

    /// The default fields.
    public func addedHeaders(for source: ImageSource) -> HeaderFields { defaultHeaders }

    /// That of the transport.
    public func executor(for source: ImageSource) -> (any TaskExecutor)? {
        guard case .url(let url) = source else { return nil }
        return transport.executor(for: url)
    }

    /// Returns the answer behind all redirects, whatever its status.
    ///
    /// - Throws: ``LoadFailure`` of kind `refusedRequest` if the source is no http or https URL or the
    ///   header fields are more than ``maxHeaderByteCount``, of kind `redirect` for one that is not
    ///   followed, of kind `refusedAddress` for a network policy that the transport cannot keep
    ///   to, and what the transport throws.
    public func load(_ request: LoadRequest) async throws -> LoadedBody {
        let limits = request.limits.underPolicy
        guard limits.networkPolicy == nil || transport.keepsNetworkPolicy else {
            throw LoadFailure(.refusedAddress, "this transport cannot keep to a network policy")
        }
        var hop = RedirectStep(
            try Self.address(of: request.source), request, defaultHeaders: defaultHeaders)
        try Self.check(hop.headers)
        var redirectCount = 0
        while true {
            let answer = try await transport.exchange(hop.exchange(limits))
            guard RedirectStep.isRedirect(answer.head.status) else { return answer }
            redirectCount += 1
            guard redirectCount <= limits.maxRedirects else {
                let reason = "\(hop.address): more than \(limits.maxRedirects) redirects"
                throw LoadFailure(.redirect, reason, head: answer.head)
            }
            do {
                hop = try hop.following(answer.head)
            } catch {
                throw error
            }
        }
    }

    /// Refuses what no server would take, and some would answer with silence.
    private static func check(_ headers: HeaderFields) throws(LoadFailure) {
        let count = headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard count <= maxHeaderByteCount else {
            throw LoadFailure(
                .refusedRequest,
                "the header fields have \(count) bytes, at most \(maxHeaderByteCount) are sent; "
                    + "a body may be longer")
        }
    }

    private static func address(of source: ImageSource) throws(LoadFailure) -> HTTPAddress {
        guard case .url(let text) = source else {
            throw LoadFailure(.refusedRequest, "HTTP loads URLs, neither files nor data")
        }
        do {
            return try HTTPAddress(text)
        } catch {
            throw LoadFailure(.refusedRequest, error.reason)
        }
    }
}

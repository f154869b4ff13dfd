package import WebImageCaching

/// The loader of http and https over a transport, as ``SchemeLoader`` documents it; returns any
/// status.
package struct HTTPLoader: ImageLoader {
    /// The most bytes of a request's header fields; servers accept some ten thousand.
    package static let maxHeaderByteCount = 1 << 20

    package let transport: any HTTPTransport
    package let defaultHeaders: HeaderFields
    /// The cookies of all loads; nil if each load has its own.
    private let cookies: CookieJar?

    /// The account of the cookies, what the transport trusts, and its rule for redirects.
    package let identity: String?

    package init(
        _ transport: any HTTPTransport, defaultHeaders: HeaderFields = [:],
        cookies: CookieJar? = nil
    ) {
        self.transport = transport
        self.defaultHeaders = defaultHeaders
        self.cookies = cookies
        let names = [
            cookies.map { "cookies(\($0.account.spelling))" }, transport.identity,
            transport.onRedirect.map { "redirects(\($0.identity.spelling))" },
        ].compactMap(\.self)
        identity = names.isEmpty ? nil : names.joined(separator: ";")
    }

    package func addedHeaders(for source: ImageSource) -> HeaderFields {
        guard let cookies, case .url(let url) = source, let address = try? HTTPAddress(url),
            let field = cookies.field(for: address)
        else { return defaultHeaders }
        return defaultHeaders.adding(["Cookie": field])
    }

    package func executor(for source: ImageSource) -> (any TaskExecutor)? {
        // A rule of the program may be slow.
        guard case .url(let url) = source, transport.onRedirect == nil else { return nil }
        return transport.executor(for: url)
    }

    /// Returns the response after all redirects, whatever its status, with its body decoded.
    ///
    /// - Throws: ``LoadFailure`` of kind `refusedRequest` if the source is no http or https URL or
    ///   if the header fields are longer than ``maxHeaderByteCount``; of kind `redirect` for a
    ///   redirect that is not followed; of kind `status` for a part of the bytes that was not asked
    ///   for; of kind `refusedAddress` for a network policy that the
    ///   transport cannot keep to; and the errors of the transport.
    package func load(_ request: LoadRequest) async throws -> LoadedBody {
        let limits = request.limits.underPolicy
        guard limits.networkPolicy == nil || transport.keepsNetworkPolicy else {
            throw LoadFailure(.refusedAddress, "this transport cannot keep to a network policy")
        }
        guard case .url(let url) = request.source else {
            throw LoadFailure(.refusedRequest, "HTTP loads URLs, neither files nor data")
        }
        var step = RedirectStep(
            try HTTPAddress(loading: url), request, defaultHeaders: defaultHeaders)
        try Self.check(step.headers)
        let cookies = cookies ?? CookieJar(account: "")
        var redirects: [ResponseHead] = []
        while true {
            var response = try await transport.exchange(
                step.exchange(limits, cookies: cookies.field(for: step.address)))
            if let report = request.attributes[TimingListener.self] {
                for (stage, duration) in response.timings { report(stage, duration) }
            }
            cookies.store(response.head, from: step.address)
            guard RedirectStep.isRedirect(response.head.status) else {
                try Self.checkPart(response.head, asked: step.headers["Range"])
                response.redirects = redirects
                return transport.decodesContent
                    ? response : ContentCoding.decode(response, limit: limits.maxBodyBytes)
            }
            redirects.append(response.head)
            guard redirects.count <= limits.maxRedirects else {
                let reason = "\(step.address): more than \(limits.maxRedirects) redirects"
                throw LoadFailure(.redirect, reason, head: response.head)
            }
            step = try step.following(response.head, by: transport.onRedirect)
            try Self.check(step.headers)
        }
    }

    /// Refuses a part of the bytes that was not asked for, unless it is the whole.
    private static func checkPart(_ head: ResponseHead, asked: String?) throws(LoadFailure) {
        guard head.status == 206, asked == nil else { return }
        let found = head.headers["Content-Range"].flatMap(ContentRange.init)
        if let range = found?.range, range.lowerBound == 0, range.upperBound + 1 == found?.byteCount
        {
            return
        }
        let part = found?.range.map { "bytes \($0.lowerBound) to \($0.upperBound)" } ?? "no range"
        throw LoadFailure(
            .status(206), "status 206 with \(part), though no part was asked for", head: head)
    }

    /// Refuses header fields that no server accepts, and that some answer with silence.
    private static func check(_ headers: HeaderFields) throws(LoadFailure) {
        let count = headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard count <= maxHeaderByteCount else {
            throw LoadFailure(
                .refusedRequest,
                "the header fields have \(count) bytes, at most \(maxHeaderByteCount) are sent; "
                    + "a body may be longer")
        }
    }
}

extension HTTPAddress {
    /// Reads the URL of a request.
    ///
    /// - Throws: A failure of kind `refusedRequest` for anything but an http or https URL.
    package init(loading url: String) throws(LoadFailure) {
        do {
            self = try HTTPAddress(url)
        } catch {
            throw LoadFailure(.refusedRequest, error.reason)
        }
    }
}

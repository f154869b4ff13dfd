import WebImageCaching
import WebImageCoding

/// One exchange of a load, and what follows from a redirect that answers it (RFC 9110, 15.4).
struct RedirectStep: Sendable {
    private static let redirects: Set = [301, 302, 303, 307, 308]
    /// Fields that say nothing about the caller's rights, so that any host may see them.
    static let neutral = [
        "Accept", "Accept-Encoding", "Accept-Language", "Cache-Control", "Pragma", "User-Agent",
    ]

    let address: HTTPAddress
    var method: String
    var headers: HeaderFields
    var body: RequestBody?

    /// The first exchange of a load.
    init(_ address: HTTPAddress, _ request: LoadRequest, defaultHeaders: HeaderFields) {
        self.address = address
        method = request.method
        headers = request.headers
        body = request.body
        for field in defaultHeaders.fields where headers[field.name] == nil {
            headers[field.name] = field.value
        }
        authorize()
    }

    /// What the transport sends.
    func exchange(_ limits: LoadLimits) -> HTTPExchange {
        HTTPExchange(
            url: address.url, method: method, headers: headers, body: body, limits: limits)
    }

    /// Whether a status sends the client elsewhere.
    static func isRedirect(_ status: Int) -> Bool { redirects.contains(status) }

    /// The next exchange.
    ///
    /// - Throws: A ``LoadFailure`` of kind `redirect` if there is no target, or one not to follow.
    func following(_ head: ResponseHead) throws(LoadFailure) -> RedirectStep {
        guard let location = head.headers["Location"] else {
            throw refusal("status \(head.status) without a Location", head)
        }
        let target: HTTPAddress
        do {
            target = try address.resolving(location)
        } catch {
            throw refusal("the redirect was not followed: \(error.reason)", head)
        }
        if address.origin.scheme == "https", target.origin.scheme == "http" {
            throw refusal("the redirect from https to http was not followed", head)
        }
        var next = RedirectStep(address: target, method: method, headers: headers, body: body)
        next.changeMethod(for: head.status)
        if target.origin != address.origin {
            guard next.body == nil else {
                throw refusal("the redirect would send the body to \(target.origin.host)", head)
            }
            next.headers = HeaderFields(
                headers.fields.filter { field in
                    Self.neutral.contains { $0.equalsIgnoringCase(field.name) }
                }.map { ($0.name, $0.value) })
        }
        next.authorize()
        return next
    }

    private init(address: HTTPAddress, method: String, headers: HeaderFields, body: RequestBody?) {
        self.address = address
        self.method = method
        self.headers = headers
        self.body = body
    }

    /// After 303, and after 301 and 302 to a POST as every browser does, a GET follows.
    private mutating func changeMethod(for status: Int) {
        let isPost = method == "POST" && (status == 301 || status == 302)
        guard isPost || (status == 303 && method != "HEAD" && method != "GET") else { return }
        method = "GET"
        body = nil
        for name in ["Content-Type", "Content-Length", "Content-Encoding", "Content-Language"] {
            headers[name] = nil
        }
    }

    /// Turns the URL's credentials into a field; one that the caller set wins.
    private mutating func authorize() {
        guard let credentials = address.credentials, headers["Authorization"] == nil else { return }
        headers["Authorization"] = "Basic \(Base64.encode(credentials))"
    }

    private func refusal(_ reason: String, _ head: ResponseHead) -> LoadFailure {
        LoadFailure(.redirect, "\(address): \(reason)", head: head)
    }
}

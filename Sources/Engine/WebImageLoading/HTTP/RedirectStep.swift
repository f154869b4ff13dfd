package import WebImageCaching
import WebImageCoding

/// One exchange of a load, and the next one after a redirect (RFC 9110, section 15.4).
struct RedirectStep: Sendable {
    private static let redirects: Set = [301, 302, 303, 307, 308]

    private(set) var address: HTTPAddress
    private var method: String
    private(set) var headers: HeaderFields
    private var body: RequestBody?
    private var sign: (@Sendable (String, HTTPAddress) -> String?)?

    init(_ address: HTTPAddress, _ request: LoadRequest, defaultHeaders: HeaderFields) {
        self.address = address
        method = request.method
        headers = request.headers
        body = request.body
        sign = request.attributes[RedirectAuthorization.self]
        for field in defaultHeaders.fields where headers[field.name] == nil {
            headers[field.name] = field.value
        }
        headers.authorize(with: address.credentials)
    }

    /// - Parameter cookies: The cookies of the address, unless the request has its own field.
    func exchange(_ limits: LoadLimits, cookies: String?) -> HTTPExchange {
        var headers = headers
        if let cookies, headers["Cookie"] == nil { headers["Cookie"] = cookies }
        return HTTPExchange(
            url: address.url, method: method, headers: headers, body: body, limits: limits)
    }

    static func isRedirect(_ status: Int) -> Bool { redirects.contains(status) }

    /// Returns the exchange after a redirect.
    ///
    /// - Parameter rule: The program's rule, asked before all others; nil for none.
    /// - Throws: A ``LoadFailure`` of kind `redirect` if the target is missing or refused.
    func following(
        _ head: ResponseHead, by rule: RedirectRule? = nil
    ) throws(LoadFailure) -> RedirectStep {
        guard let location = head.headers["Location"] else {
            throw refusal("status \(head.status) without a Location", head)
        }
        var next = self
        do {
            next.address = try address.resolving(location)
        } catch {
            throw refusal("the redirect was not followed: \(error.reason)", head)
        }
        next.changeMethod(for: head.status)
        let added = try rule.map { rule throws(LoadFailure) in try next.take(rule, self, head) }
        let target = next.address.origin
        if address.origin.scheme == "https", target.scheme == "http" {
            throw refusal("the redirect from https to http was not followed", head)
        }
        if target != address.origin {
            guard next.body == nil else {
                throw refusal("the redirect would send the body to \(target.host)", head)
            }
            next.sign = nil
        }
        next.headers = fields(next.headers, for: target)
        for field in added?.fields ?? [] where target == address.origin || !field.isCredential {
            next.headers.append(field.name, field.value)
        }
        if next.headers["Authorization"] != nil, let field = sign?(next.method, next.address) {
            next.headers["Authorization"] = field
        }
        next.headers.authorize(with: next.address.credentials)
        return next
    }

    /// Takes over what a rule makes of this step; returns the fields that it added.
    ///
    /// - Parameters:
    ///   - step: The step before.
    ///   - head: The redirect.
    private mutating func take(
        _ rule: RedirectRule, _ step: RedirectStep, _ head: ResponseHead
    ) throws(LoadFailure) -> HeaderFields {
        let shown = step.fields(headers, for: address.origin)
        let offer = Redirect(response: head, method: method, url: address.url, headers: shown)
        guard let chosen = rule(offer) else {
            throw step.refusal("the rule '\(rule.identity)' refuses the one to \(address)", head)
        }
        if chosen.url != offer.url {
            do {
                address = try HTTPAddress(chosen.url)
            } catch {
                throw step.refusal("the rule '\(rule.identity)' changed it: \(error.reason)", head)
            }
        }
        let (kept, added) = chosen.headers.split(by: shown)
        headers = kept
        return added
    }

    /// Returns the caller's fields that an origin may see.
    private func fields(_ fields: HeaderFields, for target: HTTPAddress.Origin) -> HeaderFields {
        // The same host by another scheme is one that was http, since https never becomes http.
        fields.shown(to: target, from: address.origin)
    }

    /// Changes the method to GET after 303, and after 301 and 302 to a POST as every browser does.
    private mutating func changeMethod(for status: Int) {
        let isPost = method == "POST" && (status == 301 || status == 302)
        guard isPost || (status == 303 && method != "HEAD" && method != "GET") else { return }
        method = "GET"
        body = nil
        headers.removeBodyFields()
    }

    private func refusal(_ reason: String, _ head: ResponseHead) -> LoadFailure {
        LoadFailure(.redirect, "\(address): \(reason)", head: head)
    }
}

extension HeaderFields {
    /// Fields that reveal nothing of the caller's rights, so that any host may see them.
    private static let neutralNames = [
        "Accept", "Accept-Encoding", "Accept-Language", "Cache-Control", "If-Modified-Since",
        "If-None-Match", "If-Range", "Pragma", "Range", "User-Agent",
    ]

    /// Returns the fields that any host may see, and the ones of the given names.
    package func neutral(and names: [String] = []) -> HeaderFields {
        let kept = Self.neutralNames + names
        return HeaderFields(
            fields.filter { field in kept.contains { $0.equalsIgnoringCase(field.name) } }
                .map { ($0.name, $0.value) })
    }

    /// Returns the caller's fields for one origin that another may see: all within one, those that
    /// state no rights for the same host by another scheme, else the neutral ones.
    ///
    /// - Parameter origin: The origin that the fields are for.
    fileprivate func shown(
        to target: HTTPAddress.Origin, from origin: HTTPAddress.Origin
    ) -> HeaderFields {
        if target == origin { return self }
        guard target.authority == origin.authority else { return neutral() }
        return HeaderFields(fields.filter { !$0.isCredential }.map { ($0.name, $0.value) })
    }

    /// Returns the fields that others have as well, and those that they lack.
    fileprivate func split(by others: HeaderFields) -> (kept: HeaderFields, added: HeaderFields) {
        var (kept, added) = (HeaderFields(), HeaderFields())
        for field in fields {
            let isKept = others.fields.contains { other in
                other.name.equalsIgnoringCase(field.name) && other.value == field.value
            }
            if isKept {
                kept.append(field.name, field.value)
            } else {
                added.append(field.name, field.value)
            }
        }
        return (kept, added)
    }

    package mutating func removeBodyFields() {
        for name in ["Content-Type", "Content-Length", "Content-Encoding", "Content-Language"] {
            self[name] = nil
        }
    }

    /// Adds the credentials of a URL, unless the caller set `Authorization`.
    package mutating func authorize(with credentials: [UInt8]?) {
        guard let credentials, self["Authorization"] == nil else { return }
        self["Authorization"] = "Basic \(Base64.encode(credentials))"
    }
}

extension HeaderFields.Field {
    /// `true` for a field that states the rights of its sender.
    fileprivate var isCredential: Bool {
        ["Authorization", "Cookie", "Proxy-Authorization"].contains { name.equalsIgnoringCase($0) }
    }
}

/// A function that makes `Authorization` for the next address after a redirect within an origin,
/// for a field that is valid for one address only; nil if the field stays as it is.
package enum RedirectAuthorization: LoadAttribute {
    package static let defaultValue: (@Sendable (String, HTTPAddress) -> String?)? = nil
}

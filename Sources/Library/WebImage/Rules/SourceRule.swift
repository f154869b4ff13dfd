import FoundationEssentials
public import WebImageCaching
public import WebImageInterceptors
public import WebImageLoading

/// The rules of the sources of one host, or of the subdomains of one.
public struct SourceRule: Hashable, Sendable {
    /// The header fields that requests send, unless they have fields of these names themselves.
    ///
    /// A host that a response leads to gets only those that are no secret, such as `Accept`.
    public var headers: HeaderFields
    /// The responses that are accepted.
    public var responses: ResponseRules
    /// The beginnings of paths, such as `/api/`, whose URLs answer with the URL of the picture.
    public var twoStepPaths: [String]
    /// The place of that URL in the answer.
    public var twoStepReading: TwoStepURLReading
    /// The time for which responses are fresh, in whole seconds, whatever they say themselves; nil
    /// for their own.
    public var lifetime: Duration?

    /// Creates a rule; each parameter is the property of its name.
    public init(
        headers: HeaderFields = HeaderFields(), responses: ResponseRules = ResponseRules(),
        twoStepPaths: [String] = [], twoStepReading: TwoStepURLReading = .text,
        lifetime: Duration? = nil
    ) {
        self.headers = headers
        self.responses = responses
        self.twoStepPaths = twoStepPaths
        self.twoStepReading = twoStepReading
        self.lifetime = lifetime
    }

    /// The digest of all of the rule, for keys.
    var digest: String {
        var parts = headers.fields.map { "send \($0.name.asciiLowered)=\($0.value)" }.sorted()
        parts += responses.rejectedHeaders.map { "reject \($0.spelling)" }.sorted()
        parts.append("statuses \(responses.acceptedStatuses?.spelling ?? "-")")
        parts += responses.acceptedMediaTypes.sorted().map { "type \($0)" }
        parts += twoStepPaths.sorted().map { "path \($0)" }
        parts.append("from \(twoStepReading.spelling)")
        parts.append("lifetime \(lifetime.map { $0.spelling } ?? "-")")
        return SHA256.hexDigest(of: parts.map { "\($0.utf8.count):\($0)" }.joined().utf8)
    }
}

/// A rule as steps of a load, made once for all requests.
package struct SourceRuleSteps: Sendable {
    /// The interceptors, whose names have the digest of the rule.
    package let interceptors: [any LoadInterceptor]
    /// The interceptors without the two steps.
    package let directInterceptors: [any LoadInterceptor]
    /// The responses that are accepted.
    package let responses: ResponseRules

    /// - Parameter pattern: The name of the host, with `*.` for subdomains.
    init(_ rule: SourceRule, for pattern: String) {
        responses = rule.responses
        var outer: [any LoadInterceptor] = [
            .changeRequest("source-rule(\(rule.digest))") { [headers = rule.headers] request in
                for field in headers.fields where request.headers[field.name] == nil {
                    request.headers.append(field.name, field.value)
                }
            }
        ]
        if let lifetime = rule.lifetime {
            let seconds = max(0, lifetime.components.seconds)
            outer.append(
                .filterResponse("lifetime(\(seconds))") { head in
                    guard head.status != 304 else { return }
                    head.headers["Cache-Control"] = "max-age=\(seconds)"
                    for name in ["Expires", "Pragma", "Age"] { head.headers[name] = nil }
                })
        }
        directInterceptors = outer + rule.responses.interceptors
        guard !rule.twoStepPaths.isEmpty else {
            interceptors = directInterceptors
            return
        }
        let places = TwoStepURLRule.paths(rule.twoStepPaths, on: pattern)
        interceptors =
            outer + [.twoStepURL(places, from: rule.twoStepReading)] + rule.responses.interceptors
    }
}

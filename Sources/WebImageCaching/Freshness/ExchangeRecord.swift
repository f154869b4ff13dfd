public import FoundationEssentials

/// How an answer was come by: what besides its head decides whether it may answer again.
///
/// It holds no secrets: of URLs, which may be signed, and of the request's fields it has digests.
public struct ExchangeRecord: Hashable, Sendable {
    /// A digest of the URL that was asked for, before redirects.
    public var asked: String
    /// A digest of the URL that answered, after redirects.
    public var answered: String
    /// When the request was sent.
    public var requestedAt: Date
    /// When the head of the answer, or of its latest confirmation, was there.
    public var receivedAt: Date
    /// Whether the request carried credentials.
    public var isAuthorized: Bool
    /// The request's fields that chose among several pictures.
    public var selectors: [VaryField]
    /// The bytes that came, whatever of them is kept; nil before all are there.
    public var body: BodyFingerprint?

    /// The receipt of an answer to a request that was sent with these fields.
    ///
    /// - Parameter answeredBy: The URL that answered; nil for the one that was asked for.
    public init(
        url: String, answeredBy: String? = nil, requestedAt: Date, receivedAt: Date,
        answer: HeaderFields = [:], sent: HeaderFields = [:], body: BodyFingerprint? = nil
    ) {
        let asked = Self.digest(of: url)
        self.init(
            asked: asked,
            answered: answeredBy.map { $0 == url ? asked : Self.digest(of: $0) } ?? asked,
            requestedAt: requestedAt, receivedAt: receivedAt,
            isAuthorized: sent["Authorization"] != nil || Self.hasCredentials(url),
            selectors: VaryField.named(by: answer, in: sent), body: body)
    }

    /// A receipt of its parts.
    init(
        asked: String, answered: String, requestedAt: Date, receivedAt: Date, isAuthorized: Bool,
        selectors: [VaryField], body: BodyFingerprint?
    ) {
        self.asked = asked
        self.answered = answered
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
        self.isAuthorized = isAuthorized
        self.selectors = selectors
        self.body = body
    }

    /// The digest of a URL.
    package static func digest(of url: String) -> String { SHA256.hexDigest(of: url.utf8) }

    /// Whether credentials stand before the host.
    private static func hasCredentials(_ url: String) -> Bool {
        // Nearly no URL has any: those without the sign need not be parsed.
        url.utf8.contains(UInt8(ascii: "@")) && (try? HTTPAddress(url))?.credentials != nil
    }
}

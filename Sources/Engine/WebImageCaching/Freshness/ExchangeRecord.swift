package import FoundationEssentials

/// The metadata of the exchange that produced a response; with the head it decides on later uses.
///
/// It holds no secrets: URLs, which may be signed, and the request's fields are kept as digests.
package struct ExchangeRecord: Hashable, Sendable {
    /// A digest of the requested URL, before redirects.
    package var asked: String
    /// A digest of the responding URL, after redirects.
    package var answered: String
    /// The time when the request was sent.
    package var requestedAt: Date
    /// The time of arrival of the head, or of its latest confirmation.
    package var receivedAt: Date
    /// `true` if the request carried credentials.
    package var isAuthorized: Bool
    /// The request's fields that selected the response.
    package var selectors: [VaryField]
    /// The fingerprint of the received bytes, also if none of them is kept; nil until all arrived.
    package var body: BodyFingerprint?
}

extension ExchangeRecord {
    /// The record of a response to a request that was sent with these fields.
    ///
    /// - Parameter answeredBy: The responding URL; nil for the requested one.
    package init(
        url: String, answeredBy: String? = nil, requestedAt: Date, receivedAt: Date,
        response: HeaderFields = [:], sent: HeaderFields = [:], body: BodyFingerprint? = nil
    ) {
        let asked = Self.digest(of: url)
        self.init(
            asked: asked,
            answered: answeredBy.map { $0 == url ? asked : Self.digest(of: $0) } ?? asked,
            requestedAt: requestedAt, receivedAt: receivedAt,
            isAuthorized: sent["Authorization"] != nil || Self.hasCredentials(url),
            selectors: VaryField.named(by: response, in: sent), body: body)
    }

    package static func digest(of url: String) -> String {
        SHA256.hexDigest(of: NormalizedURL.text(of: url).utf8)
    }

    /// Returns `true` if credentials stand before the host.
    private static func hasCredentials(_ url: String) -> Bool {
        // Only a URL with the sign is parsed; nearly none has it.
        url.utf8.contains(UInt8(ascii: "@")) && (try? HTTPAddress(url))?.credentials != nil
    }

    /// Returns `true` if the response came later than `now`, by more than right clocks differ.
    package func isAhead(of now: Date) -> Bool { receivedAt.timeIntervalSince(now) > 60 }
}

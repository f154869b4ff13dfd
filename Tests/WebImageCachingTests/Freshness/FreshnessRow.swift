import FoundationEssentials
import Testing
import WebImageCaching

/// One line of the table: a response, a later request for it, and the verdict in words.
///
/// A verdict is `fresh`, `unusable`, or `stale` with its uses: `etag`, `date` (to revalidate),
/// `meanwhile` (may be returned during revalidation), `error` (may replace a failure for a day).
struct FreshnessRow: Sendable, CustomTestStringConvertible {
    let rule: String
    var answer: [(String, String)]
    var request: [(String, String)] = []
    var first: [(String, String)] = []
    var after: Double = 0
    var delay: Double = 0
    var mode = CacheMode.private
    var status = 200
    let verdict: String

    var testDescription: String { "\(rule) → \(verdict)" }

    /// Sun, 06 Nov 1994 08:49:37 GMT, the time of the response.
    static let received = Date(timeIntervalSince1970: 784_111_777)

    init(
        _ rule: String, _ answer: [(String, String)], first: [(String, String)] = [],
        request: [(String, String)] = [], after: Double = 0, delay: Double = 0,
        mode: CacheMode = .private, status: Int = 200, _ verdict: String
    ) {
        self.rule = rule
        self.status = status
        self.answer = answer
        self.request = request
        self.first = first
        self.after = after
        self.delay = delay
        self.mode = mode
        self.verdict = verdict
    }

    /// Creates a response with this `Cache-Control` only.
    init(
        _ rule: String, _ cacheControl: String, first: [(String, String)] = [],
        request: String? = nil, after: Double = 0, mode: CacheMode = .private, _ verdict: String
    ) {
        self.init(
            rule, [("Cache-Control", cacheControl)], first: first,
            request: request.map { [("Cache-Control", $0)] } ?? [], after: after, mode: mode,
            verdict)
    }

    /// The response in the form of a cache.
    var stored: StoredResponse {
        let headers = HeaderFields(answer)
        return StoredResponse(
            head: ResponseHead(url: "http://a.test/", status: status, headers: headers),
            record: ExchangeRecord(
                url: "http://a.test/", requestedAt: Self.received - delay,
                receivedAt: Self.received, response: headers, sent: HeaderFields(first)))
    }

    /// The verdict of the code under test.
    var judged: String {
        let verdict = Freshness(
            stored: stored, request: HeaderFields(request), now: Self.received + after, mode: mode)
        switch verdict {
        case .fresh: return "fresh"
        case .unusable: return "unusable"
        case .stale(let staleness):
            let words = [
                "stale", staleness.validators.entityTag.map { _ in "etag" },
                staleness.validators.lastModified.map { _ in "date" },
                staleness.mayAnswerMeanwhile ? "meanwhile" : nil,
                staleness.mayStandIn(within: .seconds(86_400)) ? "error" : nil,
            ]
            return words.compactMap(\.self).joined(separator: " ")
        }
    }
}

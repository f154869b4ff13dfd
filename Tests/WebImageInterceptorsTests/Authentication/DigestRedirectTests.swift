import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageInterceptors
import WebImageLoading

/// Digest credentials are sent to their origin only, whatever another origin answers.
struct DigestRedirectTests {
    private static let challenge: HeaderFields = [
        "WWW-Authenticate": "Digest realm=\"r\", nonce=\"n\", qop=auth"
    ]

    /// A transport that answers requests by a table of targets, and challenges `http://a` first.
    private final class Origins: HTTPTransport {
        var identity: String? { nil }
        private let targets: [String: String]
        private let recorded = Mutex<[HTTPExchange]>([])

        init(_ targets: [String: String]) { self.targets = targets }

        /// The scheme of each `Authorization` by URL, in order.
        var sent: [String] {
            recorded.withLock { $0 }.map { exchange in
                let field = exchange.headers["Authorization"]?.prefix { $0 != " " }
                return "\(exchange.url) \(field ?? "none")"
            }
        }

        func exchange(_ request: HTTPExchange) async throws -> LoadedBody {
            recorded.withLock { $0.append(request) }
            if request.url.hasPrefix("http://a/"), request.headers["Authorization"] == nil {
                return answer(401, DigestRedirectTests.challenge, url: request.url)
            }
            guard let target = targets[request.url] else { return answer(url: request.url) }
            return answer(302, ["Location": target], url: request.url)
        }

        func shutdown() async {}
    }

    private func load(
        _ url: String, over origins: Origins, through others: [any LoadInterceptor] = []
    ) async throws {
        let digest = try DigestAuthentication(user: "me", password: "secret", for: "http://a")
        let next = NextLoad(([digest] + others)[...], then: HTTPLoader(origins))
        _ = try await next(LoadRequest(source: .url(url)))
    }

    @Test func `an origin behind a redirect cannot have its own requests signed`() async throws {
        let origins = Origins([
            "http://a/1": "http://evil/1",
            "http://evil/1": "http://x:y@evil/2",
            "http://evil/2": "/admin?delete=1",
        ])
        try await load("http://a/1", over: origins)
        #expect(
            origins.sent == [
                "http://a/1 none", "http://a/1 Digest", "http://evil/1 none",
                "http://evil/2 Basic", "http://evil/admin?delete=1 Basic",
            ])
    }

    @Test func `another origin cannot have requests to the first one signed`() async throws {
        let origins = Origins([
            "http://a/1": "http://evil/1", "http://evil/1": "http://x:y@a/2",
            "http://a/2": "/admin?delete=1",
        ])
        try await load("http://a/1", over: origins)
        #expect(origins.sent.suffix(2) == ["http://a/2 Basic", "http://a/admin?delete=1 Basic"])
    }

    @Test(arguments: ["https://a/2", "http://a:81/2", "http://b.a/2"])
    func `another scheme, port or host ends the signing`(target: String) async throws {
        let origins = Origins(["http://a/1": target, target: "/3"])
        try await load("http://a/1", over: origins)
        #expect(origins.sent.dropFirst(2).allSatisfy { $0.hasSuffix(" none") })
        #expect(origins.sent.count == 4)
    }

    @Test func `a redirect within the origin is signed for each address`() async throws {
        let origins = Origins(["http://a/1": "/2", "http://a/2": "/3"])
        try await load("http://a/1", over: origins)
        #expect(
            origins.sent == [
                "http://a/1 none", "http://a/1 Digest", "http://a/2 Digest", "http://a/3 Digest",
            ])
    }

    @Test func `the image of a two-step URL elsewhere is not signed`() async throws {
        let origins = Origins(["http://evil/1": "/admin?delete=1"])
        let steps = TwoStepURL(.prefix("http://a/")) { _ in "http://x:y@evil/1" }
        try await load("http://a/1", over: origins, through: [steps])
        #expect(
            origins.sent.suffix(2) == ["http://evil/1 Basic", "http://evil/admin?delete=1 Basic"])
    }
}

import TestSupport
import Testing
import WebImageCaching
import WebImageInterceptors
import WebImageLoading

/// Answers to the challenges of Digest authentication (RFC 7616).
struct DigestAuthenticationTests {
    private static let nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
    private static let url = "http://www.example.org/dir/index.html"

    private static func challenge(_ algorithm: String, more: String = "") -> String {
        "Digest realm=\"http-auth@example.org\", qop=\"auth, auth-int\", "
            + "algorithm=\(algorithm), nonce=\"\(nonce)\", "
            + "opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\"\(more)"
    }

    private static func refusal(
        _ challenges: String..., url: String = url
    ) -> @Sendable (LoadRequest) -> LoadedBody {
        { _ in
            var headers = HeaderFields()
            for challenge in challenges { headers.append("WWW-Authenticate", challenge) }
            return answer(401, headers, url: url)
        }
    }

    private func digest() throws -> DigestAuthentication {
        try DigestAuthentication(
            user: "Mufasa", password: "Circle of Life", for: "http://www.example.org",
            salt: { "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ" })
    }

    private let request = LoadRequest(source: .url(url))

    // RFC 7616, section 3.9.1.
    @Test(arguments: [
        (
            ["MD5", "SHA-256"], "SHA-256",
            "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"
        ),
        (["MD5"], "MD5", "8ca523f5e9506fed4657c9700eebdbec"),
    ])
    func `the examples of the standard are answered`(
        offered: [String], taken: String, response: String
    ) async throws {
        let all = offered.map { Self.challenge($0) }.joined(separator: ", ") + ", Basic realm=\"x\""
        let script = Script([Self.refusal("Negotiate", all), { _ in answer(url: Self.url) }])
        #expect(try await load([digest()], over: script, request).head.status == 200)
        let sent = script.requests.value.map { $0.headers["Authorization"] }
        try #require(sent.count == 2)
        #expect(sent[0] == nil)
        let field = try #require(sent[1])
        let parts = [
            "Digest username=\"Mufasa\"", "realm=\"http-auth@example.org\"",
            "uri=\"/dir/index.html\"", "algorithm=\(taken)", "nonce=\"\(Self.nonce)\"",
            "response=\"\(response)\"", "qop=auth", "nc=00000001",
            "cnonce=\"f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ\"",
            "opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\"",
        ]
        #expect(field == parts.joined(separator: ", "))
        #expect(!field.contains("Circle"))
    }

    @Test func `later requests count the uses of a nonce, and a stale one is replaced`()
        async throws
    {
        let stale = "Digest realm=\"http-auth@example.org\", nonce=\"new\", stale=TRUE, qop=auth"
        let ok: @Sendable (LoadRequest) -> LoadedBody = { _ in answer(url: Self.url) }
        let script = Script([
            Self.refusal(Self.challenge("SHA-256")), ok, ok, Self.refusal(stale), ok,
        ])
        let digest = try digest()
        for _ in 0..<3 {
            #expect(try await load([digest], over: script, request).head.status == 200)
        }
        let sent = script.requests.value.map { $0.headers["Authorization"] ?? "" }
        let counts = sent.map { text in
            text.firstRange(of: "nc=").map { String(text[$0.upperBound...].prefix(8)) }
        }
        #expect(counts == [nil, "00000001", "00000002", "00000003", "00000001"])
        #expect(sent.last?.contains("nonce=\"new\"") == true)
        #expect(sent.last?.contains("algorithm=MD5") == true)
    }

    @Test(arguments: [
        challenge("SHA-256"), challenge("SHA-512-256"), "Basic realm=\"x\"",
        "Digest realm=\"x\", qop=\"auth-int\", nonce=\"n\"", "Digest realm=\"x\"", "Digest",
        "", ",=,\"", "=", "Digest nonce=\"",
    ])
    func `a refused password and a challenge that cannot be met are the response`(
        challenge: String
    ) async throws {
        let script = Script([Self.refusal(challenge)])
        #expect(try await load([digest()], over: script, request).head.status == 401)
        #expect(script.count <= 2)
    }

    @Test func `a server without qop gets the answer of RFC 2069`() async throws {
        let challenge = "Digest realm=\"r\", nonce=\"n\""
        let script = Script([Self.refusal(challenge), { _ in answer(url: Self.url) }])
        _ = try await load([digest()], over: script, request)
        let secret = MD5.hexDigest(of: "Mufasa:r:Circle of Life".utf8)
        let action = MD5.hexDigest(of: "GET:/dir/index.html".utf8)
        let proof = MD5.hexDigest(of: "\(secret):n:\(action)".utf8)
        #expect(
            script.requests.value.last?.headers["Authorization"]
                == "Digest username=\"Mufasa\", realm=\"r\", uri=\"/dir/index.html\", "
                + "algorithm=MD5, nonce=\"n\", response=\"\(proof)\"")
    }

    @Test func `a name that is no ASCII is encoded`() async throws {
        let digest = try DigestAuthentication(
            user: "Jäsøn Doe", password: "p", for: "http://www.example.org")
        let script = Script([
            Self.refusal(Self.challenge("SHA-256")), { _ in answer(url: Self.url) },
        ])
        _ = try await load([digest], over: script, request)
        let field = script.requests.value.last?.headers["Authorization"]
        #expect(field?.hasPrefix("Digest username*=UTF-8''J%C3%A4s%C3%B8n%20Doe, ") == true)
    }

    @Test func `other origins get nothing, and their challenges no answer`() async throws {
        let digest = try digest()
        let elsewhere = "http://elsewhere.test/"
        let script = Script([Self.refusal(Self.challenge("MD5"), url: elsewhere)])
        _ = try await load([digest], over: script, request)
        _ = try await load([digest], over: script, LoadRequest(source: .url(elsewhere)))
        #expect(script.requests.value.map { $0.headers["Authorization"] } == [nil, nil])
    }

    @Test func `identities differ by account and show neither secret nor name`() throws {
        let all = try ["one", "two"].map {
            try DigestAuthentication(user: "me", password: $0, for: "http://www.example.org")
        }
        #expect(all[0].identity != all[1].identity && all[0].effect == .bytes)
        #expect(!all[0].identity.contains("one") && !all[0].identity.contains("me"))
        #expect(throws: LoadFailure.self) {
            try DigestAuthentication(user: "a:b", password: "", for: "http://www.example.org")
        }
    }
}

import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline

/// Redirects that a program refuses or changes.
struct RedirectRuleTests {
    private func load(
        _ transport: ScriptedTransport, _ url: String = "http://a/", method: String = "GET",
        headers: HeaderFields = [:], body: RequestBody? = nil, limits: LoadLimits = LoadLimits()
    ) async throws -> LoadedBody {
        try await HTTPLoader(transport).load(
            LoadRequest(
                source: .url(url), method: method, headers: headers, body: body, limits: limits))
    }

    /// Returns a rule that changes the next request.
    private func changing(_ change: @escaping @Sendable (inout Redirect) -> Void) -> RedirectRule {
        RedirectRule("test") { redirect in
            var redirect = redirect
            change(&redirect)
            return redirect
        }
    }

    @Test func `a rule sees the response and the next request`() async throws {
        let seen = Locked<[Redirect]>([])
        let transport = ScriptedTransport(
            ["http://a/": (303, "/b?c#d")],
            onRedirect: RedirectRule("test") { redirect in
                seen.change { $0.append(redirect) }
                return redirect
            })
        _ = try await load(transport, method: "POST", headers: ["X-Token": "t"])
        let redirect = try #require(seen.value.first)
        #expect(redirect.response.status == 303)
        #expect(redirect.response.url == "http://a/")
        #expect(redirect.method == "GET")
        #expect(redirect.url == "http://a/b?c")
        #expect(redirect.headers["X-Token"] == "t")
        #expect(transport.exchanges.map(\.url) == ["http://a/", "http://a/b?c"])
        #expect(transport.exchanges.last?.headers["X-Token"] == "t")
    }

    @Test func `a refused redirect ends the load, and names both`() async throws {
        let transport = ScriptedTransport(
            ["http://a/": (302, "/b")], onRedirect: RedirectRule("no /b") { _ in nil })
        let failure = await loadFailure { try await load(transport) }
        #expect(failure?.kind == .redirect)
        #expect(failure?.reason == "http://a/: the rule 'no /b' refuses the one to http://a/b")
        #expect(failure?.head?.status == 302)
        #expect(transport.exchanges.count == 1)
    }

    @Test func `another URL and other fields are sent`() async throws {
        let transport = ScriptedTransport(
            ["http://a/": (302, "/b")],
            onRedirect: changing { redirect in
                redirect.url = "http://a/c"
                redirect.headers["X-Token"] = "new"
                redirect.headers["X-Other"] = nil
            })
        _ = try await load(
            transport, headers: ["X-Token": "old", "X-Other": "o", "Authorization": "x"])
        let sent = try #require(transport.exchanges.last)
        #expect(sent.url == "http://a/c")
        #expect(sent.headers.values("X-Token") == ["new"])
        #expect(sent.headers["X-Other"] == nil)
        #expect(sent.headers["Authorization"] == "x")
    }

    @Test(arguments: [("http://b/", "http://b/"), ("/b", "http://b/"), ("http://b/", "http://c/")])
    func `another origin gets no field of the caller and no credentials of the rule`(
        _ location: String, _ target: String
    ) async throws {
        let transport = ScriptedTransport(
            ["http://a/": (302, location)],
            onRedirect: changing { redirect in
                redirect.url = target
                redirect.headers["X-Rule"] = "rule"
                redirect.headers["Accept"] = "image/png"
                for name in ["Authorization", "Cookie", "Proxy-Authorization"] {
                    redirect.headers[name] = "rule"
                }
            })
        _ = try await load(
            transport, headers: ["X-Token": "secret", "Authorization": "x", "Cookie": "y"])
        let sent = try #require(transport.exchanges.last)
        #expect(sent.url == target)
        #expect(sent.headers.fields.map(\.name).sorted() == ["Accept", "X-Rule"])
    }

    @Test func `credentials of a changed URL are for its origin`() async throws {
        let transport = ScriptedTransport(
            ["http://a/": (302, "http://b/"), "http://c/": (302, "http://d/")],
            onRedirect: changing { redirect in
                if redirect.url == "http://b/" { redirect.url = "http://u:p@c/" }
            })
        _ = try await load(transport)
        #expect(
            transport.exchanges.map { $0.headers["Authorization"] } == [nil, "Basic dTpw", nil])
    }

    @Test(arguments: ["http://a/b", "ftp://a/b", "/b", ""])
    func `https stays https, and the rule names an absolute URL`(_ url: String) async throws {
        let transport = ScriptedTransport(
            ["https://a/": (302, "/b")], onRedirect: changing { $0.url = url })
        let failure = await loadFailure { try await load(transport, "https://a/") }
        #expect(failure?.kind == .redirect)
        #expect(transport.exchanges.count == 1)
    }

    @Test func `a rule may mend a redirect that would be refused`() async throws {
        let transport = ScriptedTransport(
            ["https://a/": (302, "http://a/b")],
            onRedirect: changing { $0.url = "https" + $0.url.dropFirst(4) })
        _ = try await load(transport, "https://a/")
        #expect(transport.exchanges.last?.url == "https://a/b")
    }

    @Test func `a body goes to no other origin, and redirects are counted`() async throws {
        let other = ScriptedTransport(
            ["http://a/": (307, "/b")], onRedirect: changing { $0.url = "http://c/" })
        let body = RequestBody(ByteBlock(copying: [1]))
        let sent = await loadFailure { try await load(other, method: "POST", body: body) }
        #expect(sent?.kind == .redirect)
        #expect(other.exchanges.count == 1)
        let loop = ScriptedTransport(
            ["http://a/": (302, "/b")], onRedirect: changing { $0.url = "http://a/" })
        let counted = await loadFailure {
            try await load(loop, limits: LoadLimits(maxRedirects: 3))
        }
        #expect(counted?.kind == .redirect)
        #expect(loop.exchanges.count == 4)
    }

    @Test func `fields of a rule that no server accepts are refused`() async throws {
        let transport = ScriptedTransport(
            ["http://a/": (302, "/b")],
            onRedirect: changing { $0.headers["X"] = String(repeating: "x", count: 1 << 20) })
        #expect(await isRefused { try await load(transport) })
        #expect(transport.exchanges.count == 1)
    }

    @Test func `the rule's name is in the loader's, and without a rule nothing is`() {
        let rule = RedirectRule("a rule") { $0 }
        #expect(
            HTTPLoader(ScriptedTransport(onRedirect: rule)).identity == "redirects(a%20rule)")
        #expect(HTTPLoader(ScriptedTransport()).identity == nil)
        #expect(rule == RedirectRule("a rule") { _ in nil })
        #expect(rule != RedirectRule("another") { $0 })
    }
}

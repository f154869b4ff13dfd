import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline

@Suite struct HTTPLoaderTests {
    private func load(
        _ url: String, over transport: ScriptedTransport, method: String = "GET",
        headers: HeaderFields = [:], body: RequestBody? = nil, limits: LoadLimits = LoadLimits()
    ) async throws -> LoadedBody {
        try await HTTPLoader(
            transport, defaultHeaders: ["Accept": "image/webp", "User-Agent": "t"]
        )
        .load(
            LoadRequest(
                source: .url(url), method: method, headers: headers, body: body,
                limits: limits))
    }

    @Test func `default fields are sent where the caller set none`() async throws {
        let transport = ScriptedTransport()
        _ = try await load("http://a/", over: transport, headers: ["accept": "image/png"])
        let headers = try #require(transport.exchanges.first).headers
        #expect(headers.values("Accept") == ["image/png"])
        #expect(headers["User-Agent"] == "t")
    }

    @Test func `the fragment is never sent`() async throws {
        let transport = ScriptedTransport()
        _ = try await load("http://a/b?c#d", over: transport)
        #expect(transport.exchanges.map(\.url) == ["http://a/b?c"])
    }

    @Test(arguments: [404, 500, 304, 300, 416])
    func `a status is not judged`(_ status: Int) async throws {
        let transport = ScriptedTransport(["http://a/": (status, "/b")])
        #expect(try await load("http://a/", over: transport).head.status == status)
    }

    @Test(arguments: [
        (301, "GET", "GET"), (302, "GET", "GET"), (303, "GET", "GET"), (307, "GET", "GET"),
        (308, "GET", "GET"), (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"),
        (307, "POST", "POST"), (308, "POST", "POST"), (303, "PUT", "GET"), (302, "PUT", "PUT"),
        (303, "HEAD", "HEAD"),
    ])
    func `a redirect keeps the method or makes it GET`(
        _ status: Int, _ method: String, _ next: String
    ) async throws {
        let transport = ScriptedTransport(["http://a/": (status, "/b")])
        _ = try await load(
            "http://a/", over: transport, method: method, headers: ["Content-Type": "x/y"],
            body: method == "POST" ? RequestBody(ByteBlock(copying: [1])) : nil)
        let last = try #require(transport.exchanges.last)
        #expect(last.url == "http://a/b")
        #expect(last.method == next)
        #expect((last.body != nil) == (next == "POST"))
        #expect((last.headers["Content-Type"] == nil) == (method != "GET" && next == "GET"))
    }

    @Test(arguments: [("http://a/", "https://a/b"), ("http://A:80/", "https://a:443/b")])
    func `the same host over TLS gets all fields but credentials`(
        _ url: String, _ target: String
    ) async throws {
        let transport = ScriptedTransport(["http://a/": (301, target)])
        let headers: HeaderFields = [
            "authorization": "x", "Cookie": "y", "Proxy-Authorization": "z", "X-Token": "w",
            "Referer": "http://a/page",
        ]
        _ = try await load(url, over: transport, headers: headers)
        let sent = try #require(transport.exchanges.last)
        #expect(sent.url == "https://a/b")
        #expect(
            sent.headers.fields.map(\.name).sorted()
                == ["Accept", "Referer", "User-Agent", "X-Token"])
    }

    @Test func `credentials of a URL stay behind on the way to TLS`() async throws {
        let transport = ScriptedTransport(["http://a/": (301, "https://a/")])
        _ = try await load("http://u:p@a/", over: transport)
        #expect(transport.exchanges.map { $0.headers["Authorization"] } == ["Basic dTpw", nil])
    }

    @Test(arguments: ["https://b/", "https://a:444/", "http://b/", "http://a:81/", "https://a.b/"])
    func `other origins get neutral fields only`(_ target: String) async throws {
        let transport = ScriptedTransport(["http://a/": (302, target)])
        let headers: HeaderFields = [
            "Authorization": "x", "Cookie": "y", "X-Api-Key": "z", "If-None-Match": "w",
            "accept-language": "de", "Range": "bytes=5-", "If-Range": "\"1\"",
        ]
        _ = try await load("http://a/", over: transport, headers: headers)
        let sent = try #require(transport.exchanges.last).headers.fields.map(\.name)
        #expect(
            sent.sorted() == [
                "Accept", "If-None-Match", "If-Range", "Range", "User-Agent", "accept-language",
            ])
    }

    @Test func `fields left behind do not come back`() async throws {
        let transport = ScriptedTransport([
            "http://a/": (302, "http://b/"), "http://b/": (302, "http://a/c"),
        ])
        _ = try await load("http://a/", over: transport, headers: ["Cookie": "y"])
        #expect(transport.exchanges.map { $0.headers["Cookie"] } == ["y", nil, nil])
    }

    @Test func `the same origin gets all fields again`() async throws {
        let transport = ScriptedTransport(["http://a/": (302, "http://A:80/b")])
        _ = try await load("http://u:p@a/", over: transport, headers: ["Cookie": "y"])
        let last = try #require(transport.exchanges.last)
        #expect(last.headers["Cookie"] == "y")
        #expect(last.headers["Authorization"] == "Basic dTpw")
    }

    @Test func `credentials of a URL are for its origin only`() async throws {
        let transport = ScriptedTransport(["http://a/": (302, "http://b/")])
        _ = try await load("http://u:p@a/", over: transport)
        #expect(transport.exchanges.map { $0.headers["Authorization"] } == ["Basic dTpw", nil])
        #expect(transport.exchanges.map(\.url) == ["http://a/", "http://b/"])
    }

    @Test func `authorization of the caller wins over the URL's`() async throws {
        let transport = ScriptedTransport()
        _ = try await load("http://u:p@a/", over: transport, headers: ["Authorization": "x"])
        #expect(transport.exchanges.first?.headers["Authorization"] == "x")
    }

    @Test(arguments: [
        "file:///etc/passwd", "data:,x", "ftp://a/", "http://", "javascript:1",
        "http://bü cher.example/",
    ])
    func `a redirect out of http is not followed`(_ target: String) async {
        let transport = ScriptedTransport(["http://a/": (302, target)])
        let failure = await loadFailure { try await load("http://a/", over: transport) }
        #expect(failure?.kind == .redirect)
        #expect(failure?.head?.status == 302)
        #expect(transport.exchanges.count == 1)
    }

    @Test func `international names are sent in their ASCII form`() async throws {
        let transport = ScriptedTransport([
            "http://xn--r8jz45g.jp/a.png": (302, "http://bücher.example/")
        ])
        _ = try await load("http://例え.jp/a.png", over: transport)
        #expect(
            transport.exchanges.map(\.url)
                == ["http://xn--r8jz45g.jp/a.png", "http://xn--bcher-kva.example/"])
    }

    @Test func `a redirect from https to http is not followed`() async {
        let transport = ScriptedTransport(["https://a/": (302, "http://a/")])
        let failure = await loadFailure { try await load("https://a/", over: transport) }
        #expect(failure?.kind == .redirect)
        #expect(transport.exchanges.count == 1)
    }

    @Test func `a redirect without a target is a failure`() async {
        let transport = ScriptedTransport(["http://a/": (302, nil)])
        #expect(
            await loadFailure { try await load("http://a/", over: transport) }?.kind == .redirect)
    }

    @Test func `a body is not sent to another origin`() async {
        let transport = ScriptedTransport(["http://a/": (307, "http://b/")])
        let failure = await loadFailure {
            try await load(
                "http://a/", over: transport, method: "POST",
                body: RequestBody(ByteBlock(copying: [1])))
        }
        #expect(failure?.kind == .redirect)
        #expect(transport.exchanges.count == 1)
    }

    @Test(arguments: [0, 1, 5])
    func `so many redirects are followed and no more`(_ maxRedirects: Int) async {
        let transport = ScriptedTransport(["http://a/?secret": (302, "/?secret")])
        let failure = await loadFailure {
            try await load(
                "http://a/?secret", over: transport, limits: LoadLimits(maxRedirects: maxRedirects))
        }
        #expect(failure?.reason == "http://a/: more than \(maxRedirects) redirects")
        #expect(transport.exchanges.count == maxRedirects + 1)
    }

    @Test(arguments: [
        ImageSource.url("cat.jpg"), .url("ftp://a/"), .file("/a"), .data(ByteBlock(copying: [])),
    ])
    func `what is no http URL is refused`(_ source: ImageSource) async {
        let loader = HTTPLoader(ScriptedTransport())
        #expect(await isRefused { try await loader.load(LoadRequest(source: source)) })
    }
}

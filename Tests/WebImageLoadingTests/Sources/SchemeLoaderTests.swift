import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading

@Suite struct SchemeLoaderTests {
    /// A loader that responds with the source of the request.
    private struct Echo: ImageLoader {
        var identity: String?
        func load(_ request: LoadRequest) async throws -> LoadedBody {
            let source =
                switch request.source {
                case .url(let url): "url \(url)"
                case .file(let path): "file \(path)"
                case .data(let block): "data \(block.count)"
                }
            return LoadedBody(
                head: ResponseHead(url: source), origin: .file, expectedByteCount: 0,
                chunks: BodyStream([]))
        }
    }

    private let loader = SchemeLoader([
        "HTTP": Echo(), "x-own": Echo(), "file": Echo(), "data": Echo(),
    ])

    private func load(_ source: ImageSource, allowsFiles: Bool = false) async throws -> String {
        var request = LoadRequest(source: source)
        request.allowsFileURLs = allowsFiles
        return try await loader.load(request).head.url
    }

    @Test(arguments: [
        (ImageSource.url("http://a/"), "url http://a/"), (.url("HTTP://a/"), "url HTTP://a/"),
        (.url(" http://a/"), "url  http://a/"), (.url("x-own:1"), "url x-own:1"),
        (.url("data:,a"), "url data:,a"), (.file("/a b"), "file /a b"),
        (.data(ByteBlock(copying: [1])), "data 1"),
    ])
    func `the scheme chooses the loader`(_ source: ImageSource, _ echo: String) async throws {
        #expect(try await load(source) == echo)
    }

    @Test func `loaders of further schemes stand beside those of files and data`() async throws {
        let loader = SchemeLoader(adding: ["X-Own": Echo(), "data": Echo()])
        #expect(
            try await loader.load(LoadRequest(source: .url("x-own:1"))).head.url == "url x-own:1")
        #expect(
            try await loader.load(LoadRequest(source: .url("data:,a"))).head.url == "url data:,a")
        #expect(await isRefused { try await loader.load(LoadRequest(source: .url("http://a/"))) })
        await #expect(throws: LoadFailure.self) {
            try await loader.load(LoadRequest(source: .file("/no such file")))
        }
    }

    @Test(arguments: ["ftp://a/", "https://a/", "cat.jpg", "", "/a/b", ":a", "1a:b"])
    func `a scheme without a loader is refused`(_ url: String) async {
        #expect(await isRefused { try await load(.url(url)) })
    }

    @Test(arguments: ["file:///a", "FILE:///a", " file:///a"])
    func `a file URL is refused unless it is allowed`(_ url: String) async throws {
        #expect(await isRefused { try await load(.url(url)) })
        #expect(try await load(.url(url), allowsFiles: true) == "file /a")
    }

    @Test(arguments: [
        ("file:/a/b", "/a/b"), ("file://localhost/a", "/a"), ("file:///a%20b%23", "/a b#"),
        ("file:///a#x", "/a"), ("file:///k\u{e4}", "/k\u{e4}"), ("file:///k%C3%A4", "/k\u{e4}"),
    ])
    func `a file URL becomes a path`(_ url: String, _ path: String) async throws {
        #expect(try await load(.url(url), allowsFiles: true) == "file \(path)")
    }

    @Test(arguments: ["file://host/a", "file:a", "file:", "file://", "file:///%FF"])
    func `a file URL of elsewhere is refused`(_ url: String) async {
        #expect(await isRefused { try await load(.url(url), allowsFiles: true) })
    }

    @Test func `identities of loaders are kept apart by scheme`() {
        #expect(SchemeLoader(["a": Echo(), "b": Echo()]).identity == nil)
        #expect(SchemeLoader(over: ScriptedTransport()).identity == nil)
        let named = SchemeLoader(["b": Echo(identity: "2;x"), "a": Echo(identity: "1")])
        #expect(named.identity == "a=1;b=2%3Bx")
    }

    @Test func `over a transport, all four kinds are served`() async throws {
        let loader = SchemeLoader(over: ScriptedTransport())
        for url in ["http://a/", "https://a/", "data:,a"] {
            #expect(try await loader.load(LoadRequest(source: .url(url))).head.status == 200)
        }
        let missing = LoadRequest(source: .file("/no/such/file"))
        #expect(await loadFailure { try await loader.load(missing) }?.kind == .fileNotFound)
    }

    @Test func `the option that allows file URLs is in no key`() {
        #expect(ImageOptions.AllowsFileURLs.effect == .delivery)
        #expect(!ImageOptions.AllowsFileURLs.defaultValue)
    }
}

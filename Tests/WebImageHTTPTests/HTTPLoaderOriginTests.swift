#if HTTP
    import Testing
    import WebImageCaching
    import WebImageHTTP
    import WebImageLoading
    import WebImagePipeline
    import WebImageTesting

    @Suite struct HTTPLoaderOriginTests {
        let fixture: Fixture
        var origin: OriginServer { fixture.origin }
        var loader: HTTPLoader { HTTPLoader(fixture.transport) }

        init() throws { fixture = try Fixture() }

        private func load(_ url: String, headers: HeaderFields = [:]) async throws -> LoadedBody {
            try await loader.load(LoadRequest(source: .url(url), headers: headers))
        }

        @Test func `a chain of redirects ends at the picture`() async throws {
            origin.reply("/a", with: .redirect(to: "b/c", status: 301))
            origin.reply("/b/c", with: .redirect(to: "../d?x=1", status: 307))
            origin.reply("/d", with: OriginReply(body: [7]))
            let answer = try await load(origin.url("/a"))
            #expect(answer.head.url == origin.url("/d?x=1"))
            #expect(try await answer.bytes() == [7])
        }

        @Test func `a path whose escapes are no UTF-8 is sent as it is`() async throws {
            origin.reply("/", with: OriginReply(body: [0]))
            origin.reply("/K%F6ln.png", with: OriginReply(body: [7]))
            origin.reply("/a", with: .redirect(to: "/K%F6ln.png?x=%F6"))
            for path in ["/K%F6ln.png", "/K%F6ln.png?y=1", "/a"] {
                #expect(try await load(origin.url(path)).bytes() == [7])
            }
            #expect(
                origin.requests.map(\.path)
                    == ["/K%F6ln.png", "/K%F6ln.png?y=1", "/a", "/K%F6ln.png?x=%F6"])
            #expect(
                origin.requests.allSatisfy { request in
                    !request.headers.contains { $0.name.lowercased().hasPrefix("webimage") }
                })
        }

        @Test func `a loop ends after the allowed number of redirects`() async throws {
            origin.reply("/a", with: .redirect(to: "/a"))
            let failure = await loadFailure { try await load(origin.url("/a")) }
            #expect(failure?.kind == .redirect)
            #expect(origin.requestCount("/a") == 21)
        }

        @Test func `authorization stays with its host`() async throws {
            let other = try OriginServer()
            origin.reply(
                "/a", with: .redirect(to: "http://localhost:\(other.port)/b"))
            other.reply("/b", with: OriginReply(body: [7]))
            let headers: HeaderFields = ["Authorization": "Bearer x", "Accept-Language": "de"]
            _ = try await load(origin.url("/a"), headers: headers).bytes()
            #expect(origin.requests.first?["Authorization"] == "Bearer x")
            #expect(other.requests.first?["Authorization"] == nil)
            #expect(other.requests.first?["Accept-Language"] == "de")
        }

        @Test func `a redirect to a file is refused`() async throws {
            origin.reply("/a", with: .redirect(to: "file:///etc/passwd"))
            let failure = await loadFailure { try await load(origin.url("/a")) }
            #expect(failure?.kind == .redirect)
        }

        @Test func `credentials of the URL are sent as a field`() async throws {
            origin.reply("/a", with: OriginReply())
            let answer = try await load("http://user:p%40ss@127.0.0.1:\(origin.port)/a")
            #expect(origin.requests.first?["Authorization"] == "Basic dXNlcjpwQHNz")
            #expect(answer.head.url == origin.url("/a"))
        }

        @Test func `a path of any script is sent encoded`() async throws {
            origin.reply("/k%C3%A4tzchen%20%231.png", with: OriginReply(body: [7]))
            let answer = try await load(origin.url("/kätzchen %231.png#part"))
            #expect(try await answer.bytes() == [7])
        }
    }
#endif

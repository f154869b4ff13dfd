#if Server
    import HTTPTypes
    import HummingbirdCore
    import NIOCore
    import NIOEmbedded
    import Testing
    import WebImage
    import WebImageTesting
    import WebImageURLs

    @testable import WebImageServer

    /// The way of a request: target → plan → place → file → answer.
    struct ServerCallTests {
        private func field(_ name: String, _ response: Response) throws -> String? {
            response.headers[try #require(HTTPField.Name(name))]
        }

        @Test(
            arguments: [
                (.get, "/health", 200, nil), (.head, "/health", 200, nil),
                (.options, "/anything", 200, "GET, HEAD, OPTIONS"),
                (.post, "/health", 405, "GET, HEAD, OPTIONS"), (.get, "/.well-known/x", 404, nil),
                (.get, "/robots.txt", 200, nil), (.get, "/favicon.ico", 204, nil),
                (.get, "/ready", 200, nil), (.get, "/v1/x", 400, nil),
                (.get, "*", 200, "GET, HEAD, OPTIONS"),
                (.get, MalformedRequest.host.rawValue, 400, nil),
            ] as [(HTTPRequest.Method, String, Int, String?)])
        func `a target without a picture has an answer of its own`(
            method: HTTPRequest.Method, target: String, status: Int, allow: String?
        ) async throws {
            let response = await (try await TestServer()).ask(target, [:], method)
            #expect(response.status.code == status)
            #expect(try field("Allow", response) == allow)
            #expect(try field("X-Content-Type-Options", response) == "nosniff")
            #expect(try field("X-Request-ID", response)?.isEmpty == false)
        }

        @Test(
            arguments: [
                ("/health", "text/plain; charset=utf-8"), ("/ready", "text/plain; charset=utf-8"),
                ("/", "text/html; charset=utf-8"), ("/page.js", "text/javascript; charset=utf-8"),
                ("/favicon.ico", nil),
            ] as [(String, String?)])
        func `an answer of the server itself has its type`(
            path: String, type: String?
        ) async throws {
            let response = await (try await TestServer()).ask(path)
            #expect(response.headers[.contentType] == type)
        }

        @Test(arguments: ["/", "/page.js", "/page.css"])
        func `a page that is turned off is none`(path: String) async throws {
            var settings = TestServer.quiet
            settings.showsPage = false
            #expect(await (try await TestServer(settings)).ask(path).status == .notFound)
        }

        @Test func `a client names its request by a word`() async throws {
            let name = try #require(HTTPField.Name("X-Request-ID"))
            let server = try await TestServer()
            #expect(await server.ask("/health", [name: "abc-1"]).headers[name] == "abc-1")
            #expect(await server.ask("/health", [name: "a b"]).headers[name] != "a b")
        }

        @Test(
            arguments: [
                (["Bearer word"], 200), (["bearer word"], 200), ([], 403), (["Bearer Word"], 403),
                (["Basic word"], 403), (["Bearer word", "Bearer word"], 403),
                (["Bearer word x"], 403),
            ])
        func `a picture needs the secret of the settings, which is sent once`(
            sent: [String], status: Int
        ) async throws {
            var settings = TestServer.quiet
            settings.secret = "word"
            let server = try await TestServer(settings)
            var fields = HTTPFields()
            for value in sent { fields.append(HTTPField(name: .authorization, value: value)) }
            #expect(await server.ask(TestServer.picture, fields).status.code == status)
            #expect(await server.ask("/health").status == .ok)
        }

        @Test func `below a prefix alone is the server`() async throws {
            var settings = TestServer.quiet
            settings.pathPrefix = "/images"
            let server = try await TestServer(settings)
            #expect(await server.ask("/images" + TestServer.picture).status == .ok)
            #expect(await server.ask("/images").headers[.location] == "/images/")
            #expect(await server.ask("/images/page.js").status == .ok)
            #expect(await server.ask(TestServer.picture).status == .notFound)
            #expect(await server.ask("/robots.txt").status == .ok)
        }

        @Test func `a format that cannot be written is refused before the load`() async throws {
            let loader = ScriptedLoader(bytes: try TestServer.file())
            let pipeline = ImagePipeline(
                memory: MemoryCache(maxBytes: 1 << 20), disk: nil, loader: loader,
                codecs: CodecList(decoders: [BMPDecoder()], encoders: [BMPEncoder()]))
            let server = await ImageServer(WebImageGrammar(), pipeline, TestServer.quiet)
            let call = { (options: String) in
                let record = RequestRecord(
                    server.core, method: "GET", target: TestServer.target(options), [:])
                return ServerCall(
                    core: server.core, fields: [:], connection: nil, record: record)
            }
            #expect(await call("format=webp").answer().fault?.kind == .format)
            #expect(loader.loadCount == 0)
            #expect(await call("format=bmp").answer().status == 200)
            #expect(await call("format=svg").answer().fault?.kind != nil)
            #expect(loader.loadCount >= 1)
        }

        @Test func `an answer that takes too long fails, and may be asked for again`()
            async throws
        {
            var settings = TestServer.quiet
            settings.timeout = .milliseconds(20)
            let response = await (try await TestServer(settings, isFrozen: true)).ask(
                TestServer.picture)
            #expect(response.status == .serviceUnavailable)
            #expect(try field("Retry-After", response) == "1")
        }

        @Test func `a client that leaves ends the work`() async throws {
            let loader = ScriptedLoader(bytes: try TestServer.file(), isFrozen: true)
            let server = try await TestServer(loader: loader)
            let (channel, watch) = (NIOAsyncTestingChannel(), ClientWatch())
            try await channel.pipeline.addHandler(watch).get()
            let core = server.server.core
            let record = RequestRecord(core, method: "GET", target: TestServer.picture, [:])
            let call = ServerCall(
                core: core, fields: [:], connection: RequestConnection(channel: channel),
                record: record)
            let presence = watch.presence
            async let left: Void = {
                _ = await eventually { loader.loadCount == 1 }
                presence.leave()
            }()
            #expect(await call.answer().fault?.kind == .gone)
            await left
            #expect(await eventually { loader.cancelCount == 1 })
        }

        @Test func `the plan is told to the record, without its source's query`() async throws {
            let core = try await TestServer().server.core
            let record = RequestRecord(core, method: "GET", target: TestServer.picture, [:])
            let call = ServerCall(core: core, fields: [:], connection: nil, record: record)
            #expect(await call.answer().status == 200)
            #expect(record.told?.contains("http://a.test/a.bmp") == true)
            #expect(record.told?.contains("geheim") == false)
        }
    }
#endif

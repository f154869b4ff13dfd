#if Server
    import HTTPTypes
    import HummingbirdCore
    import Testing
    import WebImage
    import WebImageURLs

    @testable import WebImageServer

    /// Pictures in place of those that cannot be made.
    struct FallbackTests {
        /// Asks a server with a fallback picture, whose origin has a picture at `/good` alone.
        private func ask(
            _ target: String, _ rules: any AnswerRules = WebImageAnswers(),
            grammar: (any URLGrammar)? = nil, _ change: (inout FallbackSettings) -> Void = { _ in }
        ) async throws -> Response {
            let file = try TestServer.file()
            var settings = TestServer.quiet
            settings.answers = rules
            var fallback = FallbackSettings(
                picture: .data(try TestServer.file(2, 2).withUnsafeBytes { Array($0) }))
            change(&fallback)
            settings.fallback = fallback
            let loader = TestServer.loader { _, url in
                switch url {
                case "http://a.test/good": return (["ETag": "\"a\""], file)
                case "http://a.test/broken": return ([:], ByteBlock(copying: [1, 2, 3]))
                default: throw LoadFailure(.status(404), "the source has status 404")
                }
            }
            let server = try await TestServer(settings, loader: loader, grammar: grammar)
            return await server.ask(target)
        }

        private func missing(_ options: String = "") -> String {
            TestServer.target("format=bmp\(options)", of: "http://a.test/none")
        }

        private let broken = TestServer.target(of: "http://a.test/broken")

        @Test func `a source that is not to be had is replaced for ten seconds`() async throws {
            let response = try await ask(missing())
            #expect(response.status == .ok)
            #expect(response.headers[.cacheControl] == "max-age=10")
            #expect(response.headers[.eTag] == nil)
            let name = try #require(HTTPField.Name("Cache-Status"))
            #expect(response.headers[name] == "webimage-server; fwd=miss; detail=fallback")
        }

        @Test func `status and lifetime are those of the settings`() async throws {
            let lasting = try await ask(missing()) { $0.lifetime = 77 }
            #expect(lasting.headers[.cacheControl] == "max-age=77, public")
            let failed = try await ask(missing()) { $0.status = nil }
            #expect(failed.status == .notFound && failed.headers[.cacheControl] == nil)
            let teapot = try await ask(missing()) { ($0.status, $0.lifetime) = (418, 9) }
            #expect(teapot.status.code == 418)
            #expect(teapot.headers[.cacheControl] == "max-age=9, public")
        }

        @Test func `an address has a fallback of its own, before the server's`() async throws {
            let good = Base64URL.encode(Array("http://a.test/good".utf8))
            let own = try await ask(missing(";fallback=\(good)"))
            let stored = try await ask(missing())
            #expect(own.status == .ok && own.body.contentLength != stored.body.contentLength)
            let none = Base64URL.encode(Array("http://a.test/none".utf8))
            let third = try await ask(missing(";fallback=\(none)"))
            #expect(third.body.contentLength == stored.body.contentLength)
        }

        @Test func `a source that cannot be shown is replaced unless the rules keep it`()
            async throws
        {
            #expect(try await ask(broken).status == .ok)
            let target = "/_/f:bmp/plain/http://a.test/good@bmp"
            let limited = ImgproxyAnswers()
            #expect(
                try await ask(target, limited, grammar: ImgproxyGrammar()).status == .ok)
            #expect(limited.traits.keepsBrokenSources)
        }

        @Test func `the source itself passes in place of its picture`() async throws {
            let options = "format=bmp;fallback=source"
            let response = try await ask(
                TestServer.target(options, of: "http://a.test/broken"))
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "application/octet-stream")
            #expect(await response.text == "\u{1}\u{2}\u{3}")
        }

        @Test func `a description has no fallback`() async throws {
            let response = try await ask(TestServer.target("info", of: "http://a.test/none"))
            #expect(response.status == .notFound)
        }
    }
#endif

#if Server
    import HTTPTypes
    import HummingbirdCore
    import NIOConcurrencyHelpers
    import Testing
    import WebImage
    import WebImageURLs

    @testable import WebImageServer

    /// The fields of answers that depend on no file.
    struct FieldsTests {
        private func ask(
            _ options: String = "format=bmp", of source: String = "http://a.test/a.bmp",
            _ fields: HTTPFields = [:], _ change: (inout ServerSettings) -> Void = { _ in }
        ) async throws -> HTTPFields {
            var settings = TestServer.quiet
            change(&settings)
            let server = try await TestServer(settings)
            return await server.ask(TestServer.target(options, of: source), fields).headers
        }

        private func field(_ name: String, _ fields: HTTPFields) throws -> String? {
            fields[try #require(HTTPField.Name(name))]
        }

        @Test(
            arguments: [
                ("format=bmp;max-age=5", "public, max-age=5"),
                ("format=bmp;expires=9999999999;max-age=7", "public, max-age=7"),
                ("format=bmp;max-age=99999999999", "public, max-age=60"),
            ])
        func `an address shortens a lifetime`(options: String, control: String) async throws {
            #expect(try await ask(options)[.cacheControl] == control)
        }

        @Test func `the source is named if the settings say so`() async throws {
            let source = "http://u:p@a.test/<a>.bmp?b#c"
            #expect(try field("Link", await ask(of: source)) == nil)
            let named = try await ask(of: source) { $0.namesSource = true }
            #expect(try field("Link", named) == "<http://a.test/%3Ca%3E.bmp?b>; rel=\"canonical\"")
            let object = try await ask(of: "s3://bucket/a.bmp") { $0.namesSource = true }
            #expect(try field("Link", object) == nil)
        }

        @Test func `the key of a source is a part of its digest`() async throws {
            let source = "http://a.test/a.bmp"
            let fields = try await ask(of: source) { $0.sourceKeyField = "Surrogate-Key" }
            let digest = SHA256.hexDigest(of: Array(source.utf8))
            #expect(try field("Surrogate-Key", fields) == String(digest.prefix(16)))
        }

        @Test(
            arguments: [
                (CookiePassing.none, "http://127.0.0.1/a", false),
                (.all, "http://b.test/a", true),
                (.sameOrigin(nil), "http://127.0.0.1/a", true),
                (.sameOrigin(nil), "http://127.0.0.10/a", false),
                (.sameOrigin("http://b.test"), "http://b.test/a", true),
                (.sameOrigin("http://b.test"), "http://b.test.evil/a", false),
                (.sameOrigin("http://b.test/c/"), "http://b.test/cd", false),
            ])
        func `an origin gets the client's cookies by the settings alone`(
            rule: CookiePassing, source: String, passes: Bool
        ) async throws {
            let sent = NIOLockedValueBox<String?>(nil)
            let file = try TestServer.file()
            let loader = TestServer.loader { request, _ in
                sent.withLockedValue { $0 = request.headers["Cookie"] }
                return ([:], file)
            }
            var settings = TestServer.quiet
            settings.sources.cookies = rule
            let server = try await TestServer(settings, loader: loader)
            let response = await server.ask(TestServer.target(of: source), [.cookie: "a=b"])
            #expect(response.status == .ok)
            #expect(sent.withLockedValue { $0 } == (passes ? "a=b" : nil))
        }

        @Test func `pictures run nothing, and the page its own files`() async throws {
            let picture = try field("Content-Security-Policy", await ask())
            #expect(picture?.hasSuffix("sandbox") == true)
            let page = try await TestServer().ask("/").headers
            #expect(try field("Content-Security-Policy", page)?.contains("script-src") == true)
        }

        @Test func `other sites read pictures if the settings name them`() async throws {
            #expect(try await ask()[.accessControlAllowOrigin] == nil)
            let fields = try await ask { $0.allowedOrigin = "https://b.test" }
            #expect(fields[.accessControlAllowOrigin] == "https://b.test")
            #expect(try field("Timing-Allow-Origin", fields) == "https://b.test")
        }

        @Test func `the client's wish for the connection is confirmed`() async throws {
            #expect(try await ask()[.connection] == nil)
            #expect(try await ask([.connection: "x, Close"])[.connection] == "close")
            #expect(try await ask([.connection: "keep-alive"])[.connection] == "keep-alive")
        }

        @Test func `each stage has its time`() async throws {
            let timing = try #require(try field("Server-Timing", await ask()))
            for stage in ["load;dur=", "decode;dur=", "encode;dur=", "total;dur="] {
                #expect(timing.contains(stage), "\(timing)")
            }
        }

        @Test(
            arguments: [
                ("format=bmp", false, false), ("-", false, true), ("-", true, true),
                ("format=bmp", true, true),
            ])
        func `an answer that depends on the formats of its client says so`(
            options: String, always: Bool, varies: Bool
        ) async throws {
            let fields = try await ask(options) {
                $0.encoding.preferred = [.bmp]
                if always { $0.answers = ImgproxyAnswers() }
            }
            #expect(fields[.vary] == (varies ? "Accept" : nil))
            let fixed = try await ask(options) {
                ($0.encoding.preferred, $0.encoding.automatic) = ([.bmp], [])
            }
            #expect(fixed[.vary] == nil)
        }

        @Test func `sizes are told if the settings say so`() async throws {
            #expect(try field("X-Origin-Width", await ask()) == nil)
            let fields = try await ask("format=bmp;size=exact:2x1") { $0.tellsSizes = true }
            let sizes = try ["Origin-Width", "Origin-Height", "Result-Width", "Result-Height"].map {
                try field("X-\($0)", fields)
            }
            #expect(sizes == ["4", "3", "2", "1"])
            #expect(try field("X-Result-Dropped", fields) == nil)
        }

        @Test func `what the result lacks is told beside its size`() async throws {
            let jpeg = try CodecList.installed.encoder(for: .jpeg).encode(
                Bitmap(size: PixelSize(width: 8, height: 8)), settings: EncodeSettings())
            let more = ByteBlock.joining([jpeg, jpeg, jpeg, ByteBlock(copying: [1, 2, 3])])
            var settings = TestServer.quiet
            settings.tellsSizes = true
            let server = try await TestServer(
                settings, loader: TestServer.loader { _, _ in ([:], more) })
            let fields = await server.ask(TestServer.target()).headers
            #expect(try field("X-Result-Dropped", fields) == "pictures=(2 0), bytes=(3 0)")
        }
    }

    extension FieldsTests {
        private func ask(_ fields: HTTPFields) async throws -> HTTPFields {
            try await ask("format=bmp", of: "http://a.test/a.bmp", fields)
        }
    }
#endif

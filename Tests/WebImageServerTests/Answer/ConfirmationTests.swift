#if Server
    import HTTPTypes
    import HummingbirdCore
    import NIOConcurrencyHelpers
    import Testing
    import WebImage
    import WebImageTesting
    import WebImageURLs

    @testable import WebImageServer

    /// Tags of origins, whose confirmations are the server's.
    struct ConfirmationTests {
        /// Asks an origin whose tag is `"a"`, and returns the status with the conditions that it
        /// got.
        private func ask(
            _ fields: HTTPFields, twice: Bool = false, _ rules: any AnswerRules = ImgproxyAnswers()
        ) async throws -> (status: Int, asked: [String?]) {
            let asked = NIOLockedValueBox<[String?]>([])
            let file = try TestServer.file()
            let loader = TestServer.loader { request, url in
                let tag = request.headers["If-None-Match"]
                asked.withLockedValue { $0.append(tag) }
                let headers: HeaderFields = ["ETag": "\"a\"", "Cache-Control": "max-age=60"]
                if tag == "\"a\"" {
                    let head = ResponseHead(url: url, status: 304, headers: headers)
                    throw LoadFailure(.notModified, "status 304", head: head)
                }
                if tag == "\"broken\"" { throw LoadFailure(.tls, "no certificate") }
                return (headers, file)
            }
            var settings = TestServer.quiet
            settings.answers = rules
            let server = try await TestServer(settings, loader: loader, grammar: ImgproxyGrammar())
            let target = "/_/f:bmp/plain/http://a.test/a.bmp"
            if twice { _ = await server.ask(target) }
            let response = await server.ask(target, fields)
            return (response.status.code, asked.withLockedValue { $0 })
        }

        @Test(
            arguments: [
                ("\"a\"", 304), ("\"b\"", 200), (nil, 200), ("\"broken\"", 404),
            ] as [(String?, Int)])
        func `the origin is asked by the client's tag`(tag: String?, status: Int) async throws {
            let found = try await ask(tag.map { [.ifNoneMatch: $0] } ?? [:])
            #expect(found.status == status && found.asked == [tag])
        }

        @Test(
            arguments: [
                (ImgproxyAnswers(), 404), (ThumborAnswers(), 404), (WebImageAnswers(), 200),
            ]
                as [(any AnswerRules, Int)])
        func `a status other than 200 is one of a picture by the library's rules alone`(
            rules: any AnswerRules, status: Int
        ) async throws {
            let file = try TestServer.file()
            let loader = ScriptedLoader { _ in
                LoadedBody(
                    head: ResponseHead(url: "http://a.test/", status: 203), origin: .network,
                    expectedByteCount: file.count, chunks: BodyStream([file]))
            }
            var settings = TestServer.quiet
            settings.answers = rules
            let server = try await TestServer(settings, loader: loader)
            #expect(await server.ask(TestServer.target()).status.code == status)
        }

        @Test func `a file at hand is compared without the origin`() async throws {
            let found = try await ask([.ifNoneMatch: "\"a\""], twice: true)
            #expect(found.status == 304 && found.asked == [nil])
            #expect(try await ask([.ifNoneMatch: "\"b\""], twice: true).status == 200)
        }

        @Test func `by other rules the result's tag counts, and the origin is not asked by it`()
            async throws
        {
            let found = try await ask([.ifNoneMatch: "\"a\""], WebImageAnswers())
            #expect(found.status == 200 && found.asked == [nil])
        }
    }

    extension ConfirmationTests {
        private func ask(
            _ fields: HTTPFields, _ rules: any AnswerRules
        ) async throws -> (status: Int, asked: [String?]) {
            try await ask(fields, twice: false, rules)
        }
    }
#endif

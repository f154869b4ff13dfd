#if Server
    import HTTPTypes
    import HummingbirdCore
    import Testing
    import WebImage
    import WebImageServer
    import WebImageURLs

    /// Addresses `/thumb/WIDTH/SOURCE`, where the source is a name below `a.test`.
    private struct ThumbGrammar: URLGrammar {
        func plan(for target: String, at now: Int) throws(URLFault) -> ImagePlan {
            let parts = target.split(separator: "/")
            guard parts.count == 3, parts[0] == "thumb" else {
                throw URLFault(.path, "expected /thumb/WIDTH/SOURCE")
            }
            guard let width = Int(parts[1]), width > 0 else {
                throw URLFault(.option, part: parts[1], "expected a width")
            }
            var plan = ImagePlan(source: "http://a.test/\(parts[2])")
            plan.sizing = TargetSizing(.fit, width, 0)
            plan.encoding.format = .bmp
            return plan
        }
    }

    /// Answers in a line of text.
    private struct ThumbAnswers: AnswerRules {
        let name = "thumb"
        let health = "thumbs up"
        let healthPaths = ["/alive"]

        func answer(to failure: AnswerFailure) -> FailureAnswer {
            let status =
                switch failure.kind {
                case .address, .route: 404
                default: 503
                }
            return FailureAnswer(
                status: status, fields: [AnswerField("Content-Type", "text/thumb")],
                text: "no thumbnail\n")
        }

        func fields(of picture: AnsweredPicture) -> [AnswerField] {
            [AnswerField("Cache-Control", "max-age=\(picture.freshness ?? 0)")]
        }
    }

    /// A language of addresses from outside of the module.
    struct FourthLanguageTests {
        private func server(_ change: (inout ServerSettings) -> Void = { _ in }) async throws
            -> TestServer
        {
            var settings = TestServer.quiet
            settings.answers = ThumbAnswers()
            change(&settings)
            return try await TestServer(settings, grammar: ThumbGrammar())
        }

        @Test func `a picture has the fields of its language alone`() async throws {
            let response = try await server().ask("/thumb/2/a.bmp")
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "image/bmp")
            #expect(response.headers[.cacheControl] == "max-age=60")
            #expect(response.headers[.eTag] == nil && response.headers[.age] == nil)
            for name in ["Cross-Origin-Resource-Policy", "Expires", "Last-Modified"] {
                #expect(response.headers[values: try #require(HTTPField.Name(name))] == [])
            }
        }

        @Test(
            arguments: [
                ("/", [:], .get, 404), ("/thumb/x/a.bmp", [:], .get, 404),
                ("/v1/-/-/-/plain/http%3A%2F%2Fa.test%2Fa.bmp", [:], .get, 404),
                ("/unsafe/a.test/a.bmp", [:], .get, 404), ("/page.js", [:], .get, 404),
                ("/health", [:], .get, 404), ("/.well-known/x", [:], .get, 404),
                ("/thumb/2/a.bmp", [:], .post, 503), ("/thumb/2/a.bmp", [:], .get, 503),
            ] as [(String, HTTPFields, HTTPRequest.Method, Int)])
        func `each failure has the words of its language`(
            target: String, fields: HTTPFields, method: HTTPRequest.Method, status: Int
        ) async throws {
            let server = try await server {
                if target.hasPrefix("/thumb/2"), method == .get { $0.secret = "word" }
            }
            let response = await server.ask(target, fields, method)
            #expect(response.status.code == status)
            #expect(await response.text == "no thumbnail\n")
            #expect(response.headers[.contentType] == "text/thumb")
            #expect(response.headers[.cacheControl] == nil)
        }

        @Test func `health has the words and the path of its language`() async throws {
            let response = try await server().ask("/alive")
            #expect(response.status == .ok)
            #expect(await response.text == "thumbs up")
        }

        @Test func `the start tells its name, and nothing of its access`() async throws {
            var settings = TestServer.quiet
            settings.answers = ThumbAnswers()
            var lines: [String] = []
            _ = try await TestServer(settings, grammar: ThumbGrammar()) { lines.append($0) }
            #expect(lines.first == "addresses of thumb")
            #expect(lines.contains { $0.hasPrefix("sources: as the grammar allows") })
            #expect(!lines.contains { $0.contains("signatures") })
        }
    }
#endif

#if Server
    import HTTPTypes
    import HummingbirdCore
    import Testing
    import WebImageURLs

    @testable import WebImageServer

    /// Fields of thumbor's answers, as thumbor 7.8 has them.
    struct ThumborAnswersTests {
        private func answer(
            _ options: String, _ variables: [String: String] = [:], _ fields: HTTPFields = [:]
        ) async throws -> HTTPResponse {
            var settings = try ServerSettings(thumborEnvironment: variables)
            settings.logsRequests = false
            let server = try await TestServer(
                settings, grammar: ThumborGrammar(allowsUnsafe: true))
            return await server.ask("/unsafe/\(options)a.test/a.bmp", fields).head
        }

        @Test(
            arguments: [
                ("", [:], "max-age=86400,public"),
                ("", ["THUMBOR_MAX_AGE": "60"], "max-age=60,public"),
                ("", ["THUMBOR_MAX_AGE": "0"], nil),
                ("filters:max_age(60)/", [:], "max-age=60,public"),
                ("filters:max_age(999999999)/", [:], "max-age=999999999,public"),
                ("filters:max_age(0)/", [:], nil),
                ("filters:max_age(-5)/", [:], "max-age=86400,public"),
            ] as [(String, [String: String], String?)])
        func `a lifetime is that of the address, else that of the server`(
            options: String, variables: [String: String], expected: String?
        ) async throws {
            let head = try await answer(options, variables)
            #expect(head.status == .ok)
            #expect(head.headerFields[.cacheControl] == expected)
            #expect((head.headerFields[.expires] == nil) == (expected == nil))
        }

        @Test func `each failure has thumbor's status`() {
            #expect(
                FailureCases.statuses(of: ThumborAnswers()) == [
                    304, 400, 400, 405, 403, 400, 400, 400, 400, 400, 400, 400, 400, 404, 404, 404,
                    404, 404, 404, 404, 504, 404, 504, 502, 400, 502, 400, 400, 400, 400, 429, 499,
                    503, 500,
                ])
            #expect(FailureCases.text(.broken, ThumborAnswers()) == "Broken or unsupported image")
        }

        @Test func `a tag has 40 digits, the last ones those of the number of bytes`() {
            let source = AnsweredSource(fields: [:], lifetime: nil, now: 0)
            let digest = String(repeating: "ab", count: 32)
            let picture = AnsweredPicture(
                tag: "\"\(digest)\"", byteCount: 255, directives: "", source: source)
            let tag = "\"\(digest.prefix(32))000000ff\""
            #expect(ThumborAnswers().tag(of: picture) == tag)
            #expect(ThumborAnswers().fields(of: picture)["ETag"] == tag)
        }

        @Test func `an address may state a longer lifetime than the server`() {
            #expect(ThumborAnswers().lifetime(stated: .max) == .max)
            let source = AnsweredSource(fields: [:], lifetime: 60, now: 60)
            let fields = ThumborAnswers().fields(of: source)
            #expect(fields["Cache-Control"] == "max-age=60,public")
            #expect(fields["Expires"] == "Thu, 01 Jan 1970 00:02:00 GMT")
        }

        @Test func `a description has the sizes of source and target`() {
            let info = AnsweredInfo(
                source: "http://a/\"b", size: (4, 3), frameCount: 2, resultSize: (2, 1))
            #expect(
                ThumborAnswers().description(of: info)
                    == #"{"thumbor":{"source":{"url":"http://a/\"b","width":4,"height":3,"#
                    + #""frameCount":2},"operations":[],"target":{"width":2,"height":1}}}"#)
        }

        @Test func `a tag is sent and compared unless the variable says no`() async throws {
            let tagged = try await answer("")
            let tag = try #require(tagged.headerFields[.eTag])
            #expect(try await answer("", [:], [.ifNoneMatch: tag]).status == .notModified)
            let off = ["THUMBOR_ENABLE_ETAGS": "False"]
            #expect(try await answer("", off).headerFields[.eTag] == nil)
            #expect(try await answer("", off, [.ifNoneMatch: tag]).status == .ok)
        }

        @Test func `a date of the source is sent if the variable says so`() async throws {
            let variables = ["THUMBOR_SEND_IF_MODIFIED_LAST_MODIFIED_HEADERS": "True"]
            #expect(try await answer("").headerFields[.lastModified] == nil)
            let rules = try ServerSettings(thumborEnvironment: variables).answers
            let source = AnsweredSource(fields: [:], lifetime: nil, now: 0)
            var picture = AnsweredPicture(
                tag: "\"a\"", byteCount: 1, directives: "", source: source)
            picture.lastModified = "Thu, 01 Jan 1970 00:01:00 GMT"
            #expect(rules.fields(of: picture)["Last-Modified"] == picture.lastModified)
            #expect(ThumborAnswers().fields(of: picture)["Last-Modified"] == nil)
        }
    }
#endif

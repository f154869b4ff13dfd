#if Server
    import HTTPTypes
    import HummingbirdCore
    import Testing
    import WebImageServer
    import WebImageURLs

    /// Fields of thumbor's answers, as thumbor 7.8 has them.
    struct ThumborAnswerTests {
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
            #expect(try ServerSettings(thumborEnvironment: variables).answers.tellsDates)
        }
    }
#endif

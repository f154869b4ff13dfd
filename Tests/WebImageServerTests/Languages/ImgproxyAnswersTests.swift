#if Server
    import FoundationEssentials
    import Testing
    import WebImageURLs

    @testable import WebImageServer

    /// The answers of imgproxy's addresses.
    struct ImgproxyAnswersTests {
        private func source(
            _ fields: [String: String] = [:], lifetime: Int? = nil, now: Int = 0
        ) -> AnsweredSource {
            AnsweredSource(fields: fields, lifetime: lifetime, now: now)
        }

        @Test func `each failure has imgproxy's status`() {
            #expect(
                FailureCases.statuses(of: ImgproxyAnswers()) == [
                    304, 400, 404, 404, 403, 404, 403, 404, 403, 404, 404, 404, 404, 404, 404, 499,
                    502, 502, 404, 404, 504, 422, 504, 502, 422, 422, 422, 422, 422, 422, 429, 499,
                    503, 500,
                ])
        }

        @Test func `reasons are told if the settings say so`() {
            var rules = ImgproxyAnswers()
            #expect(FailureCases.text(.late, rules) == "Timeout")
            rules.tellsReasons = true
            #expect(FailureCases.text(.late, rules) == "Timeout: a reason")
        }

        @Test(
            arguments: [
                ([:], nil, true, "max-age=31536000, public"),
                ([:], 9, true, "max-age=9, public"),
                ([:], 0, true, "max-age=31536000, public"),
                (["cache-control": "private"], 9, true, "max-age=9, public"),
                (["cache-control": "private"], nil, true, "private"),
                (["cache-control": "private"], nil, false, "max-age=31536000, public"),
                (
                    ["expires": "Thu, 01 Jan 1970 00:01:00 GMT"], nil, true, "max-age=40, public"
                ),
                (
                    ["expires": "Thu, 01 Jan 1970 00:00:20 GMT"], nil, true,
                    "max-age=31536000, public"
                ),
                (["expires": "0"], nil, true, "max-age=31536000, public"),
            ] as [([String: String], Int?, Bool, String)])
        func `a lifetime is the address's, the origin's if it passes, or the server's`(
            fields: [String: String], lifetime: Int?, passes: Bool, expected: String
        ) {
            var rules = ImgproxyAnswers()
            rules.passesCacheControl = passes
            let found = rules.fields(of: source(fields, lifetime: lifetime, now: 20))
            #expect(found["Cache-Control"] == expected)
        }

        @Test func `no lifetime at all forbids caches to use an answer unasked`() {
            var rules = ImgproxyAnswers()
            rules.lifetime = 0
            #expect(rules.fields(of: source())["Cache-Control"] == "no-cache")
            #expect(rules.lifetime(stated: 5) == 0)
        }

        @Test func `a tag is the origin's, with the text that makes former ones void`() {
            var rules = ImgproxyAnswers()
            let tagged = source(["etag": "\"a\""])
            #expect(rules.fields(of: tagged)["ETag"] == "\"a\"")
            rules.tagBuster = "b"
            let tag = rules.fields(of: tagged)["ETag"]
            #expect(tag == "\"b/ImEi\"")
            let client = AnswerConditions(ifNoneMatch: tag)
            #expect(rules.conditions(of: client).ifNoneMatch == "\"a\"")
            rules.tellsTags = false
            #expect(rules.fields(of: tagged)["ETag"] == nil)
            #expect(rules.conditions(of: client).ifNoneMatch == nil)
        }

        @Test(arguments: ["\"a\"", "\"c/ImEi\"", "\"b/ImEi", "\"b/!\"", "\"b/"])
        func `a tag without that text is none, and no date counts in its place`(tag: String) {
            var rules = ImgproxyAnswers()
            rules.tagBuster = "b"
            let client = AnswerConditions(
                ifNoneMatch: tag, ifModifiedSince: "Thu, 01 Jan 1970 00:01:00 GMT")
            #expect(rules.conditions(of: client) == AnswerConditions())
        }

        @Test(
            arguments: [
                (nil, "Thu, 01 Jan 1970 00:01:00 GMT"), (59, "Thu, 01 Jan 1970 00:01:00 GMT"),
                (60, "Thu, 01 Jan 1970 00:01:00 GMT"), (61, "Thu, 01 Jan 1970 00:01:01 GMT"),
            ] as [(Int?, String)])
        func `a date is the origin's, at least that of the settings`(least: Int?, shown: String) {
            var rules = ImgproxyAnswers()
            rules.dateBuster = least.map { Date(timeIntervalSince1970: Double($0)) }
            let date = "Thu, 01 Jan 1970 00:01:00 GMT"
            #expect(rules.fields(of: source(["last-modified": date]))["Last-Modified"] == shown)
            let client = AnswerConditions(ifModifiedSince: date)
            let counts = least.map { $0 <= 60 } ?? true
            #expect(rules.conditions(of: client).ifModifiedSince == (counts ? date : nil))
            rules.tellsDates = false
            #expect(rules.fields(of: source(["last-modified": date]))["Last-Modified"] == nil)
            #expect(rules.conditions(of: client) == AnswerConditions())
        }

        @Test func `a text that is no date is none`() {
            var rules = ImgproxyAnswers()
            #expect(rules.fields(of: source(["last-modified": "x"]))["Last-Modified"] == nil)
            rules.dateBuster = Date(timeIntervalSince1970: 0)
            let client = AnswerConditions(ifModifiedSince: "x")
            #expect(rules.conditions(of: client) == AnswerConditions())
        }
    }
#endif

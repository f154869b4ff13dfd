#if Server
    import FoundationEssentials
    import Testing
    import WebImage
    import WebImageURLs

    @testable import WebImageServer

    /// Conditions of clients (RFC 9110, section 13).
    struct ConditionsTests {
        private static let early = "Thu, 01 Jan 1970 00:00:10 GMT"
        private static let late = "Thu, 01 Jan 1970 00:00:20 GMT"
        private let now = Date(timeIntervalSince1970: 100)

        @Test func `the tags of all fields are one list`() {
            var fields = HeaderFields()
            fields.append("If-None-Match", "\"a\"")
            fields.append("if-none-match", "\"b\"")
            fields.append("If-Modified-Since", Self.early)
            let conditions = AnswerConditions(fields)
            #expect(conditions.ifNoneMatch == "\"a\", \"b\"")
            #expect(conditions.ifModifiedSince == Self.early)
            #expect(!conditions.isEmpty && AnswerConditions(HeaderFields()).isEmpty)
            #expect(!AnswerConditions(ifModifiedSince: Self.early).isEmpty)
            #expect(!AnswerConditions(ifNoneMatch: "*").isEmpty)
        }

        @Test(
            arguments: [
                ("\"a\"", "\"a\"", true), ("\"b\", \"a\"", "\"a\"", true), ("*", "\"a\"", true),
                ("W/\"a\"", "\"a\"", true), ("\"a\"", "W/\"a\"", true), ("\"a\"", "\"b\"", false),
                ("\"a\"", nil, false), ("*", nil, false),
            ] as [(String, String?, Bool)])
        func `a tag is compared weakly, and counts before a date`(
            asked: String, tag: String?, matches: Bool
        ) {
            let conditions = AnswerConditions(ifNoneMatch: asked, ifModifiedSince: Self.late)
            #expect(
                conditions.match(tag: tag, lastModified: Self.early, at: now) == matches)
        }

        @Test(
            arguments: [
                (early, early, true), (late, early, true), (early, late, false),
                (nil, early, false), (late, nil, false), ("x", early, false), (late, "x", false),
            ] as [(String?, String?, Bool)])
        func `a date is compared without a tag`(since: String?, date: String?, matches: Bool) {
            let conditions = AnswerConditions(ifModifiedSince: since)
            #expect(conditions.match(tag: "\"a\"", lastModified: date, at: now) == matches)
        }

        @Test func `the origin is asked under the same conditions`() {
            var fields: HeaderFields = ["If-None-Match": "old", "X": "y"]
            AnswerConditions(ifModifiedSince: Self.late).set(on: &fields)
            #expect(fields == ["If-None-Match": "old", "X": "y", "If-Modified-Since": Self.late])
            AnswerConditions(ifNoneMatch: "\"a\"").set(on: &fields)
            #expect(fields["If-None-Match"] == "\"a\"")
        }
    }
#endif

#if Server
    import Testing
    import WebImageServer
    import WebImageURLs

    /// The answers of the library's own addresses.
    struct WebImageAnswersTests {
        private let rules = WebImageAnswers()

        private func picture(
            _ directives: String = "", age: Int? = nil, fresh: Int? = nil, most: Int? = nil
        ) -> AnsweredPicture {
            let source = AnsweredSource(fields: [:], lifetime: most, now: 1_000)
            var picture = AnsweredPicture(
                tag: "\"tag\"", byteCount: 9, directives: directives, source: source)
            (picture.age, picture.freshness) = (age, fresh)
            return picture
        }

        @Test func `each failure has a status of its own`() {
            #expect(
                FailureCases.statuses(of: rules) == [
                    304, 400, 404, 405, 403, 400, 403, 400, 403, 410, 400, 403, 403, 502, 404, 499,
                    502, 502, 502, 502, 504, 502, 504, 502, 422, 422, 422, 422, 422, 422, 429, 499,
                    503, 500,
                ])
        }

        @Test(
            arguments: [
                (.route, #"{"title":"Not found","status":404,"detail":"a reason"}"#),
                (.method, #"{"title":"Method not allowed","status":405,"detail":"a reason"}"#),
                (.limit, #"{"title":"Invalid source image","status":422,"detail":"a reason"}"#),
                (.unreachable, #"{"title":"Source is unreachable","status":502}"#),
                (.server, #"{"title":"Internal error","status":500}"#),
                (
                    .refusedAddress,
                    #"{"title":"Invalid source URL","status":403,"#
                        + #""detail":"the host of the source is not allowed"}"#
                ),
            ] as [(AnswerFailure.Kind, String)])
        func `a failure is a problem of RFC 9457, with reasons of the client's own request`(
            kind: AnswerFailure.Kind, text: String
        ) {
            #expect(FailureCases.text(kind, rules) == text)
        }

        @Test(
            arguments: [
                (.route, "max-age=10"), (.broken, "max-age=10"), (.server, "no-store"),
                (.full(retryAfter: 1), "no-store"), (.unreachable, "no-store"),
            ] as [(AnswerFailure.Kind, String)])
        func `caches keep a failure of the client for 10 seconds, and no other`(
            kind: AnswerFailure.Kind, control: String
        ) {
            let answer = rules.answer(to: AnswerFailure(kind, ""))
            #expect(answer.fields["Cache-Control"] == control)
            #expect(answer.fields["Content-Type"] == "application/problem+json")
        }

        @Test(
            arguments: [
                ("", nil, nil, nil, "public, max-age=3600, stale"),
                ("", nil, 100, nil, "public, max-age=100, stale"),
                ("", 7, 100, nil, "public, max-age=107, stale"),
                ("", nil, 3, nil, "public, max-age=60, stale"),
                ("", nil, -9, nil, "public, max-age=60, stale"),
                ("", nil, .max, nil, "public, max-age=31536000, stale"),
                ("private, max-age=9", nil, 100, nil, "private, max-age=100, stale"),
                ("", nil, 100, 5, "public, max-age=5"), ("", nil, 5, 100, "public, max-age=60"),
                ("Must-Revalidate", nil, 100, nil, "public, max-age=100, must-revalidate"),
                ("proxy-revalidate", nil, 100, nil, "public, max-age=100, must-revalidate"),
                ("no-store, max-age=9", nil, 100, 5, "no-store"),
                (" NO-CACHE =\"a\"", nil, 100, 5, "no-cache"),
            ] as [(String, Int?, Int?, Int?, String)])
        func `a lifetime is the origin's within bounds`(
            directives: String, age: Int?, fresh: Int?, most: Int?, expected: String
        ) {
            let fields = rules.fields(
                of: picture(directives, age: age, fresh: fresh, most: most))
            let stale = "stale-while-revalidate=86400, stale-if-error=86400"
            #expect(
                fields["Cache-Control"]
                    == expected.replacing(", stale", with: ", \(stale)"))
            #expect(fields["ETag"] == "\"tag\"")
            #expect(fields["Age"] == age.map(String.init))
        }

        @Test(
            arguments: [
                ([:], nil, "public, max-age=3600"), ([:], 9, "public, max-age=9"),
                (["cache-control": "private, x"], 9, "private, max-age=9"),
                (["cache-control": "a, no-store"], 9, "no-store"),
                (["cache-control": "max-age=1"], nil, "max-age=1"),
            ] as [([String: String], Int?, String)])
        func `a source that passes through has the origin's directives`(
            fields: [String: String], lifetime: Int?, expected: String
        ) {
            var fields = fields
            fields["etag"] = "W/\"a\""
            let source = AnsweredSource(fields: fields, lifetime: lifetime, now: 0)
            #expect(rules.fields(of: source)["Cache-Control"] == expected)
            #expect(rules.fields(of: source)["ETag"] == "W/\"a\"")
            #expect(rules.fields(of: source)["Last-Modified"] == nil)
        }

        @Test func `a lifetime of an address only shortens`() {
            #expect(rules.lifetime(stated: 5) == 5)
            #expect(rules.lifetime(stated: .max) == 31_536_000)
        }

        @Test func `pages of other sites may show pictures`() {
            #expect(rules.commonFields["Cross-Origin-Resource-Policy"] == "cross-origin")
        }
    }
#endif

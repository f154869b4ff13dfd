#if Server
    import NIOHTTP1
    import Testing

    @testable import WebImageServer

    /// Heads of requests by RFC 9112.
    struct RequestHeadRulesTests {
        private func head(
            _ version: HTTPVersion = .http1_1, _ uri: String = "/", _ fields: [(String, String)]
        ) -> HTTPRequestHead {
            HTTPRequestHead(version: version, method: .GET, uri: uri, headers: HTTPHeaders(fields))
        }

        @Test(arguments: [
            (HTTPVersion.http1_1, [], false), (.http1_1, ["Close"], true),
            (.http1_1, ["a, close"], true), (.http1_1, ["a", "CLOSE"], true),
            (.http1_1, ["closed", "clos e"], false), (.http1_0, [], true),
            (.http1_0, ["Keep-Alive"], false), (.http1_0, ["keep-alive, close"], true),
        ])
        func `a connection ends by options and version`(
            version: HTTPVersion, options: [String], closes: Bool
        ) {
            let head = head(version, "/", options.map { ("connection", $0) })
            #expect(RequestHeadRules.closes(head) == closes)
        }

        @Test(
            arguments: [
                ([("Connection", "Upgrade, a"), ("Upgrade", "h2c")], true),
                ([("Connection", "Upgrade")], false), ([("Upgrade", "h2c")], false),
            ] as [([(String, String)], Bool)])
        func `a request for another protocol is the last one`(
            fields: [(String, String)], closes: Bool
        ) {
            #expect(RequestHeadRules.closes(head(.http1_1, "/", fields)) == closes)
        }

        @Test(arguments: [("a ", "a"), (" a:80\t", "a:80"), ("a b", nil), ("a b ", nil), ("", "")])
        func `blanks around a host are none of it`(text: String, host: String?) {
            var head = self.head(.http1_1, "/", [("Host", text)])
            let isTaken = (try? RequestHeadRules.apply(to: &head)) != nil
            #expect(isTaken == (host != nil))
            if let host { #expect(head.headers["Host"] == [host]) }
        }

        @Test(
            arguments: [
                ([], true), (["chunked"], true), (["Chunked \t"], true), (["xchunked"], false),
                (["gzip, chunked"], false), (["chunked", "chunked"], false), ([""], false),
                (["identity"], false), (["chunked,"], false),
            ] as [([String], Bool)])
        func `a body has chunks or no coding`(codings: [String], isRight: Bool) {
            var head = head(
                .http1_1, "/", [("Host", "a")] + codings.map { ("transfer-encoding", $0) })
            let isTaken = (try? RequestHeadRules.apply(to: &head)) != nil
            #expect(isTaken == isRight)
        }

        @Test(
            arguments: [
                ([], .noHost), ([("Host", "a"), ("host", "a")], .hosts),
                ([("Host", "a"), ("Host", "b")], .hosts), ([("Host", "a/b")], .host),
            ] as [([(String, String)], MalformedRequest)])
        func `a request has one host`(fields: [(String, String)], fault: MalformedRequest) {
            var head = self.head(.http1_1, "/", fields)
            #expect(throws: fault) { try RequestHeadRules.apply(to: &head) }
            head.version = .http1_0
            if fields.isEmpty {
                #expect(throws: Never.self) { try RequestHeadRules.apply(to: &head) }
            } else {
                #expect(throws: fault) { try RequestHeadRules.apply(to: &head) }
            }
        }

        @Test(arguments: ["http:///c", "http://u@b/c", "ftp://b/c", "*", "c", "", "http://"])
        func `a target is a path or a whole address`(uri: String) {
            var head = self.head(.http1_1, uri, [("Host", "a")])
            #expect(throws: MalformedRequest.target) { try RequestHeadRules.apply(to: &head) }
        }

        @Test(arguments: [(HTTPMethod.OPTIONS, "*"), (.CONNECT, "a:443"), (.GET, "/*")])
        func `other targets stay as they are`(method: HTTPMethod, uri: String) throws {
            var head = self.head(.http1_1, uri, [("Host", "a")])
            head.method = method
            try RequestHeadRules.apply(to: &head)
            #expect(head.uri == uri && head.headers["Host"] == ["a"])
        }

        @Test func `only HTTP/1 0 and 1 1 are spoken`() {
            var head = self.head(HTTPVersion(major: 1, minor: 2), "/", [("Host", "a")])
            #expect(throws: MalformedRequest.version) { try RequestHeadRules.apply(to: &head) }
        }

        @Test(arguments: [
            ("http://b/c?d", "/c?d", "b"), ("HTTPS://b:8", "/", "b:8"), ("http://b?d", "/?d", "b"),
        ])
        func `a whole address is split`(uri: String, path: String, host: String) throws {
            var head = head(.http1_1, uri, [("Host", "a")])
            try RequestHeadRules.apply(to: &head)
            #expect(head.uri == path && head.headers["Host"] == [host])
        }
    }

    /// The token of a field `Authorization`.
    struct BearerTokenTests {
        @Test(arguments: [
            ("Bearer a", "a"), ("bEARER   a ", "a"), ("Bearer a b", "a b"), ("Bearer", ""),
            ("Basic a", nil), ("Bearera", nil), ("", nil),
        ])
        func `the scheme has no case`(field: String, token: String?) {
            #expect(BearerToken(field).map { String($0.text) } == token)
        }
    }
#endif

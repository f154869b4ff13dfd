#if HTTP
    import CCurlShim
    import Testing
    import WebImageCaching
    import WebImageHTTP
    import WebImageLoading
    import WebImageTesting

    /// Answers that servers send against RFC 9110 and 9112, each with what is made of it.
    struct OddAnswerTests {
        /// The head and body of an answer, nil for the body `ok` or the kind of the failure, and
        /// the value of the field `X`.
        private static let rows:
            [(name: String, text: String, kind: LoadFailure.Kind?, x: String?)] = [
                (
                    "equal lengths",
                    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok", nil, nil
                ),
                (
                    "a list of equal lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok",
                    nil, nil
                ),
                (
                    "unequal lengths",
                    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok?",
                    .malformed, nil
                ),
                (
                    "a list of unequal lengths",
                    "HTTP/1.1 200 OK\r\nContent-Length: 3, 2\r\n\r\nok?", .malformed, nil
                ),
                (
                    "a folded field",
                    "HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 2\r\n\r\nok", nil, "a b"
                ),
                (
                    "more on the line that ends the head",
                    "HTTP/1.1 200 OK\r\nX: a\r\nContent-Length: 2\r\n\rX\r\nok", nil, "a"
                ),
                ("line ends of LF", "HTTP/1.1 200 OK\nX: a\nContent-Length: 2\n\nok", nil, "a"),
                (
                    "a coding and a length",
                    "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                    nil, nil
                ),
                (
                    "blanks behind a chunk's size",
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2  \r\nok\r\n0\r\n\r\n",
                    nil, nil
                ),
                (
                    "an extension of a chunk",
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nok\r\n0\r\n\r\n",
                    nil, nil
                ),
                (
                    "a blank before a colon",
                    "HTTP/1.1 200 OK\r\nX : a\r\nContent-Length: 2\r\n\r\nok", nil, "a"
                ),
                (
                    "odd names",
                    "HTTP/1.1 200 OK\r\na@b: 1\r\na/b: 1\r\na b: 1\r\n: 1\r\nContent-Length: 2\r\n\r\nok",
                    nil, nil
                ),
                (
                    "a name beyond ASCII",
                    "HTTP/1.1 200 OK\r\nX-é: 1\r\nContent-Length: 2\r\n\r\nok", nil, nil
                ),
                (
                    "a control character",
                    "HTTP/1.1 200 OK\r\nX: a\u{1}b\r\nContent-Length: 2\r\n\r\nok", nil, "a\u{1}b"
                ),
                ("a version of HTTP/2", "HTTP/2 200 OK\r\nContent-Length: 2\r\n\r\nok", nil, nil),
                (
                    "two blanks in the status line",
                    "HTTP/1.1  200 OK\r\nContent-Length: 2\r\n\r\nok", nil, nil
                ),
                (
                    "a line without a colon",
                    "HTTP/1.1 200 OK\r\nnothing\r\nContent-Length: 2\r\n\r\nok", .malformed, nil
                ),
                (
                    "a NUL", "HTTP/1.1 200 OK\r\nX: a\u{0}b\r\nContent-Length: 2\r\n\r\nok",
                    .malformed, nil
                ),
                ("no version", "ok\r\n\r\nok", .malformed, nil),
                ("a status of two digits", "HTTP/1.1 20 OK\r\n\r\nok", .malformed, nil),
                (
                    "a chunk without a size",
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\nok", .malformed, nil
                ),
                (
                    "a negative length", "HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nok",
                    .malformed, nil
                ),
            ]

        /// The answers that libcurl 8 refuses and libcurl 7.88 reads.
        private static var refused: [String] {
            guard ccurl_load() == nil,
                let library = ccurl().pointee.curl_version_info(CURLVERSION_TENTH),
                library.pointee.version_num >= 0x080000
            else { return [] }
            return ["a version of HTTP/2", "two blanks in the status line"]
        }

        @Test(arguments: 0..<rows.count)
        func `an odd answer is read as browsers do, or refused`(_ index: Int) async throws {
            let row = Self.rows[index]
            let kind = Self.refused.contains(row.name) ? .malformed : row.kind
            let origin = try OriginServer()
            origin.reply("/a", with: .garbage(Array(row.text.utf8)))
            let transport = CurlTransport()
            let failure = await loadFailure {
                let answer = try await transport.exchange(HTTPExchange(url: origin.url("/a")))
                #expect(answer.head.headers["X"] == row.x, "\(row.name)")
                #expect(try await answer.bytes() == Array("ok".utf8), "\(row.name)")
            }
            #expect(failure?.kind == kind, "\(row.name): \(failure as Any)")
        }
    }
#endif

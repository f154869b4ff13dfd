import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageOrigin
import WebImagePipeline
import WebImageRuntime

extension TransportTrial {
    /// The trials of correct responses.
    static let answers = [
        TransportTrial("a status is passed on with its head, whatever it is") { bench in
            for status in [200, 201, 206, 299, 400, 401, 403, 404, 410, 416, 429, 500, 503, 599] {
                let reply = OriginReply(
                    status: status, headers: [("X-Why", "\(status)")], body: [1])
                bench.origin.reply("/\(status)", with: reply)
                let response = try await bench.exchange("/\(status)")
                let head = response.head
                bench.expect(head.status == status, "\(head.status) instead of \(status)")
                bench.expect(head.headers["x-why"] == "\(status)", "\(status) without its field")
                bench.expect(head.url == bench.origin.url("/\(status)"), "the URL is \(head.url)")
                bench.expect(response.origin == .network, "the origin is \(response.origin)")
                bench.expect(try await response.bytes() == [1], "\(status) without its body")
            }
        },
        TransportTrial("a body with a length arrives whole and announces it") { bench in
            let body = TransportBench.pattern(100_000)
            bench.origin.reply("/a", with: OriginReply(body: body))
            let response = try await bench.exchange("/a")
            bench.expect(
                response.expectedByteCount == 100_000, "\(response.expectedByteCount ?? -1)")
            bench.expect(try await response.bytes() == body, "the bytes differ")
        },
        TransportTrial("a body without a length arrives whole and announces none") { bench in
            let reply = OriginReply(body: TransportBench.pattern(20_000))
            bench.origin.reply("/chunks", with: reply.chunked(size: 1000))
            bench.origin.reply("/bytes", with: OriginReply(body: [1, 2, 3]).chunked(size: 1))
            bench.origin.reply("/close", with: reply.withoutLength())
            for (path, count) in [("/chunks", 20_000), ("/bytes", 3), ("/close", 20_000)] {
                let response = try await bench.exchange(path)
                bench.expect(response.expectedByteCount == nil, "\(path) announces a length")
                bench.expect(try await response.bytes().count == count, "\(path) is not whole")
            }
        },
        TransportTrial("an empty body has no chunks") { bench in
            bench.origin.reply("/a", with: OriginReply())
            bench.origin.reply("/b", with: OriginReply().chunked(size: 1))
            for path in ["/a", "/b"] {
                for try await _ in try await bench.exchange(path).chunks {
                    bench.complain("\(path) has a chunk")
                }
            }
        },
        TransportTrial("HEAD, 204 and 304 have no body, whatever they announce") { bench in
            bench.origin.reply("/head", with: OriginReply(body: TransportBench.pattern(1000)))
            let head = try await bench.exchange("/head", method: "HEAD")
            bench.expect(head.head.headers["Content-Length"] == "1000", "the length is lost")
            bench.expect(head.expectedByteCount == 0, "HEAD announces a body")
            bench.expect(try await head.bytes().isEmpty, "HEAD has a body")
            for status in [204, 304] {
                bench.origin.reply(
                    "/\(status)", with: OriginReply(status: status, headers: [("ETag", "\"x\"")]))
                let response = try await bench.exchange(
                    "/\(status)", headers: ["If-None-Match": "\"x\""])
                bench.expect(response.head.status == status, "\(response.head.status)")
                bench.expect(response.head.headers["ETag"] == "\"x\"", "\(status) without ETag")
                bench.expect(try await response.bytes().isEmpty, "\(status) has a body")
            }
        },
        TransportTrial("a redirect is passed on, not followed") { bench in
            bench.origin.reply("/b", with: OriginReply())
            for status in [301, 302, 303, 307, 308] {
                bench.origin.reply("/\(status)", with: .redirect(to: "/b", status: status))
                let response = try await bench.exchange("/\(status)")
                bench.expect(response.head.status == status, "\(response.head.status)")
                bench.expect(response.head.headers["Location"] == "/b", "\(status): no Location")
                _ = try await response.bytes()
            }
            bench.expect(bench.origin.requestCount("/b") == 0, "a redirect was followed")
        },
        TransportTrial("repeated fields all arrive, in order or joined") { bench in
            let fields = [("X-Many", "1"), ("X-Other", "a"), ("X-Many", "2"), ("X-Many", "3")]
            bench.origin.reply("/a", with: OriginReply(headers: fields))
            let values = try await bench.exchange("/a").head.headers.values("X-Many")
            let joined = values.joined(separator: ",").filter { $0 != " " }
            bench.expect(joined == "1,2,3", "got \(values)")
        },
        TransportTrial("fields of one name arrive in order, whatever their case") { bench in
            let fields = [("X-Many", "1"), ("x-many", "2"), ("X-MANY", "3"), ("X-Many", "4")]
            bench.origin.reply("/a", with: OriginReply(headers: fields))
            let values = try await bench.exchange("/a").head.headers.values("X-Many")
            let joined = values.joined(separator: ",").filter { $0 != " " }
            bench.expect(joined == "1,2,3,4", "got \(values)")
        },
        TransportTrial("odd fields arrive or are refused, and nothing else happens") { bench in
            let heads = [
                "X-Folded: 1\r\n 2", "X-High: \u{e4}", "X-Empty:", "X-Spaces:  \t a \t ",
                "x y: 1", ": 1", "X-Null: a\u{0}b", "no colon",
            ]
            for (index, field) in heads.enumerated() {
                let text = "HTTP/1.1 200 OK\r\n\(field)\r\nContent-Length: 1\r\n\r\nx"
                bench.origin.reply("/\(index)", with: .garbage(Array(text.utf8)))
                do {
                    let bytes = try await bench.bytes("/\(index)")
                    bench.expect(bytes == Array("x".utf8), "'\(field)': \(bytes)")
                } catch let failure as LoadFailure {
                    bench.expect(failure.kind == .malformed, "'\(field)': \(failure)")
                }
            }
        },
        TransportTrial("bytes beyond ASCII in a head do no harm") { bench in
            for (index, line) in ["X-High: ", "X"].enumerated() {
                // Latin-1 bytes, which are invalid UTF-8.
                let start = index == 0 ? "HTTP/1.1 200 OK\r\n\(line)" : "HTTP/1.1 200 \(line)"
                let end = "\r\nContent-Length: 1\r\n\r\nx"
                let bytes = Array(start.utf8) + [0xe4, 0xff] + Array(end.utf8)
                bench.origin.reply("/\(index)", with: .garbage(bytes))
                do {
                    let body = try await bench.bytes("/\(index)")
                    bench.expect(body == Array("x".utf8), "\(body)")
                } catch let failure as LoadFailure {
                    bench.expect(failure.kind == .malformed, "\(failure)")
                }
            }
        },
        TransportTrial("a status line without a reason phrase is accepted") { bench in
            let text = "HTTP/1.1 200\r\nContent-Length: 1\r\n\r\nx"
            bench.origin.reply("/a", with: .garbage(Array(text.utf8)))
            bench.expect(try await bench.bytes("/a") == Array("x".utf8), "the bytes differ")
        },
        TransportTrial("interim responses are skipped") { bench in
            for interim in ["100 Continue\r\n", "103 Early Hints\r\nX-Early: 1\r\n"] {
                let text = "HTTP/1.1 \(interim)\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"
                bench.origin.reply("/a", with: .garbage(Array(text.utf8)))
                let response = try await bench.exchange("/a")
                bench.expect(response.head.status == 200, "\(response.head.status)")
                bench.expect(
                    response.head.headers["X-Early"] == nil,
                    "a field of the interim response was delivered")
                bench.expect(try await response.bytes() == Array("x".utf8), "the bytes differ")
            }
        },
        TransportTrial("a thousand fields arrive or are refused") { bench in
            let fields = (0..<1000).map { ("X-Field-\($0)", "\($0)") }
            bench.origin.reply("/a", with: OriginReply(headers: fields, body: [1]))
            do {
                let response = try await bench.exchange("/a")
                let isThere = response.head.headers["X-Field-999"] == "999"
                bench.expect(isThere, "the last of a thousand fields is lost")
                bench.expect(try await response.bytes() == [1], "the body is lost")
            } catch let failure as LoadFailure {
                bench.expect([.malformed, .tooLarge].contains(failure.kind), "\(failure)")
            }
        },
        TransportTrial("slow bytes arrive as long as they come") { bench in
            let body = TransportBench.pattern(40)
            // The whole body takes longer than the time-out, a byte only on a busy machine: retry
            // slower.
            for pace in [1, 5, 20] {
                let reply = OriginReply(body: body)
                    .slowly(chunk: 1, every: .milliseconds(100 * pace))
                bench.origin.reply("/a", with: reply)
                let limits = LoadLimits(idleTimeout: .seconds(3 * pace))
                do {
                    let bytes = try await bench.bytes("/a", limits: limits)
                    return bench.expect(bytes == body, "the bytes differ")
                } catch let failure as LoadFailure where failure.kind == .timedOut && pace < 20 {}
            }
        },
        TransportTrial("the first bytes are there before the last") { bench in
            bench.origin.reply(
                "/a", with: OriginReply(body: TransportBench.pattern(100_000)).held(after: 50_000))
            var count = 0
            for try await chunk in try await bench.exchange("/a").chunks {
                if count == 0 { bench.origin.release("/a") }
                count += chunk.count
            }
            bench.expect(count == 100_000, "\(count) bytes")
        },
        TransportTrial("a body that is not read is not received whole") { bench in
            // More than the system's buffers between client and server hold.
            let body = [UInt8](repeating: 7, count: 48 << 20)
            bench.origin.reply("/unread", with: OriginReply(body: body))
            bench.origin.reply("/read", with: OriginReply(body: body))
            let unread = try await bench.exchange("/unread")
            // During this time, a transport that reads ahead would have read the other one too.
            let count = try await bench.bytes("/read").count
            bench.expect(count == body.count, "\(count) bytes of \(body.count)")
            withExtendedLifetime(unread) {}
            try await Self.leave(unread)
            await bench.expectSoon("48 MB were received although nothing was read") {
                $0.abortedCount("/unread") == 1
            }
        },
    ]

    /// Reads one chunk and releases the body.
    static func leave(_ response: consuming LoadedBody) async throws {
        for try await _ in response.chunks { break }
    }
}

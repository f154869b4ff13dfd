import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageOrigin
import WebImagePipeline

extension TransportTrial {
    /// The trials of the requests that reach the server.
    static let requests = [
        TransportTrial("method, path, query and fields are sent as they are") { bench in
            bench.origin.reply("/a", with: OriginReply())
            let fields: HeaderFields = [
                "X-Own": "1", "Accept": "image/png", "User-Agent": "me", "If-None-Match": "\"x\"",
                "Range": "bytes=1-2", "Cookie": "a=b", "Authorization": "Bearer x",
            ]
            for method in ["GET", "POST", "PUT", "DELETE", "OPTIONS", "REPORT"] {
                _ = try await bench.exchange("/a?q=%20&r", method: method, headers: fields).bytes()
                let request = bench.origin.requests.last
                bench.expect(request?.method == method, "\(method) became \(request?.method ?? "")")
                bench.expect(request?.path == "/a?q=%20&r", "path \(request?.path ?? "")")
                for field in fields.fields {
                    let value = request?[field.name]
                    bench.expect(value == field.value, "\(field.name): \(value ?? "none")")
                }
                let host = "127.0.0.1:\(bench.origin.port)"
                bench.expect(request?["Host"] == host, "Host: \(request?["Host"] ?? "none")")
            }
        },
        TransportTrial("cookies of a response are not sent back") { bench in
            bench.origin.reply("/a", with: OriginReply(headers: [("Set-Cookie", "a=b; Path=/")]))
            for _ in 0..<2 { _ = try await bench.bytes("/a") }
            bench.expect(bench.origin.requests.last?["Cookie"] == nil, "a cookie was sent")
        },
        TransportTrial("nothing is answered from a cache") { bench in
            let fields = [("Cache-Control", "max-age=3600"), ("ETag", "\"x\"")]
            bench.origin.reply("/a", with: OriginReply(headers: fields, body: [1]))
            for _ in 0..<3 { _ = try await bench.bytes("/a") }
            bench.expect(bench.origin.requestCount("/a") == 3, "a response came from a cache")
            let conditions = bench.origin.requests.compactMap { $0["If-None-Match"] }
            bench.expect(conditions.isEmpty, "a conditional header field was added")
        },
        TransportTrial("a body of bytes arrives with its length") { bench in
            bench.origin.reply("/a", with: OriginReply())
            for count in [0, 1, 3, 70_000, 16 << 20] {
                let body = TransportBench.pattern(count)
                let sent = RequestBody(ByteBlock(copying: body))
                _ = try await bench.exchange("/a", method: "POST", body: sent).bytes()
                let request = bench.origin.requests.last
                bench.expect(request?.body == body, "the \(count) bytes differ")
                let length = request?["Content-Length"]
                bench.expect(length == "\(count)", "\(count): length \(length ?? "none")")
            }
        },
        TransportTrial("a stream arrives whole, its length known or not") { bench in
            bench.origin.reply("/a", with: OriginReply())
            let blocks = (0..<64).map { ByteBlock(copying: [UInt8](repeating: $0, count: 30_000)) }
            let whole = (0..<64).flatMap { [UInt8](repeating: $0, count: 30_000) }
            for byteCount in [whole.count, nil] {
                let sent = RequestBody(identity: "blocks", byteCount: byteCount) {
                    BodyStream(blocks)
                }
                _ = try await bench.exchange("/a", method: "POST", body: sent).bytes()
                bench.expect(bench.origin.requests.last?.body == whole, "the bytes differ")
            }
        },
        TransportTrial("a stream that fails ends the exchange") { bench in
            struct Broken: Error {}
            bench.origin.reply("/a", with: OriginReply())
            let sent = RequestBody(identity: "broken", byteCount: 1000) {
                BodyStream(
                    AsyncThrowingStream { continuation in
                        continuation.yield(ByteBlock(copying: [1]))
                        continuation.finish(throwing: Broken())
                    })
            }
            do {
                _ = try await bench.exchange("/a", method: "POST", body: sent).bytes()
                bench.complain("the exchange went on without the body")
            } catch {}
            bench.expect(bench.origin.requests.isEmpty, "a truncated body was sent as a request")
        },
        TransportTrial("a method or field that would break the message is refused") { bench in
            bench.origin.reply("/a", with: OriginReply())
            let methods = ["", "GET /x HTTP/1.1\r\nX: y", "G T", "GÉT"]
            let fields: [HeaderFields] = [
                ["X": "a\r\nY: b"], ["X\r\nY": "a"], ["X": "a\nY: b"], ["": "a"], ["X Y": "a"],
                ["X:": "a"], ["X": "a\u{0}b"],
            ]
            for method in methods {
                await bench.expectRefusal("method '\(method)'") {
                    try await bench.exchange("/a", method: method)
                }
            }
            for field in fields {
                await bench.expectRefusal("field \(field.fields)") {
                    try await bench.exchange("/a", headers: field)
                }
            }
            bench.expect(bench.origin.requests.isEmpty, "a refused request was sent")
        },
        TransportTrial("a URL that is neither http nor https is refused") { bench in
            for url in ["", "cat.png", "http://", "ftp://127.0.0.1/", "file:///etc/passwd"] {
                await bench.expectRefusal(url) {
                    try await bench.transport.exchange(HTTPExchange(url: url))
                }
            }
        },
    ]
}

extension TransportBench {
    /// Records a violation unless `body` throws a `LoadFailure`.
    fileprivate func expectRefusal(
        _ what: String, _ body: () async throws -> LoadedBody
    ) async {
        do {
            _ = try await body()
            complain("\(what) was sent")
        } catch is LoadFailure {
        } catch {
            complain("\(what): \(error)")
        }
    }
}

import WebImageCaching
import WebImageLoading
import WebImageOrigin
import WebImagePipeline

extension TransportTrial {
    /// The trials of missing responses.
    static let failures = [
        TransportTrial("a closed port is a failed connection") { bench in
            let closed = try ClosedPort()
            let failure = await bench.expectFailure(
                .connectionFailed, at: closed.url("/a?secret"))
            withExtendedLifetime(closed) {}
            bench.expect(
                failure?.reason.contains("secret") != true, "the reason contains the query")
        },
        TransportTrial("a name without an address is a host not found") { bench in
            // A slow name server must not count as a time-out of the connection.
            await bench.expectFailure(
                .hostNotFound, at: "http://no-such-host.invalid/a",
                limits: LoadLimits(connectTimeout: .seconds(120)))
        },
        TransportTrial("a server without TLS is a TLS failure") { bench in
            await bench.expectFailure(.tls, at: "https://127.0.0.1:\(bench.origin.port)/a")
        },
        TransportTrial("silence is a time-out") { bench in
            let reply = OriginReply(body: TransportBench.pattern(100))
            bench.origin.reply("/head", with: reply.held())
            bench.origin.reply("/body", with: reply.stalling(after: 10))
            for (path, hasHead) in [("/head", false), ("/body", true)] {
                // On a busy machine the head may arrive too late, so longer times follow.
                for seconds in [2, 20, 60] {
                    let limits = LoadLimits(
                        connectTimeout: .seconds(seconds), idleTimeout: .seconds(seconds))
                    let failure = await bench.expectFailure(.timedOut, at: path, limits: limits)
                    let hasArrived = bench.origin.requestCount(path) > 0
                    if hasArrived, (failure?.head != nil) == hasHead { break }
                    bench.expect(seconds < 60, "\(path): the head")
                }
                await bench.expectSoon("\(path): the connection stays open") {
                    let count = $0.abortedCount(path)
                    return count > 0 && count == $0.requestCount(path)
                }
            }
        },
        TransportTrial("interim responses are skipped, up to a limit") { bench in
            let most = LoadLimits.maxInterimResponses
            let bytes = Array((interim(most) + final).utf8)
            bench.origin.reply("/few", with: .garbage(bytes))
            bench.expect(try await bench.bytes("/few") == Array("7".utf8), "the bytes differ")
            let flood = Array(interim(most + 1).utf8)
            bench.origin.reply("/many", with: .garbage(flood).stalling(after: flood.count))
            await bench.expectFailure(.tooLarge, at: "/many")
            await bench.expectSoon("the connection stays open") { $0.abortedCount("/many") == 1 }
        },
        TransportTrial("interim responses do not renew the wait for the head") { bench in
            let bytes = Array((interim(LoadLimits.maxInterimResponses) + final).utf8)
            let slow = OriginReply.garbage(bytes).slowly(
                chunk: interim(1).utf8.count, every: .milliseconds(100))
            bench.origin.reply("/a", with: slow.stalling(after: bytes.count))
            await bench.expectLateHead("/a")
        },
        TransportTrial("a head that comes byte by byte is a time-out") { bench in
            let bytes = Array(final.utf8)
            let slow = OriginReply.garbage(bytes).slowly(chunk: 1, every: .milliseconds(50))
            bench.origin.reply("/a", with: slow.stalling(after: bytes.count))
            await bench.expectLateHead("/a")
        },
        TransportTrial("a connection that is never established is a time-out") { bench in
            // A handshake without a response: no thread accepts, only the system does.
            let silent = try OriginSocket.listening()
            defer { silent.close() }
            let limits = LoadLimits(
                connectTimeout: .milliseconds(200), idleTimeout: .milliseconds(200))
            let url = "https://127.0.0.1:\(try silent.port())/a"
            await bench.expectFailure(.timedOut, at: url, limits: limits)
        },
        TransportTrial("a connection closed without an answer is truncated") { bench in
            bench.origin.reply("/a", with: OriginReply().droppingBeforeHead())
            let failure = await bench.expectFailure(.truncated, at: "/a")
            bench.expect(failure?.head == nil, "the failure has a head")
        },
        TransportTrial("a request that is not idempotent is not sent twice") { bench in
            bench.origin.reply("/a", with: OriginReply().droppingBeforeHead())
            await bench.expectFailure(.truncated, at: "/a", method: "POST")
            let count = bench.origin.requestCount("/a")
            bench.expect(count == 1, "the request was sent \(count) times")
        },
    ]

    private static let final = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n7"

    /// Returns `count` interim responses.
    private static func interim(_ count: Int) -> String {
        String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n", count: count)
    }

    /// The trials of responses that do not match their heads.
    static let damages = [
        TransportTrial("a connection that breaks off is truncated") { bench in
            let reply = OriginReply(body: TransportBench.pattern(1000)).dropping(after: 400)
            bench.origin.reply("/a", with: reply)
            let failure = await bench.expectFailure(.truncated, at: "/a?token=secret")
            bench.expect(failure?.head?.status == 200, "the head is lost")
            bench.expect(
                failure?.reason.contains("secret") == false, "the reason contains the query")
        },
        TransportTrial("a body shorter than announced is truncated") { bench in
            let reply = OriginReply(body: TransportBench.pattern(1000)).claimingLength(1001)
            bench.origin.reply("/a", with: reply)
            await bench.expectFailure(.truncated, at: "/a")
        },
        TransportTrial("chunks without an end are truncated") { bench in
            let reply = OriginReply(body: TransportBench.pattern(1000)).chunked(size: 100)
            bench.origin.reply("/a", with: reply.dropping(after: 500))
            await bench.expectFailure(.truncated, at: "/a")
        },
        TransportTrial("a body longer than announced ends where it was to end") { bench in
            let body = TransportBench.pattern(1000)
            bench.origin.reply("/a", with: OriginReply(body: body).claimingLength(900))
            bench.expect(try await bench.bytes("/a") == Array(body.prefix(900)), "the bytes differ")
            bench.origin.reply("/b", with: OriginReply(body: [5]))
            bench.expect(
                try await bench.bytes("/b") == [5],
                "the remaining bytes were taken for the next response")
        },
        TransportTrial("a response that is not HTTP is malformed") { bench in
            let texts = [
                "hello, I am not HTTP\r\n\r\n", "HTTP/9.9 what\r\n\r\n", "\u{0}\u{1}\u{2}",
                "HTTP/1.1 99999 X\r\n\r\n",
            ]
            for (index, text) in texts.enumerated() {
                bench.origin.reply("/\(index)", with: .garbage(Array(text.utf8)))
                await bench.expectFailure(.malformed, at: "/\(index)")
            }
        },
        TransportTrial("invalid chunks are malformed") { bench in
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            bench.origin.reply("/a", with: .garbage(Array((head + "zz\r\nabc\r\n").utf8)))
            await bench.expectFailure(.malformed, at: "/a")
        },
        TransportTrial("an announced length over the limit is refused at once") { bench in
            let reply = OriginReply(body: TransportBench.pattern(1000)).held(after: 0)
            bench.origin.reply("/a", with: reply)
            let failure = await bench.expectFailure(
                .tooLarge, at: "/a", limits: LoadLimits(maxBodyBytes: 999))
            bench.expect(failure?.head?.status == 200, "the head is lost")
            await bench.expectSoon("the connection stays open") { $0.abortedCount("/a") == 1 }
        },
        TransportTrial("a body that exceeds the limit is not read further") { bench in
            let reply = OriginReply(body: TransportBench.pattern(5000)).chunked(size: 500)
            bench.origin.reply("/a", with: reply)
            await bench.expectFailure(
                .tooLarge, at: "/a", limits: LoadLimits(maxBodyBytes: 4999))
            let whole = try await bench.bytes("/a", limits: LoadLimits(maxBodyBytes: 5000))
            bench.expect(whole.count == 5000, "\(whole.count) bytes within the limit")
        },
    ]
}

extension TransportBench {
    /// Records a violation unless the wait for the head of a path times out without a head.
    fileprivate func expectLateHead(_ path: String) async {
        let limits = LoadLimits(
            connectTimeout: .milliseconds(400), idleTimeout: .milliseconds(400))
        let failure = await expectFailure(.timedOut, at: path, limits: limits)
        expect(failure?.head == nil, "the failure has a head")
    }
}

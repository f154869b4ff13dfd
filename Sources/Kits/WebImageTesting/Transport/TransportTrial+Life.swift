import WebImageCaching
import WebImageLoading
import WebImageOrigin
import WebImagePipeline
import WebImageRuntime

extension TransportTrial {
    /// The trials of cancelling, leaving, shutting down and concurrent exchanges.
    static let lives = [
        TransportTrial("a cancelled task sends no request") { bench in
            bench.origin.reply("/a", with: OriginReply(body: [1]))
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await bench.bytes("/a")
            }
            await bench.expectCancellation(of: task)
        },
        TransportTrial("cancelling before the head closes the connection") { bench in
            bench.origin.reply("/a", with: OriginReply(body: [1]).held())
            let task = Task { try await bench.bytes("/a") }
            await bench.expectSoon("no request") { $0.requestCount("/a") == 1 }
            task.cancel()
            await bench.expectCancellation(of: task)
            await bench.expectSoon("the connection stays open") { $0.abortedCount("/a") == 1 }
        },
        TransportTrial("cancelling during the body closes the connection") { bench in
            let body = TransportBench.pattern(1000)
            bench.origin.reply("/a", with: OriginReply(body: body).stalling(after: 100))
            let response = try await bench.exchange("/a")
            let task = Task { try await response.bytes() }
            task.cancel()
            await bench.expectCancellation(of: task)
            await bench.expectSoon("the connection stays open") { $0.abortedCount("/a") == 1 }
        },
        TransportTrial("leaving the body early closes the connection") { bench in
            let body = TransportBench.pattern(1000)
            bench.origin.reply("/a", with: OriginReply(body: body).stalling(after: 100))
            try await leave(try await bench.exchange("/a"))
            await bench.expectSoon("the connection stays open") { $0.abortedCount("/a") == 1 }
        },
        TransportTrial("dropping an unread response closes the connection") { bench in
            let body = TransportBench.pattern(1000)
            bench.origin.reply("/a", with: OriginReply(body: body).stalling(after: 100))
            _ = try await bench.exchange("/a")
            await bench.expectSoon("the connection stays open") { $0.abortedCount("/a") == 1 }
        },
        TransportTrial("a second reader finds nothing") { bench in
            bench.origin.reply("/a", with: OriginReply(body: [1]))
            let response = try await bench.exchange("/a")
            bench.expect(try await response.bytes() == [1], "the first reader misses bytes")
            bench.expect(try await response.bytes().isEmpty, "a second reader finds bytes")
        },
        TransportTrial("connections are reused") { bench in
            bench.origin.reply("/a", with: OriginReply(body: [1]))
            for _ in 0..<3 { _ = try await bench.bytes("/a") }
            let count = bench.origin.openConnections
            bench.expect(count == 1, "\(count) connections")
        },
        TransportTrial("100 concurrent exchanges are all under way, and kept apart") { bench in
            for index in 0..<100 {
                let body = Array("body \(index)".utf8)
                bench.origin.reply("/\(index)", with: OriginReply(body: body).held())
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<100 {
                    group.addTask {
                        // The first ones wait until the last one has arrived, which may take long.
                        let limits = LoadLimits(
                            connectTimeout: .seconds(300), idleTimeout: .seconds(300))
                        let text = String(
                            decoding: try await bench.bytes("/\(index)", limits: limits),
                            as: UTF8.self)
                        bench.expect(text == "body \(index)", "\(index) got '\(text)'")
                    }
                }
                await bench.expectSoon("the exchanges wait for each other") {
                    $0.requests.count == 100
                }
                for index in 0..<100 { bench.origin.release("/\(index)") }
                try await group.waitForAll()
            }
        },
        TransportTrial("a transport may be shut down more than once, used or not") { bench in
            let unused = bench.makeTransport()
            await unused.shutdown()
            await unused.shutdown()
            bench.origin.reply("/a", with: OriginReply())
            _ = try await bench.bytes("/a")
            await bench.transport.shutdown()
            await bench.transport.shutdown()
            await bench.expectSoon("a connection stays open") { $0.openConnections == 0 }
        },
        TransportTrial("a transport that is shut down makes no exchange") { bench in
            bench.origin.reply("/a", with: OriginReply())
            await bench.transport.shutdown()
            await bench.expectFailure(.other, at: "/a")
            bench.expect(bench.origin.requests.isEmpty, "a request was sent")
        },
        TransportTrial("shutting down ends exchanges under way") { bench in
            let body = TransportBench.pattern(1000)
            bench.origin.reply("/head", with: OriginReply(body: body).held())
            bench.origin.reply("/body", with: OriginReply(body: body).stalling(after: 100))
            let response = try await bench.exchange("/body")
            async let head: LoadFailure? = bench.expectFailure(.other, at: "/head")
            await bench.expectSoon("no request") { $0.requestCount("/head") == 1 }
            await bench.transport.shutdown()
            _ = await head
            do {
                _ = try await response.bytes()
                bench.complain("a truncated body ended without an error")
            } catch {}
        },
        TransportTrial("a transport that is dropped closes its connections") { bench in
            bench.origin.reply("/a", with: OriginReply(body: [1]))
            try await use(bench.makeTransport(), bench.origin.url("/a"))
            await bench.expectSoon("a connection stays open") { $0.openConnections == 0 }
        },
        TransportTrial("a body outlives its transport") { bench in
            let body = TransportBench.pattern(1000)
            bench.origin.reply("/a", with: OriginReply(body: body).held(after: 100))
            let response = try await open(bench.makeTransport(), bench.origin.url("/a"))
            bench.origin.release("/a")
            bench.expect(try await response.bytes() == body, "the bytes differ")
        },
    ]

    private static func use(_ transport: consuming any HTTPTransport, _ url: String) async throws {
        _ = try await transport.exchange(HTTPExchange(url: url)).bytes()
    }

    private static func open(
        _ transport: consuming any HTTPTransport, _ url: String
    ) async throws -> LoadedBody {
        try await transport.exchange(HTTPExchange(url: url))
    }
}

extension TransportBench {
    fileprivate func expectCancellation(of task: Task<[UInt8], any Error>) async {
        switch await task.result {
        case .success: complain("it was not cancelled")
        case .failure(let error):
            expect(error is CancellationError, "expected a CancellationError, got \(error)")
        }
    }
}

#if HTTP
    import Glibc
    import Synchronization
    import Testing
    import WebImageCaching
    import WebImageCoding
    import WebImageHTTP
    import WebImageLoading
    import WebImagePipeline
    import WebImageTesting

    /// Request bodies: whole, in pieces, and broken.
    struct SentBodyTests {
        let fixture: Fixture
        var origin: OriginServer { fixture.origin }

        init() throws {
            fixture = try Fixture()
            fixture.origin.reply("/post", with: OriginReply(body: [7]))
        }

        /// Returns a body of pieces, optionally followed by an error.
        private static func body(
            _ pieces: Int, of byteCount: Int = 1 << 16, announcing announced: Int?,
            count: Counter = Counter(), failure: (any Error & Sendable)? = nil
        ) -> RequestBody {
            RequestBody(identity: "pieces", byteCount: announced) {
                let number = Counter()
                return BodyStream(
                    AsyncThrowingStream<ByteBlock, any Error>(unfolding: {
                        guard number.next() <= pieces else {
                            if let failure { throw failure }
                            return nil
                        }
                        _ = count.next()
                        return ByteBlock(copying: [UInt8](repeating: 5, count: byteCount))
                    }))
            }
        }

        private func post(
            _ body: RequestBody, _ limits: LoadLimits = LoadLimits(), to url: String? = nil
        ) async throws -> [UInt8] {
            try await fixture.transport.exchange(
                HTTPExchange(
                    url: url ?? origin.url("/post"), method: "POST", body: body, limits: limits)
            ).bytes()
        }

        @Test(.timeLimit(.minutes(10)), arguments: [true, false])
        func `a stream arrives whole, its length known or not`(isKnown: Bool) async throws {
            let all = 256 << 16
            let body = Self.body(256, announcing: isKnown ? all : nil)
            #expect(try await post(body) == [7])
            #expect(origin.requests.map(\.body.count) == [all])
        }

        @Test(.timeLimit(.minutes(5)), arguments: [nil, 4 << 16])
        func `a stream that fails ends the exchange with its failure`(
            announced: Int?
        ) async throws {
            let broken = LoadFailure(.fileUnreadable, "the disk is gone")
            let body = Self.body(2, announcing: announced, failure: broken)
            #expect(await loadFailure { try await post(body) } == broken)
            #expect(origin.requests.isEmpty)
            // The next exchange is not affected.
            #expect(try await post(RequestBody("again")) == [7])
        }

        @Test(.timeLimit(.minutes(5)), arguments: [(1, 2), (3, 2)])
        func `a stream of another length than announced is an error`(
            pieces: Int, announced: Int
        ) async throws {
            let body = Self.body(pieces, announcing: announced << 16)
            let failure = await loadFailure { try await post(body) }
            #expect(failure?.kind == .other)
            #expect(failure?.reason.contains("length") == true)
            // No more is sent than was announced.
            #expect(origin.requests.allSatisfy { $0.body.count == announced << 16 })
        }

        @Test(.timeLimit(.minutes(5)))
        func `a server that takes nothing lets no more of a stream be made`() async throws {
            let count = Counter()
            let body = Self.body(1 << 14, announcing: nil, count: count)
            let url = "http://127.0.0.1:\(try SilentPort.shared.get())/"
            // A busy machine may be slower than the time-out, which is then raised.
            for seconds in [1, 10, 100] where count.value == 0 {
                let failure = await loadFailure {
                    try await post(body, LoadLimits(idleTimeout: .seconds(seconds)), to: url)
                }
                #expect(failure?.kind == .timedOut)
            }
            // The body would have a gigabyte; the kernel buffers a few megabytes for a socket.
            #expect(count.value > 0 && count.value < 512)
        }

        @Test(.timeLimit(.minutes(5)), arguments: [1 << 15, 16 << 20])
        func `a server that takes nothing of a body of bytes is given up`(
            byteCount: Int
        ) async throws {
            let url = "http://127.0.0.1:\(try SilentPort.shared.get())/"
            let body = RequestBody(ByteBlock(copying: [UInt8](repeating: 1, count: byteCount)))
            let failure = await loadFailure {
                try await post(body, LoadLimits(idleTimeout: .seconds(1)), to: url)
            }
            // On a busy machine the client may report the end of the connection first.
            #expect(failure?.kind == .timedOut || failure?.kind == .truncated)
        }

        @Test(.timeLimit(.minutes(5)))
        func `cancelling while a body is sent ends the exchange`() async throws {
            let count = Counter()
            let body = Self.body(1 << 14, announcing: nil, count: count)
            let url = "http://127.0.0.1:\(try SilentPort.shared.get())/"
            let task = Task { try await post(body, to: url) }
            #expect(await eventually { count.value > 0 })
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    private final class Counter: Sendable {
        private let count = Atomic(0)
        var value: Int { count.load(ordering: .relaxed) }
        func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
    }
#endif

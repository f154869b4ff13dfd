#if HTTP
    import Glibc
    import Synchronization
    import TestSupport
    import Testing
    import WebImageCaching
    import WebImageCoding
    import WebImageHTTP
    import WebImageLoading

    /// Connections that a server closes without saying so.
    struct KeptConnectionTests {
        private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

        private final class Count: Sendable {
            private let count = Atomic(0)
            var value: Int { count.load(ordering: .sequentiallyConsistent) }
            func add() { count.add(1, ordering: .sequentiallyConsistent) }
        }

        /// Makes some exchanges at once; returns the number that failed.
        private static func failures(
            of count: Int, atOnce: Int, method: String = "GET", to port: Int,
            over transport: CurlTransport
        ) async -> Int {
            await withTaskGroup(of: Bool.self) { group in
                var (begun, failed) = (0, 0)
                while begun < count || !group.isEmpty {
                    if begun < count {
                        begun += 1
                        group.addTask {
                            let exchange = HTTPExchange(
                                url: "http://127.0.0.1:\(port)/a", method: method)
                            let bytes = try? await transport.exchange(exchange).bytes()
                            return bytes != Array("ok".utf8)
                        }
                        if begun < atOnce { continue }
                    }
                    if await group.next() == true { failed += 1 }
                }
                return failed
            }
        }

        @Test(.timeLimit(.minutes(5)))
        func `64 kept connections that all die at their next use fail no GET`() async throws {
            let (waiting, posts) = (Count(), Count())
            let server = try RawServer { connection, number in
                guard let head = connection.readHead() else { return }
                if head.hasPrefix("POST") {
                    posts.add()
                    return
                }
                if number < 64 {
                    // All first requests are under way at once, so that each has a connection.
                    waiting.add()
                    while waiting.value < 64 { usleep(1000) }
                    connection.write(Self.answer)
                    // Closes the connection when it is used again.
                    _ = connection.readHead()
                } else {
                    connection.write(Self.answer)
                    while connection.readHead() != nil { connection.write(Self.answer) }
                }
            }
            let transport = CurlTransport()
            let first = await Self.failures(of: 64, atOnce: 64, to: server.port, over: transport)
            #expect(first == 0)
            #expect(waiting.value == 64)
            let second = await Self.failures(of: 64, atOnce: 64, to: server.port, over: transport)
            #expect(second == 0)
            let sent = await Self.failures(
                of: 4, atOnce: 4, method: "POST", to: server.port, over: transport)
            #expect(sent == 4)
            #expect(posts.value == 4)
            await transport.shutdown()
        }

        @Test(.timeLimit(.minutes(5)), arguments: [(1, 0), (10, 0), (.max, 5000)])
        func `a server that closes after some answers or pauses fails no load`(
            answers: Int, pause: Int
        ) async throws {
            let server = try RawServer { connection, _ in
                var count = 0
                while count < answers, connection.readHead() != nil {
                    connection.write(Self.answer)
                    count += 1
                    if pause > 0 {
                        usleep(UInt32(pause))
                        if count % 3 == 0 { return }
                    }
                }
            }
            let transport = CurlTransport()
            let failed = await Self.failures(of: 1000, atOnce: 64, to: server.port, over: transport)
            #expect(failed == 0)
            await transport.shutdown()
        }
    }
#endif

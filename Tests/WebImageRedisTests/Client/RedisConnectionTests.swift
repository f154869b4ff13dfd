#if HTTP && os(Linux)
    import Foundation
    import Glibc
    import TestSupport
    import Testing
    import WebImageCaching
    import WebImageCoding

    @testable import WebImageRedis

    /// Peers that are no store, or a hostile one.
    struct RedisConnectionTests {
        private let key = CacheKey("a")
        private let events = EventList()

        private func cache(_ port: Int, _ account: String = "") throws -> RedisCache {
            let address = try #require(RedisAddress("redis://\(account)127.0.0.1:\(port)"))
            var limits = RedisLimits()
            limits.connectTimeout = .seconds(20)
            (limits.readTimeout, limits.writeTimeout) = (.milliseconds(400), .milliseconds(400))
            return RedisCache(address, limits: limits, events: events.add)
        }

        @Test(arguments: [
            "HTTP/1.1 400 Bad Request\r\n\r\n", "\u{0}\u{1}\u{2}\u{3}", "$2000000000\r\n",
            "*1000000\r\n",
            "$5\r\nabcdefgh", "$100\r\nabc", "+OK\r\n+OK\r\n+OK\r\n", ":1\r\n",
            "*2\r\n$1\r\na\r\n$1\r\nb\r\n",
            String(repeating: "a", count: 100_000), "",
        ])
        func `a reply that is none of the command is a miss in time`(_ text: String) throws {
            let server = try RawServer { connection, _ in
                guard connection.read() != nil else { return }
                connection.write(text)
                connection.drain()
            }
            let start = ContinuousClock.now
            #expect(try cache(server.port).reader(for: key) == nil)
            #expect(.now - start < .seconds(10))
        }

        @Test func `an endless line and an endless list are left`() throws {
            for piece in [String(repeating: "a", count: 9_000), "*1\r\n", "$0\r\n\r\n", "+\r\n"] {
                let server = try RawServer { connection, _ in
                    guard connection.read() != nil else { return }
                    connection.write(piece.first == "$" || piece.first == "+" ? "*16000\r\n" : "+")
                    while connection.write(piece) {}
                }
                #expect(try cache(server.port).reader(for: key) == nil)
            }
        }

        @Test func `bytes that drip end at the time of the whole reply`() throws {
            let server = try RawServer { connection, _ in
                guard connection.read() != nil else { return }
                connection.write("$1000\r\n")
                while connection.write("a") { usleep(20_000) }
            }
            let start = ContinuousClock.now
            #expect(try cache(server.port).reader(for: key) == nil)
            #expect(.milliseconds(390)...(.seconds(10)) ~= .now - start)
            #expect(
                events.texts.first?.hasSuffix("the reply takes longer than 0.4 seconds") == true)
        }

        @Test func `a peer that takes no bytes ends a store in time`() throws {
            let server = try RawServer { connection, _ in usleep(3_000_000) }
            let bytes = ByteBlock(copying: [UInt8](repeating: 1, count: 8_000_000))
            try cache(server.port).store(bytes, for: key, head: EntryHead(storedAt: Date()))
            #expect(events.texts.first?.hasSuffix("sending takes longer than 0.4 seconds") == true)
        }

        @Test func `a peer that closes at once is tried once more, then left`() throws {
            let server = try RawServer { _, _ in }
            let cache = try cache(server.port)
            for _ in 0..<100 { #expect(try cache.reader(for: key) == nil) }
            #expect(events.texts.first?.hasSuffix("the store closed the connection") == true)
            #expect(server.connectionCount < 10)
        }

        @Test func `secrets are in no event, even if the peer repeats them`() throws {
            let server = try RawServer { connection, _ in
                guard connection.read() != nil else { return }
                connection.write("-ERR unknown command 'AUTH', with args 'web' 's3cret'\r\n")
                connection.drain()
            }
            let cache = try cache(server.port, "web:s3cret@")
            #expect(try cache.reader(for: key) == nil)
            #expect(throws: DiskError.self) { try cache.remove(key) }
            let texts = events.texts + ["\(cache.identity)"]
            #expect(texts.count == 2 && texts[0].hasSuffix("the store answers ERR"))
            #expect(!texts.contains { $0.contains("s3cret") || $0.contains("web:") })
        }

        @Test func `a host that cannot be reached is a miss`() throws {
            for host in ["no-such-host.invalid", "127.0.0.1:1", "[::1]:1"] {
                let address = try #require(RedisAddress("redis://\(host)"))
                let list = EventList()
                #expect(try RedisCache(address, events: list.add).reader(for: key) == nil)
                #expect(list.all.count == 1)
            }
        }

        @Test func `commands and long values are sent as they are`() throws {
            let server = try RawServer { connection, _ in
                var text = ""
                while !text.hasSuffix("PX\r\n$2\r\n50\r\n"), let bytes = connection.read() {
                    text += String(decoding: bytes, as: UTF8.self)
                }
                connection.write("$\(text.utf8.count)\r\n\(text)\r\n")
                connection.drain()
            }
            let address = try #require(RedisAddress("redis://127.0.0.1:\(server.port)"))
            var limits = RedisLimits()
            (limits.connectTimeout, limits.readTimeout) = (.seconds(20), .seconds(20))
            let connection = try RedisConnection(to: address, limits)
            let value = ByteBlock(copying: "va\r\nlue".utf8)
            let command = RedisCommand(["SET", "ä b"], value: value, options: ["PX", "50"])
            let text = "*5\r\n$3\r\nSET\r\n$4\r\nä b\r\n$7\r\nva\r\nlue\r\n$2\r\nPX\r\n$2\r\n50\r\n"
            #expect(
                try connection.run([command], atMost: 1_000)
                    == [.bytes(ByteBlock(copying: text.utf8))])
        }
    }
#endif

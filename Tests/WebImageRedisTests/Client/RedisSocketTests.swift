#if HTTP && os(Linux)
    import Foundation
    import Glibc
    import TestSupport
    import Testing
    import WebImageCaching
    import WebImageCoding
    import WebImageOrigin

    @testable import WebImageRedis

    struct RedisSocketTests {
        private let key = CacheKey("a")
        private let head = EntryHead(storedAt: Date())
        private let events = EventList()

        /// Runs a test with a store that speaks TLS.
        ///
        /// - Parameter trusted: `true` for an address that trusts the authority of the tests.
        private func withSecureStore(
            _ certificate: String, trusted: Bool, _ body: (RedisAddress) throws -> Void
        ) throws {
            let folder = URL(filePath: "/tmp/webimage-redis-\(UInt64.random(in: 0 ... .max))")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let port = try ClosedPort().port
            let options = try RedisProcess.secure(port, certificate, in: folder)
            let server = try RedisProcess(options)
            try withExtendedLifetime(server) {
                let roots = trusted ? folder.appending(path: "ca-cert.pem").path : nil
                let text = "rediss://127.0.0.1:\(port)/1"
                try body(try #require(RedisAddress(text, trustRoots: roots)))
            }
        }

        private func cache(_ address: RedisAddress) -> RedisCache {
            var limits = RedisLimits()
            (limits.connectTimeout, limits.readTimeout, limits.writeTimeout) = (
                .seconds(20), .seconds(20), .seconds(20)
            )
            return RedisCache(address, limits: limits, events: events.add)
        }

        @Test(.enabled(if: RedisProcess.speaksTLS, "there is no redis-server with TLS"))
        func `entries of every size pass TLS`() throws {
            try withSecureStore(TestCertificates.issued, trusted: true) { address in
                let cache = cache(address)
                for count in [0, 1, 16_000, 70_000, 6_000_000] {
                    let bytes = ByteBlock(
                        copying: (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 >> 3) })
                    try cache.store(bytes, for: key, head: head)
                    #expect(try cache.reader(for: key)?.bytes == bytes)
                }
                try cache.remove(key)
                #expect(try cache.reader(for: key) == nil)
                #expect(events.all == [])
            }
        }

        @Test(.enabled(if: RedisProcess.speaksTLS, "there is no redis-server with TLS"))
        func `a certificate that nobody issued, or that is expired, is refused`() throws {
            for (certificate, trusts) in [
                (TestCertificates.issued, false), (TestCertificates.expired, true),
            ] {
                try withSecureStore(certificate, trusted: trusts) { address in
                    let found = try cache(address).reader(for: key)
                    #expect(found == nil)
                }
            }
            #expect(events.texts.count == 2)
            #expect(
                events.texts.allSatisfy {
                    $0.hasSuffix(
                        "cannot be reached: no trusted authority issued its certificate, or it has expired"
                    )
                })
        }

        @Test func `a peer without TLS, and roots that are missing, are a miss`() throws {
            let server = try RawServer { connection, _ in
                connection.write("-ERR no TLS\r\n")
                connection.drain()
            }
            for roots in [nil, "/nonexistent/roots.pem"] {
                let text = "rediss://127.0.0.1:\(server.port)"
                let address = try #require(RedisAddress(text, trustRoots: roots))
                #expect(try cache(address).reader(for: key) == nil)
            }
            #expect(events.texts.count == 2)
            #expect(events.texts.allSatisfy { $0.contains("cannot be reached: ") })
        }

        @Test func `a long entry may take longer than a short one`() throws {
            let bytes = ByteBlock(copying: [UInt8](repeating: 5, count: 60_000_000))
            let value = try StoredEntry(head: head, bytes: bytes).encoded(for: key)
            let server = try RawServer { connection, _ in
                guard connection.read() != nil else { return }
                connection.write("$\(value.count)\r\n")
                value.withUnsafeBytes { bytes in
                    for first in stride(from: 0, to: bytes.count, by: 10_000_000) {
                        usleep(900_000)
                        let end = min(first + 10_000_000, bytes.count)
                        connection.write(Array(bytes[first..<end]))
                    }
                }
                connection.write("\r\n")
                connection.drain()
            }
            let address = try #require(RedisAddress("redis://127.0.0.1:\(server.port)"))
            var limits = RedisLimits()
            (limits.connectTimeout, limits.readTimeout) = (.seconds(20), .seconds(5))
            limits.maxEntryBytes = 64 << 20
            let cache = RedisCache(address, limits: limits, events: events.add)
            #expect(try cache.find(key, atMost: .max).entry?.bytes == bytes)
            #expect(events.all == [])
        }
    }
#endif

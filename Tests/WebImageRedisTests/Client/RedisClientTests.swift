#if HTTP && os(Linux)
    import Foundation
    import Glibc
    import TestSupport
    import Testing
    import WebImageCaching
    import WebImageCoding

    @testable import WebImageRedis

    /// The faults of a real server, which is a process of its own in each test.
    @Suite(
        .enabled(if: RedisProcess.isInstalled, "there is no redis-server (scripts/bootstrap test)"))
    struct RedisClientTests {
        private let key = CacheKey("a")
        private let head = EntryHead(storedAt: Date())
        private let bytes = ByteBlock(copying: [1, 2, 3])
        private let events = EventList()

        /// The limits of a store that answers, on a machine that is busy.
        private static let patience = {
            var limits = RedisLimits()
            (limits.connectTimeout, limits.readTimeout, limits.writeTimeout) = (
                .seconds(20), .seconds(20), .seconds(20)
            )
            return limits
        }()

        private func cache(
            _ server: RedisProcess, account: String = "", pause: Duration = .milliseconds(50),
            timeout: Duration = .milliseconds(300)
        ) throws -> RedisCache {
            var limits = RedisLimits()
            (limits.connectTimeout, limits.readTimeout, limits.writeTimeout) = (
                timeout, timeout, timeout
            )
            limits.pauses = pause...(pause * 1_000)
            return RedisCache(try server.address(account), limits: limits, events: events.add)
        }

        /// Asks until there is a hit.
        private func findsAgain(_ cache: RedisCache) throws -> Bool {
            for _ in 0..<600 {
                if try cache.reader(for: key) != nil { return true }
                usleep(50_000)
            }
            return false
        }

        @Test func `a frozen store costs one wait, then nothing, and is used again when it wakes`()
            throws
        {
            let server = try RedisProcess()
            let cache = try cache(server, pause: .seconds(60))
            try cache.store(bytes, for: key, head: head)
            server.signal(SIGSTOP)
            defer { server.signal(SIGCONT) }
            let start = ContinuousClock.now
            #expect(try cache.reader(for: key) == nil)
            #expect(.milliseconds(290)...(.seconds(10)) ~= .now - start)
            let second = ContinuousClock.now
            for _ in 0..<1_000 { #expect(try cache.reader(for: key) == nil) }
            try cache.store(bytes, for: key, head: head)
            #expect(.now - second < .milliseconds(290))
            #expect(events.texts.count == 1)
            #expect(events.texts[0].hasSuffix("the reply takes longer than 0.3 seconds"))
            server.signal(SIGCONT)
            let other = try self.cache(server, timeout: .seconds(20))
            #expect(try findsAgain(other))
        }

        @Test func `pauses grow while a store stays frozen, and end when it wakes`() throws {
            let server = try RedisProcess()
            let cache = try cache(server, timeout: .milliseconds(500))
            try cache.store(bytes, for: key, head: head)
            server.signal(SIGSTOP)
            for _ in 0..<1_000 where events.all.count < 4 {
                _ = try cache.reader(for: key)
                usleep(10_000)
            }
            server.signal(SIGCONT)
            #expect(try findsAgain(cache))
            let pauses = events.all.compactMap { event -> Duration? in
                if case .paused(_, let pause) = event { pause } else { nil }
            }
            #expect(
                pauses.prefix(4) == [
                    .milliseconds(50), .milliseconds(100), .milliseconds(200), .milliseconds(400),
                ])
            #expect(events.all.last == .resumed)
        }

        @Test func `many threads wait for a frozen store at most its time each`() async throws {
            let server = try RedisProcess()
            let cache = try cache(server, pause: .seconds(60))
            try cache.store(bytes, for: key, head: head)
            server.signal(SIGSTOP)
            defer { server.signal(SIGCONT) }
            await withTaskGroup { group in
                for _ in 0..<100 {
                    group.addTask {
                        await withCheckedContinuation { continuation in
                            Thread.detachNewThread {
                                let start = ContinuousClock.now
                                #expect((try? cache.find(key, atMost: 0))?.entry == nil)
                                #expect(.now - start < .seconds(8))
                                continuation.resume()
                            }
                        }
                    }
                }
            }
            #expect(events.all.count == 1)
        }

        @Test func `a store that is killed and started again is used again`() throws {
            let server = try RedisProcess()
            let cache = try cache(server, timeout: .seconds(20))
            try cache.store(bytes, for: key, head: head)
            server.kill()
            #expect(try cache.reader(for: key) == nil)
            #expect(throws: DiskError.self) { try cache.remove(key) }
            #expect(throws: DiskError.self) { try cache.removeAll() }
            #expect(throws: DiskError.self) { try cache.usage() }
            try server.start()
            for _ in 0..<3_000 where (try? cache.usage()) == nil { usleep(20_000) }
            try cache.store(bytes, for: key, head: head)
            #expect(try cache.reader(for: key)?.bytes == bytes)
            #expect(events.all.last == .resumed)
        }

        @Test func `a restart between two calls costs no event`() throws {
            let server = try RedisProcess()
            let cache = try cache(server, timeout: .seconds(20))
            try cache.store(bytes, for: key, head: head)
            server.kill()
            try server.start()
            try cache.store(bytes, for: key, head: head)
            #expect(try cache.reader(for: key)?.bytes == bytes)
            #expect(events.all == [])
        }

        @Test func `a full store refuses entries, tells it once and answers on`() throws {
            let server = try RedisProcess([
                "--maxmemory", "3mb", "--maxmemory-policy", "noeviction",
            ])
            let cache = try cache(server, pause: .seconds(60), timeout: .seconds(20))
            try cache.store(bytes, for: key, head: head)
            let large = ByteBlock(copying: [UInt8](repeating: 7, count: 500_000))
            for number in 0..<20 { try cache.store(large, for: CacheKey("\(number)"), head: head) }
            #expect(events.texts.count == 1)
            #expect(events.texts[0].hasSuffix("the store answers OOM"))
            #expect(try cache.reader(for: key)?.bytes == bytes)
            #expect(try cache.usage().entryCount < 10)
            try cache.remove(key)
            #expect(try cache.reader(for: key) == nil)
        }

        @Test func `a store that sleeps is a miss`() throws {
            let server = try RedisProcess()
            let cache = try cache(server)
            try cache.store(bytes, for: key, head: head)
            let sleep = Thread { _ = RawClient(port: server.port)?.ask(["DEBUG", "SLEEP", "1"]) }
            sleep.start()
            usleep(200_000)
            #expect(try cache.reader(for: key) == nil)
            #expect(try findsAgain(cache))
        }

        @Test func `a store that is starting is a miss`() throws {
            let loading = try RawServer { connection, _ in
                while connection.read() != nil {
                    connection.write("-LOADING Redis is loading the dataset in memory\r\n")
                }
            }
            let address = try #require(RedisAddress("redis://127.0.0.1:\(loading.port)"))
            let cache = RedisCache(address, limits: Self.patience, events: events.add)
            #expect(try cache.reader(for: key) == nil)
            #expect(events.texts.first?.hasSuffix("the store answers LOADING") == true)
        }

        @Test func `the account and the database are used`() throws {
            let server = try RedisProcess([
                "--user", "default", "off", "--user", "web", "on", ">p@ss", "~*", "+@all",
            ])
            let address = try #require(
                RedisAddress("redis://web:p%40ss@127.0.0.1:\(server.port)/3"))
            let cache = RedisCache(address, limits: Self.patience, events: events.add)
            try cache.store(bytes, for: key, head: head)
            #expect(try cache.reader(for: key)?.bytes == bytes)
            let other = try self.cache(server, account: "web:p%40ss@", timeout: .seconds(20))
            #expect(try other.reader(for: key) == nil)
            #expect(events.all == [])
            let wrong = try self.cache(server, account: "web:pass@", timeout: .seconds(20))
            #expect(try wrong.reader(for: key) == nil)
            #expect(events.texts.first?.hasSuffix("the store answers WRONGPASS") == true)
        }
    }
#endif

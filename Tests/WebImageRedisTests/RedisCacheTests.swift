#if HTTP && os(Linux)
    import Foundation
    import TestSupport
    import Testing
    import WebImageCaching
    import WebImageCoding
    import WebImageTesting
    import WebImageTiers

    @testable import WebImageRedis

    /// The cache with a real server; skipped without one.
    @Suite(
        .enabled(if: RedisProcess.isInstalled, "there is no redis-server (scripts/bootstrap test)"))
    struct RedisCacheTests {
        private let server: RedisProcess
        private let prefix = UUID().uuidString
        private let key = CacheKey("a")
        private let events = EventList()

        init() throws { server = try #require(RedisProcess.shared) }

        private func cache(
            _ prefix: String? = nil, _ change: (inout RedisLimits) -> Void = { _ in }
        ) throws -> RedisCache {
            var limits = RedisLimits()
            // The machine of the tests is busy.
            (limits.connectTimeout, limits.readTimeout, limits.writeTimeout) =
                (.seconds(20), .seconds(20), .seconds(20))
            change(&limits)
            return RedisCache(
                try server.address(), prefix: prefix ?? self.prefix, limits: limits,
                events: events.add)
        }

        @Test(arguments: DataCacheConformance.trials)
        func `it keeps the promises of a cache`(_ trial: DataCacheTrial) async throws {
            let kit = DataCacheConformance { [self] place in try cache("[\(prefix)]*:\(place)") }
            #expect(await kit.violations(in: trial) == [])
            #expect(events.texts == [])
        }

        @Test(arguments: DataCacheConformance.trials)
        func `behind a folder it keeps them, too`(_ trial: DataCacheTrial) async throws {
            let folder = try DiskFolder()
            let kit = DataCacheConformance { [self] place in
                TieredCache(
                    [
                        DiskCache(folder: "\(folder.path)/\(place)"),
                        try cache("\(prefix):\(place)"),
                    ],
                    store: .serial, promotes: true)
            }
            #expect(await kit.violations(in: trial) == [])
            #expect(events.texts == [])
        }

        /// The name of the value of the key.
        private var name: String { "\(prefix):\(key.digest)" }

        private func stored(in cache: RedisCache) throws -> ByteBlock {
            let bytes = ByteBlock(copying: noise(5_000))
            try cache.store(bytes, for: key, head: EntryHead(storedAt: Date()))
            return bytes
        }

        @Test(arguments: [
            (["SETRANGE", "3", "x"], EntryDamage.Reason.start), (["SETRANGE", "50", "xx"], .head),
            (["SETRANGE", "2000", "xx"], .body), (["APPEND", "x"], .length),
            (["SET", "another program's"], .length),
            (["SET", String(repeating: "y", count: 90)], .start),
        ])
        func `a value that was altered is a miss, told and removed`(
            _ change: [String], _ reason: EntryDamage.Reason
        ) throws {
            let cache = try cache()
            _ = try stored(in: cache)
            let client = try #require(RawClient(port: server.port))
            _ = client.ask([change[0], name] + change.dropFirst())
            let finding = try cache.find(key, atMost: .max)
            #expect(finding.entry == nil)
            #expect(finding.damage.map(\.reason) == [reason])
            #expect(client.ask(["EXISTS", name]) == ":0\r\n")
            #expect(try cache.find(key, atMost: .max).damage == [])
        }

        @Test func `a value that was cut, that is another key's, or of another type is removed`()
            throws
        {
            let cache = try cache()
            _ = try stored(in: cache)
            let client = try #require(RawClient(port: server.port))
            let other = CacheKey("b")
            _ = client.ask(["COPY", name, "\(prefix):\(other.digest)"])
            #expect(try cache.find(other, atMost: .max).damage.map(\.reason) == [.key])
            #expect(try cache.find(other, atMost: .max).damage == [])
            #expect(try cache.reader(for: key) != nil)
            _ = client.ask([
                "EVAL", "redis.call('SET', KEYS[1], redis.call('GETRANGE', KEYS[1], 0, 999))", "1",
                name,
            ])
            #expect(try cache.find(key, atMost: .max).damage.map(\.reason) == [.length])
            #expect(client.ask(["EXISTS", name]) == ":0\r\n")
            _ = client.ask(["RPUSH", name, "1"])
            #expect(try cache.find(key, atMost: .max).damage.count == 1)
            #expect(client.ask(["EXISTS", name]) == ":0\r\n")
            #expect(events.all == [])
        }

        @Test func `entries expire by the store's means`() throws {
            let cache = try cache()
            let client = try #require(RawClient(port: server.port))
            _ = try stored(in: cache)
            let week = try #require(Int(client.ask(["PTTL", name]).dropFirst().dropLast()))
            #expect(604_700_000...604_800_000 ~= week)
            var head = EntryHead(storedAt: Date(), expires: Date() + 100, keepUntil: Date() + 1_000)
            try cache.store(ByteBlock(copying: [1]), for: key, head: head)
            let kept = try #require(Int(client.ask(["PTTL", name]).dropFirst().dropLast()))
            #expect(900_000...1_000_000 ~= kept)
            head.expires = .distantFuture
            try cache.store(ByteBlock(copying: [1]), for: key, head: head)
            #expect(try cache.head(for: key) == head)
            head.expires = Date(timeIntervalSinceReferenceDate: -.infinity)
            head.keepUntil = nil
            try cache.store(ByteBlock(copying: [1]), for: key, head: head)
            #expect(client.ask(["EXISTS", name]) == ":0\r\n")
        }

        @Test(arguments: [Double.infinity, 1e300, .nan])
        func `an entry has dates of a calendar`(seconds: Double) throws {
            let cache = try cache()
            let expires = Date(timeIntervalSinceReferenceDate: seconds)
            let head = EntryHead(storedAt: Date(), expires: expires, keepUntil: .distantFuture)
            try cache.store(ByteBlock(copying: [1]), for: key, head: head)
            let found = try cache.head(for: key)?.expires
            #expect(found == (seconds.isNaN ? nil : Date(timeIntervalSinceReferenceDate: 1e11)))
            #expect(try cache.reader(for: key)?.head.expires == found)
        }

        @Test(arguments: [0, 5_000, 20_000, 100_000])
        func `an entry is removed by its key, however long its head is`(count: Int) throws {
            let cache = try cache()
            let data = [UInt8](repeating: 1, count: count)
            let head = EntryHead(storedAt: Date(), userData: data)
            try cache.store(ByteBlock(copying: [1]), for: key, head: head)
            #expect(try cache.head(for: key) == head)
            #expect(try cache.removeEntries { $0 == "b" } == 0)
            #expect(try cache.removeEntries { $0 == key.text } == 1)
            #expect(try cache.reader(for: key) == nil)
        }

        @Test func `an entry stored in the future is a miss until then`() throws {
            let cache = try cache()
            try cache.store(
                ByteBlock(copying: [1]), for: key, head: EntryHead(storedAt: Date() + 7_200))
            #expect(try cache.reader(for: key) == nil)
        }

        @Test func `a longer entry than is asked for is told, and read with room for it`() throws {
            let cache = try cache()
            let bytes = ByteBlock(copying: noise(300_000))
            try cache.store(bytes, for: key, head: EntryHead(storedAt: Date()))
            let finding = try cache.find(key, atMost: 64 << 10)
            let count = try #require(finding.skippedByteCount)
            #expect(finding.entry == nil && 300_000...301_000 ~= count)
            #expect(try cache.find(key, atMost: count).entry?.bytes == bytes)
        }

        @Test func `an entry beyond the limit is not stored, and takes the place of none`() throws {
            let small = try cache { $0.maxEntryBytes = 100_000 }
            _ = try stored(in: small)
            try small.store(
                ByteBlock(copying: noise(100_000)), for: key, head: EntryHead(storedAt: Date()))
            #expect(try small.reader(for: key) == nil)
            let large = try cache()
            try large.store(
                ByteBlock(copying: noise(100_000)), for: key, head: EntryHead(storedAt: Date()))
            let finding = try small.find(key, atMost: .max)
            #expect(finding.entry == nil && finding.skippedByteCount == nil && finding.damage == [])
            #expect(try large.reader(for: key) != nil)
        }

        @Test func `entries are removed by their keys`() throws {
            let cache = try cache()
            for number in 0..<30 {
                try cache.store(
                    ByteBlock(copying: noise(number * 1_000)), for: CacheKey("\(number)"),
                    head: EntryHead(storedAt: Date()))
            }
            #expect(try cache.removeEntries { $0.contains("=2:1") } == 10)
            #expect(try cache.usage().entryCount == 20)
            #expect(try cache.reader(for: CacheKey("12")) == nil)
            #expect(try cache.reader(for: CacheKey("2")) != nil)
        }

        @Test func `a sink refuses more than an entry, and keeps the bytes before`() throws {
            let cache = try cache { $0.maxEntryBytes = 10_000 }
            let writer = try cache.writer(for: key, head: EntryHead(storedAt: Date()))
            try writer.append(array: noise(9_000))
            #expect(throws: DiskError.self) { try writer.append(array: noise(1_001)) }
            #expect(try writer.written().array == noise(9_000))
        }

        @Test func `a confirmation does not bring back bytes that were replaced meanwhile`() throws
        {
            let cache = try cache()
            let old = EntryHead(mediaType: "old", storedAt: Date())
            try cache.store(ByteBlock(copying: [1]), for: key, head: old)
            let name = name, port = server.port
            let racing = try RawServer { connection, _ in
                guard let upstream = RawClient(port: port) else { return }
                while let bytes = connection.read() {
                    let text = String(decoding: bytes, as: UTF8.self)
                    if text.contains("MULTI") {
                        _ = RawClient(port: port)?.ask(["SET", name, "new"])
                    }
                    connection.write(upstream.exchange(bytes))
                }
            }
            let between = RedisCache(
                try #require(RedisAddress("redis://127.0.0.1:\(racing.port)")), prefix: prefix)
            var new = old
            new.mediaType = "new"
            try between.renew(key, from: old, to: new)
            let client = try #require(RawClient(port: port))
            #expect(client.ask(["GET", name]) == "$3\r\nnew\r\n")
        }
    }
#endif

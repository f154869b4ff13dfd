#if HTTP && os(Linux)
    import FoundationEssentials
    import Glibc
    public import WebImageCaching
    public import WebImageCoding
    package import WebImageRuntime

    /// A cache of encoded bytes in Redis or Valkey, shared by machines.
    ///
    /// Each entry is one value with head, checksums and the full key, as in a file of `DiskCache`.
    /// A store that fails counts as a miss; the cache reports it and backs off
    /// (`RedisLimits.pauses`). A pipeline asks it on separate threads, after the tiers of a
    /// `TieredCache` on this machine.
    public struct RedisCache: RemoteCache {
        package let executor: WorkExecutor?
        private let client: RedisClient
        private let prefix: String
        /// The bytes that have the head of nearly every entry.
        private static let startCount = 4_096

        /// Creates a cache; connections are opened by the first calls.
        ///
        /// - Parameters:
        ///   - address: The store.
        ///   - prefix: The beginning of the names of all entries, before a colon.
        ///   - limits: The limits of time, connections and entries.
        ///   - events: Receives the changes of the store's state, on the threads that use the
        ///     cache.
        public init(
            _ address: RedisAddress, prefix: String = "webimage",
            limits: RedisLimits = RedisLimits(),
            events: @escaping @Sendable (RedisEvent) -> Void = { _ in }
        ) {
            var limits = limits
            limits.maxConnections = max(limits.maxConnections, 1)
            // A value of Redis has at most 512 MB.
            limits.maxEntryBytes = min(max(limits.maxEntryBytes, 8_192), 512 << 20)
            client = RedisClient(address, limits, events)
            executor = WorkExecutor(maxThreads: limits.maxConnections)
            self.prefix = prefix
        }

        /// The address without account, and the prefix.
        public var identity: String { "\(client.address):\(prefix)" }
        package var local: (any DataCache)? { nil }
        package var members: [any DataCache] { [] }
        package var maxEntryBytes: Int { client.limits.maxEntryBytes }

        /// Returns the entry of exactly that key after verifying its checksums, or the damage for
        /// which it was removed; throws nothing.
        ///
        /// An entry of up to 64 kB is read in any case.
        public func find(_ key: CacheKey, atMost byteCount: Int) throws(DiskError) -> DataFinding {
            let room = min(max(byteCount, 64 << 10), maxEntryBytes - 4_096) + 4_096
            let reply = client.ask([range(key, room)], atMost: room)?.first
            guard case .bytes(let value)? = reply, value.count > 0 else {
                // A value of another type.
                if case .error? = reply { return damaged(key, .start) }
                return DataFinding(nil)
            }
            if value.count == room {
                let length = client.ask([RedisCommand(["STRLEN", name(key)])])?.first
                guard case .integer(let count)? = length else { return DataFinding(nil) }
                guard count == room else {
                    let mayCome = room...maxEntryBytes ~= count
                    return DataFinding(nil, skippedByteCount: mayCome ? count : nil)
                }
            }
            guard let entry = StoredEntry(decoding: value, for: key) else {
                switch value.withSpan({ DiskEntry.start(of: $0) }) {
                // Programs of another version may still use it.
                case .version: return DataFinding(nil)
                case .damaged(let reason): return damaged(key, reason)
                case .entry(let entry):
                    return damaged(key, value.withSpan { entry.damage(in: $0) } ?? .key)
                }
            }
            guard lifetime(entry.head) > 0 else {
                try? remove(key)
                return DataFinding(nil)
            }
            // The clock of another machine, or this one's, is wrong.
            return DataFinding(entry.head.storedAt.timeIntervalSinceNow > 3_600 ? nil : entry)
        }

        /// Returns the head of the entry of that key, whose bytes are not read unless they are few.
        public func head(for key: CacheKey) throws(DiskError) -> EntryHead? {
            let start = client.ask([range(key, Self.startCount)], atMost: Self.startCount)?.first
            guard case .bytes(let value)? = start,
                case .entry(let entry) = value.withSpan({ DiskEntry.start(of: $0) })
            else { return try find(key, atMost: .max).entry?.head }
            return entry.key == key.text && lifetime(entry.head) > 0 ? entry.head : nil
        }

        private func damaged(_ key: CacheKey, _ reason: EntryDamage.Reason) -> DataFinding {
            try? remove(key)
            return DataFinding(
                nil, damage: [EntryDamage(path: "\(identity):\(key)", reason: reason)])
        }

        /// Stores the entry in one value, which the store itself removes when it expires; throws
        /// nothing.
        public func store(
            _ bytes: ByteBlock, for key: CacheKey, head: EntryHead
        ) throws(DiskError) {
            let command = storing(StoredEntry(head: head, bytes: bytes), key)
            _ = client.ask([command], storing: true)
        }

        /// Returns a sink that keeps the bytes in memory until it is committed, at most an entry's.
        public func writer(
            for key: CacheKey, head: EntryHead
        ) throws(DiskError) -> any DataCacheWriter {
            RedisWriter(cache: self, key: key, head: head)
        }

        /// Writes the entry again, unless it changes meanwhile; throws nothing.
        public func renew(
            _ key: CacheKey, from old: EntryHead, to head: EntryHead
        ) throws(DiskError) {
            let reading = [RedisCommand(["WATCH", name(key)]), range(key, maxEntryBytes)]
            _ = client.use(storing: true) { connection throws(RedisFailure) in
                let value = try connection.run(reading, atMost: maxEntryBytes).last
                guard case .bytes(let value)? = value,
                    var entry = StoredEntry(decoding: value, for: key), entry.head == old
                else { return try connection.run([RedisCommand(["UNWATCH"])]) }
                entry.head = head
                return try connection.run(
                    [RedisCommand(["MULTI"]), storing(entry, key), RedisCommand(["EXEC"])])
            }
        }

        /// Removes the entry of that key, if there is one.
        ///
        /// - Throws: `DiskError` if the store does not answer.
        public func remove(_ key: CacheKey) throws(DiskError) {
            guard client.ask([RedisCommand(["UNLINK", name(key)])]) != nil else { throw failure }
        }

        /// Removes all entries with the prefix; looks at every name of the database.
        ///
        /// - Throws: `DiskError` if the store does not answer.
        public func removeAll() throws(DiskError) {
            try scan { connection, names throws(RedisFailure) in
                _ = try connection.run([RedisCommand(["UNLINK"] + names)])
            }
        }

        /// Does nothing: the store removes expired entries, and evicts by its `maxmemory-policy`.
        public func trim() throws(DiskError) {}

        /// Returns the number and bytes of entries with the prefix; looks at every name of the
        /// database.
        ///
        /// - Throws: `DiskError` if the store does not answer.
        public func usage() throws(DiskError) -> CacheUsage {
            var (usage, seen) = (CacheUsage.none, Set<Int>())
            try scan { connection, names throws(RedisFailure) in
                // A name may come twice.
                let new = names.filter { seen.insert($0.hashValue).inserted }
                let lengths = new.map { RedisCommand(["STRLEN", $0]) }
                for case .integer(let count) in try connection.run(lengths) where count > 0 {
                    usage += CacheUsage(entryCount: 1, byteCount: count)
                }
            }
            return usage
        }

        /// Removes the entries whose key is chosen and returns their number; reads the start of
        /// every entry.
        ///
        /// - Throws: `DiskError` if the store does not answer.
        package func removeEntries(where isChosen: (String) -> Bool) throws(DiskError) -> Int {
            var count = 0
            try scan { connection, names throws(RedisFailure) in
                for name in names {
                    let key = try Self.key(of: name, connection)
                    guard let key, isChosen(key) else { continue }
                    _ = try connection.run([RedisCommand(["UNLINK", name])])
                    count += 1
                }
            }
            return count
        }

        /// Returns the full key of a value; nil if it is no entry.
        private static func key(
            of name: String, _ connection: RedisConnection
        ) throws(RedisFailure) -> String? {
            for byteCount in [startCount, 64 << 10, 4 << 20] {
                let command = RedisCommand(["GETRANGE", name, "0", "\(byteCount - 1)"])
                let reply = try connection.run([command], atMost: byteCount).first
                guard case .bytes(let bytes)? = reply else { return nil }
                switch bytes.withSpan({ DiskEntry.start(of: $0) }) {
                case .entry(let entry): return entry.key
                case .damaged(.length) where bytes.count == byteCount: continue
                default: return nil
                }
            }
            return nil
        }

        private func scan(
            _ body: (RedisConnection, [String]) throws(RedisFailure) -> Void
        ) throws(DiskError) {
            let special: Set<Character> = ["*", "?", "[", "]", "\\"]
            let pattern = prefix.map { special.contains($0) ? "\\\($0)" : "\($0)" }.joined() + ":*"
            var cursor = "0"
            // A store that never ends is left.
            let end = ContinuousClock.now + .seconds(600)
            while ContinuousClock.now < end {
                let command = RedisCommand(["SCAN", cursor, "MATCH", pattern, "COUNT", "500"])
                let next = client.use { connection throws(RedisFailure) in
                    let reply = try connection.run([command], atMost: 4 << 20)
                    guard case .list(let parts)? = reply.first, parts.count == 2,
                        let next = parts[0].name,
                        case .list(let names) = parts[1]
                    else { throw RedisFailure("the store lists no names") }
                    if !names.isEmpty { try body(connection, names.compactMap(\.name)) }
                    return next
                }
                guard let next else { break }
                cursor = next
                if cursor == "0" { return }
            }
            throw failure
        }

        private var failure: DiskError {
            DiskError("cannot ask", path: identity, code: EIO, reason: "the store does not answer")
        }

        private func name(_ key: CacheKey) -> String { "\(prefix):\(key.digest)" }

        private func range(_ key: CacheKey, _ byteCount: Int) -> RedisCommand {
            RedisCommand(["GETRANGE", name(key), "0", "\(byteCount - 1)"])
        }

        /// Returns the remaining milliseconds of an entry, 0 for none.
        private func lifetime(_ head: EntryHead) -> Int {
            let left = head.expiry(lifetime: client.limits.lifetime).timeIntervalSinceNow * 1_000
            return left > 0 ? Int(min(left, 1e14)) : 0
        }

        /// Returns the command that stores an entry; of one that is expired or too long it removes
        /// the former.
        private func storing(_ entry: StoredEntry, _ key: CacheKey) -> RedisCommand {
            let lifetime = lifetime(entry.head)
            guard lifetime > 0, let value = try? entry.encoded(for: key),
                value.count <= maxEntryBytes
            else { return RedisCommand(["UNLINK", name(key)]) }
            return RedisCommand(["SET", name(key)], value: value, options: ["PX", "\(lifetime)"])
        }
    }
#endif

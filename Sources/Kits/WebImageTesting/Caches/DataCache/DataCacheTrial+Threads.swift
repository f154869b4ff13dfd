import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImagePipeline

extension DataCacheTrial {
    /// The trials of concurrent use.
    static let threads = [
        DataCacheTrial("readers see the old entry or the new one while it is replaced") { bench in
            let cache = try bench.open()
            try bench.store(CacheSample("one"), in: cache)
            bench.onThreads(writers: 2, readers: 4) { index, cache in
                for round in 0..<60 {
                    let version = 2 * round + index
                    let count = version.isMultiple(of: 9) ? 300_000 : 1000 + 17 * version
                    let sample = CacheSample("one", version: version, byteCount: count)
                    try bench.store(sample, in: cache)
                }
            } read: { cache in
                try bench.expectWhole(cache, "one")
                let isThere = try cache.head(for: CacheKey("one")) != nil
                bench.expect(isThere, "a miss while the entry was replaced")
            }
        },
        DataCacheTrial("readers see the old head or the new one while it is renewed") { bench in
            let cache = try bench.open()
            let sample = CacheSample("one", byteCount: 20_000)
            let first = try bench.store(sample, in: cache)
            bench.onThreads(writers: 1, readers: 3) { _, cache in
                var head = first
                for round in 0..<100 {
                    var next = first
                    next.mediaType = "image/x-\(round)"
                    next.userData += [UInt8](repeating: 32, count: round * 50 % 999)
                    try cache.renew(sample.key, from: head, to: next)
                    head = next
                }
            } read: { cache in
                try bench.expectRenewed(cache, sample, from: first)
            }
        },
        DataCacheTrial("of concurrent writers of one key one wins completely") { bench in
            bench.onThreads(6) { index, cache in
                for round in 0..<20 {
                    let version = index * 100 + round
                    let sample = CacheSample("one", version: version, byteCount: 900 + version)
                    try bench.store(sample, in: cache)
                    try bench.expectWhole(cache, "one")
                }
            }
            let cache = try bench.open()
            try bench.expectWhole(cache, "one")
            try bench.store(CacheSample("two"), in: cache)
            try bench.expectWhole(cache, "two")
            let both = try cache.usage().entryCount
            try cache.remove(CacheKey("two"))
            let one = try cache.usage().entryCount
            bench.expect(both == 2 * one, "one key has \(one) entries, two have \(both)")
        },
        DataCacheTrial("concurrent use never returns the bytes of another entry") { bench in
            bench.onThreads(8) { index, cache in
                for round in 0..<150 { try bench.blow(cache, thread: index, round: round) }
            }
            let cache = try bench.open()
            for name in 0..<stormNames { try bench.expectWhole(cache, "\(name)") }
            // Many times: in the storm all readers may have been too early or too late.
            for name in 0..<stormNames { try bench.store(CacheSample("\(name)"), in: cache) }
            for look in 0..<20 * stormNames {
                try bench.expectWhole(cache, "\(look % stormNames)")
            }
            let head = try bench.store(CacheSample("calm"), in: cache)
            try bench.expectHit(cache, CacheSample("calm"), head, "after concurrent use")
        },
    ]

    fileprivate static let stormNames = 12
}

extension DataCacheBench {
    /// Runs the work on `count` threads at once, each with its own open cache.
    fileprivate func onThreads(
        _ count: Int, _ work: @escaping @Sendable (Int, any DataCache) throws -> Void
    ) {
        CacheThreads.run(count) { index in
            do {
                try work(index, try self.open())
            } catch {
                self.complaints.add("a thread threw \(error)")
            }
        }
    }

    /// Runs writers and readers on threads; the readers last at least as long as the writers.
    fileprivate func onThreads(
        writers: Int, readers: Int,
        write: @escaping @Sendable (Int, any DataCache) throws -> Void,
        read: @escaping @Sendable (any DataCache) throws -> Void
    ) {
        let writing = CacheWriters(writers, complaints)
        onThreads(writers + readers) { index, cache in
            if index < writers {
                try writing.write { try write(index, cache) }
            } else {
                try writing.read(60) { try read(cache) }
            }
        }
    }

    /// Performs one step of the storm, which thread and round determine.
    fileprivate func blow(_ cache: any DataCache, thread: Int, round: Int) throws {
        let number = thread &* 7919 &+ round &* 104_729
        let name = "\(number % DataCacheTrial.stormNames)"
        switch (thread, number % 10) {
        case (0, 0): try cache.remove(CacheKey(name))
        case (0, 1): try cache.trim()
        case (0, 2): if round.isMultiple(of: 25) { try cache.removeAll() }
        case (0, 3): _ = try cache.usage()
        case (1, _):
            guard let head = try cache.head(for: CacheKey(name)) else { return }
            var next = head
            next.expires = Date() + Double(3600 + round)
            try cache.renew(CacheKey(name), from: head, to: next)
        case (2...3, _):
            let count = number.isMultiple(of: 31) ? 400_000 : number % 20_000
            try store(CacheSample(name, version: number, byteCount: count), in: cache)
        default: try expectWhole(cache, name)
        }
    }

    /// Records a violation unless the entry is the sample with one of its heads.
    fileprivate func expectRenewed(
        _ cache: any DataCache, _ sample: CacheSample, from first: EntryHead
    ) throws {
        guard let found = try cache.reader(for: sample.key) else {
            return complaints.add("a miss while the entry was renewed")
        }
        expect(
            found.bytes.hasBytes(of: sample.bytes), "the bytes differ while the entry was renewed")
        let round = found.head.mediaType.flatMap { $0.split(separator: "-").last }.flatMap {
            Int($0)
        }
        guard let round else {
            return expect(found.head == first, "a head it never had: \(found.head)")
        }
        let added = round * 50 % 999
        expect(
            found.head.userData == first.userData + [UInt8](repeating: 32, count: added),
            "the head of one renewal, the user data of another")
    }
}

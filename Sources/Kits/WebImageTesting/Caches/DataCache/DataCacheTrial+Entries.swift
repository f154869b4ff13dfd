import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImagePipeline

extension DataCacheTrial {
    /// The trials of hits.
    static let entries = [
        DataCacheTrial("a key that was never stored is a miss") { bench in
            let cache = try bench.open()
            try bench.expectMiss(cache, CacheKey("nothing"))
            try bench.store(CacheSample("something"), in: cache)
            try bench.expectMiss(cache, CacheKey("nothing"), "with another stored")
        },
        DataCacheTrial("a hit has the bytes that were stored") { bench in
            let cache = try bench.open()
            for byteCount in [1, 3, 511, 4095, 4096, 4097, 70_001] {
                let sample = CacheSample("of \(byteCount)", byteCount: byteCount)
                let head = try bench.store(sample, in: cache)
                try bench.expectHit(cache, sample, head)
            }
            let every = ByteBlock(copying: (0...255).map { UInt8($0) })
            let head = EntryHead(storedAt: Date())
            try cache.store(every, for: CacheKey("every byte"), head: head)
            try bench.expectHit(cache, CacheKey("every byte"), head, every)
        },
        DataCacheTrial("an empty body is an entry") { bench in
            let cache = try bench.open()
            let sample = CacheSample("empty", byteCount: 0)
            let head = try bench.store(sample, in: cache)
            try bench.expectHit(cache, sample, head)
        },
        DataCacheTrial("a large body arrives whole") { bench in
            let cache = try bench.open()
            let sample = CacheSample("large", byteCount: 3_000_007)
            let head = try bench.store(sample, in: cache)
            try bench.expectHit(cache, sample, head)
        },
        DataCacheTrial("a hit has the head that was stored") { bench in
            let cache = try bench.open()
            let body = ByteBlock(copying: [1, 2, 3])
            for (index, head) in heads.enumerated() {
                try cache.store(body, for: CacheKey("head \(index)"), head: head)
                try bench.expectHit(cache, CacheKey("head \(index)"), head, body)
            }
        },
        DataCacheTrial("a look-up and a read find the same entry, without damage") { bench in
            let cache = try bench.open()
            let sample = CacheSample("found", byteCount: 5000)
            let before = try cache.find(sample.key, atMost: .max)
            bench.expect(
                before.entry == nil && before.damage.isEmpty,
                "before the entry is stored: \(before)")
            let head = try bench.store(sample, in: cache)
            let found = try cache.find(sample.key, atMost: .max)
            bench.expect(found.entry?.head == head, "the head is missing or differs")
            let isSame = found.entry?.bytes.hasBytes(of: sample.bytes) == true
            bench.expect(isSame, "the bytes are missing or differ")
            bench.expect(found.damage.isEmpty, "damaged: \(found.damage)")
            let short = try cache.find(sample.key, atMost: 10)
            let isWhole = short.entry?.bytes.hasBytes(of: sample.bytes) == true
            bench.expect(
                isWhole || short.skippedByteCount == 5000,
                "neither the entry nor its length is returned")
        },
        DataCacheTrial("bytes of a hit stay unchanged if the entry is replaced or removed") {
            bench in
            for byteCount in [1000, 1_500_000] {
                let old = CacheSample("held", byteCount: byteCount)
                let held = try bench.open().replacing(old, by: bench)
                bench.expect(
                    held?.hasBytes(of: old.bytes) == true,
                    "\(byteCount) bytes changed when replaced")
                try bench.open().removeAll()
                bench.expect(
                    held?.hasBytes(of: old.bytes) == true, "\(byteCount) bytes changed when removed"
                )
            }
        },
    ]

    /// Heads without optional parts, with all of them, and with parts that are easily lost.
    private static var heads: [EntryHead] {
        let now = Date()
        let fields: HeaderFields = [
            "ETag": "\"a, b\"", "Set-Cookie": "a=b", "set-cookie": "c=d", "X-Empty": "",
            "X-Other": "päck: \u{1F600}",
        ]
        let record = ExchangeRecord(
            url: "https://a.test/x", answeredBy: "https://b.test/y", requestedAt: now - 1.5,
            receivedAt: now - 0.25, response: ["Vary": "Accept, X"], sent: ["Accept": "image/*"],
            body: BodyFingerprint(of: ByteBlock(copying: [1, 2, 3])))
        let response = ResponseHead(url: "https://b.test/y?é#", status: 203, headers: fields)
        var noted = EntryHead(storedAt: now, userData: [1])
        noted.requestUserData = (0..<65_536).map { UInt8(truncatingIfNeeded: $0) }
        return [
            EntryHead(storedAt: now),
            EntryHead(storedAt: now - 1 / 3.0),
            EntryHead(mediaType: "", storedAt: now, userData: []),
            EntryHead(mediaType: "image/png; q=\"ü\"", response: response, storedAt: now),
            EntryHead(storedAt: now, expires: now + 3600.125, keepUntil: now + 7200.5),
            EntryHead(storedAt: now, expires: .distantFuture),
            EntryHead(storedAt: now, record: record), noted,
            EntryHead(storedAt: now, userData: (0..<70_000).map { UInt8(truncatingIfNeeded: $0) }),
            EntryHead(
                mediaType: "image/webp", response: response, storedAt: now, expires: now + 60,
                keepUntil: now + 120, record: record, userData: [0, 10, 13, 255, 0]),
        ]
    }
}

extension DataCache {
    /// Returns the bytes of a sample's entry that was replaced while they were held.
    fileprivate func replacing(_ old: CacheSample, by bench: DataCacheBench) throws -> ByteBlock? {
        try bench.store(old, in: self)
        let held = try reader(for: old.key)?.bytes
        try bench.store(CacheSample(old.name, version: 1, byteCount: old.byteCount), in: self)
        return held
    }
}

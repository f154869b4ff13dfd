import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImagePipeline

extension DataCacheTrial {
    /// The trials of renewed entries.
    static let renewals = [
        DataCacheTrial("a renewed entry has the new head and the old bytes") { bench in
            let cache = try bench.open()
            for byteCount in [0, 1000, 1_200_000] {
                let sample = CacheSample("renewed \(byteCount)", byteCount: byteCount)
                var head = try bench.store(sample, in: cache)
                // Longer, shorter and longer again, for caches that overwrite the head in place.
                for count in [3, 0, 5000, 10] {
                    var next = head
                    next.expires = Date() + Double(3600 + count)
                    next.userData = [UInt8](repeating: 7, count: count)
                    try cache.renew(sample.key, from: head, to: next)
                    try bench.expectHit(cache, sample, next, "renewed by \(count)")
                    try bench.expectHit(try bench.open(), sample, next, "opened again")
                    head = next
                }
            }
        },
        DataCacheTrial("an entry is renewed only from its current head") { bench in
            let cache = try bench.open()
            let sample = CacheSample("held on to")
            let first = try bench.store(sample, in: cache)
            var second = first
            second.expires = Date() + 3600
            var third = first
            third.mediaType = "image/x-third"
            try cache.renew(sample.key, from: third, to: second)
            try bench.expectHit(cache, sample, first, "renewed from a head it never had")
            try cache.renew(sample.key, from: first, to: second)
            try cache.renew(sample.key, from: first, to: third)
            try bench.expectHit(cache, sample, second, "renewed from a head it has no more")
            let new = CacheSample("held on to", version: 1)
            let newHead = try bench.store(new, in: cache)
            try cache.renew(sample.key, from: second, to: third)
            try bench.expectHit(cache, new, newHead, "renewed from the head of another body")
        },
        DataCacheTrial("renewing makes no entry") { bench in
            let cache = try bench.open()
            let sample = CacheSample("never there")
            try cache.renew(sample.key, from: sample.head(), to: sample.head())
            try bench.expectMiss(cache, sample.key)
            let head = try bench.store(sample, in: cache)
            try cache.remove(sample.key)
            try cache.renew(sample.key, from: head, to: sample.head())
            try bench.expectMiss(cache, sample.key, "removed before")
            let usage = try cache.usage()
            bench.expect(usage.entryCount == 0, "\(usage)")
        },
        DataCacheTrial("renewing changes when an entry expires") { bench in
            let cache = try bench.open()
            let sample = CacheSample("sooner")
            let head = try bench.store(sample, in: cache, head: sample.head(expires: .ahead))
            var gone = head
            gone.expires = Date() - 1
            try cache.renew(sample.key, from: head, to: gone)
            try bench.expectMiss(cache, sample.key, "renewed to what is expired")
        },
    ]
}

extension Date {
    /// An hour from now.
    static var ahead: Date { Date() + 3600 }
    /// A second ago.
    static var past: Date { Date() - 1 }
}

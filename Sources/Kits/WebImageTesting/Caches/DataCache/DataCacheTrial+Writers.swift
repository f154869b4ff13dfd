import WebImageCaching
import WebImageCoding
import WebImagePipeline

extension DataCacheTrial {
    static let writers = [
        DataCacheTrial("bytes added in pieces are one body") { bench in
            let cache = try bench.open()
            let sample = CacheSample("pieces", byteCount: 50_000)
            let head = sample.head()
            let writer = try cache.writer(for: sample.key, head: head)
            var start = 0
            for count in [0, 1, 7, 0, 4096, 20_000, 50_000] {
                let end = min(start + count, sample.byteCount)
                try writer.append(sample.bytes, from: start, to: end)
                start = end
            }
            try writer.commit()
            try bench.expectHit(cache, sample, head)
        },
        DataCacheTrial("nothing is seen before commit") { bench in
            let cache = try bench.open()
            let sample = CacheSample("unseen", byteCount: 200_000)
            let head = sample.head()
            let writer = try cache.writer(for: sample.key, head: head)
            try bench.expectMiss(cache, sample.key, "before any byte")
            try writer.append(sample.bytes, from: 0, to: sample.byteCount)
            try bench.expectMiss(cache, sample.key, "with all bytes")
            try bench.expectMiss(try bench.open(), sample.key, "opened again")
            let usage = try cache.usage()
            bench.expect(usage.entryCount == 0, "an unseen entry is counted: \(usage)")
            try writer.commit()
            try bench.expectHit(cache, sample, head)
        },
        DataCacheTrial("an entry stays until another is committed in its place") { bench in
            let cache = try bench.open()
            let old = CacheSample("replaced", byteCount: 3000)
            let new = CacheSample("replaced", version: 1, byteCount: 500)
            let oldHead = try bench.store(old, in: cache)
            // Reading may create a copy in another tier, which counts too.
            try bench.expectHit(cache, old, oldHead)
            let before = try cache.usage().entryCount
            let newHead = new.head()
            let writer = try cache.writer(for: new.key, head: newHead)
            try writer.append(new.bytes, from: 0, to: new.byteCount)
            try bench.expectHit(cache, old, oldHead, "while another is written")
            try writer.commit()
            try bench.expectHit(cache, new, newHead, "after commit")
            let after = try cache.usage().entryCount
            bench.expect(before == after, "\(before) entries became \(after)")
        },
        DataCacheTrial("a discarded entry leaves nothing") { bench in
            let cache = try bench.open()
            let kept = CacheSample("kept")
            let head = try bench.store(kept, in: cache)
            try bench.expectHit(cache, kept, head)
            let before = try cache.usage()
            for name in ["kept", "given up"] {
                let sample = CacheSample(name, version: 1, byteCount: 100_000)
                let writer = try cache.writer(for: sample.key, head: sample.head())
                try writer.append(sample.bytes, from: 0, to: sample.byteCount)
                writer.discard()
            }
            try bench.expectHit(cache, kept, head, "after another was discarded")
            try bench.expectMiss(cache, CacheKey("given up"))
            let after = try cache.usage()
            bench.expect(before == after, "\(before) became \(after)")
        },
        DataCacheTrial("a writer that is dropped leaves nothing") { bench in
            let cache = try bench.open()
            let before = try cache.usage()
            let sample = CacheSample("dropped", byteCount: 100_000)
            try cache.begin(sample)
            try bench.expectMiss(cache, sample.key)
            try bench.expectMiss(try bench.open(), sample.key, "opened again")
            let after = try cache.usage()
            bench.expect(before == after, "\(before) became \(after)")
        },
        DataCacheTrial("a committed entry outlives its writer") { bench in
            let cache = try bench.open()
            for discards in [false, true] {
                let sample = CacheSample("committed \(discards)")
                let head = sample.head()
                var writer: (any DataCacheWriter)? = try cache.writer(for: sample.key, head: head)
                try writer?.append(sample.bytes, from: 0, to: sample.byteCount)
                try writer?.commit()
                if discards { writer?.discard() }
                writer = nil
                try bench.expectHit(cache, sample, head, discards ? "discarded late" : "dropped")
            }
        },
        DataCacheTrial("written bytes can be read back at any time") { bench in
            let cache = try bench.open()
            for byteCount in [0, 5000, 1_200_000] {
                let sample = CacheSample("back", byteCount: byteCount)
                for commits in [true, false] {
                    let writer = try cache.writer(for: sample.key, head: sample.head())
                    let half = byteCount / 2
                    try writer.append(sample.bytes, from: 0, to: half)
                    let first = try writer.written()
                    bench.expect(
                        first.hasBytes(of: sample.bytes.prefix(half)), "the first bytes differ")
                    try writer.append(sample.bytes, from: half, to: byteCount)
                    if commits { try writer.commit() } else { writer.discard() }
                    let all = try writer.written()
                    bench.expect(
                        all.hasBytes(of: sample.bytes),
                        "the \(all.count) bytes read differ from the \(byteCount) written")
                    try cache.remove(sample.key)
                    bench.expect(all.hasBytes(of: sample.bytes), "bytes changed when removed")
                }
            }
        },
        DataCacheTrial("of writers of one key the last to commit wins") { bench in
            let cache = try bench.open()
            let samples = (0..<3).map { CacheSample("one", version: $0, byteCount: 9000 - $0) }
            let heads = samples.map { $0.head() }
            let writers = try zip(samples, heads).map {
                try cache.writer(for: $0.key, head: $1)
            }
            for half in 0..<2 {
                for (writer, sample) in zip(writers, samples) {
                    let middle = sample.byteCount / 2
                    try writer.append(
                        sample.bytes, from: half * middle,
                        to: half == 0 ? middle : sample.byteCount)
                }
            }
            for place in [1, 2, 0] {
                try writers[place].commit()
                try bench.expectHit(cache, samples[place], heads[place])
            }
        },
    ]
}

extension DataCache {
    /// Starts writing a sample and releases the writer.
    fileprivate func begin(_ sample: CacheSample) throws {
        let writer = try writer(for: sample.key, head: sample.head())
        try writer.append(sample.bytes, from: 0, to: sample.byteCount)
    }
}

extension DataCacheWriter {
    /// Appends some of a block's bytes.
    func append(_ bytes: ByteBlock, from start: Int, to end: Int) throws {
        try bytes.withSpan { span throws(DiskError) in try append(span.extracting(start..<end)) }
    }
}

import Dispatch
import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImageTesting

/// Concurrent operations of all kinds on entries that other processes change too.
///
/// It prints the number of each operation; an error or a wrong entry ends it with a failure.
struct Storm: Sendable {
    let folder: String
    let seed: Int
    let seconds: Int
    let maxBytes: Int
    let maxEntryBytes: Int

    private static let threadCount = 3
    private static let minStores = 300
    /// Enough for all entries together to exceed the limit by far.
    private var nameCount: Int { 3 * maxBytes / maxEntryBytes }

    func run() {
        let end = Date() + Double(seconds)
        DispatchQueue.concurrentPerform(iterations: Self.threadCount) { thread in
            do {
                let counts = try work(thread, until: end)
                Report.line("\(seed)/\(thread) \(counts)")
            } catch {
                Report.fail("\(error)")
            }
        }
    }

    private func work(_ thread: Int, until end: Date) throws -> String {
        let cache = DiskCache(folder: folder, limits: DiskLimits(maxBytes: maxBytes))
        var random = SystemRandomNumberGenerator()
        var (stores, hits, misses) = (0, 0, 0)
        // On a busy machine it takes longer to fill the folder often.
        while Date() < end || stores < Self.minStores {
            // Every other entry is one of two of equal length, so that threads collide.
            let isCommon = Bool.random(using: &random)
            let name = "\(Int.random(in: 0..<(isCommon ? 2 : nameCount), using: &random))"
            switch Int.random(in: 0..<1000, using: &random) {
            case ..<500:
                let sample = CacheSample(
                    name, version: Int.random(in: 0..<1 << 40, using: &random),
                    byteCount: isCommon
                        ? maxEntryBytes : Int.random(in: 0..<maxEntryBytes, using: &random))
                try cache.store(sample.bytes, for: sample.key, head: sample.head())
                stores += 1
                try clean(cache, after: stores, thread)
            case ..<900:
                if try check(name, in: cache) { hits += 1 } else { misses += 1 }
            case ..<950: try renew(name, in: cache)
            case ..<990: try cache.remove(CacheKey(name))
            default: _ = try cache.usage()
            }
        }
        return "stores \(stores) hits \(hits) misses \(misses)"
    }

    /// Trims rarely, since commits have to keep the limit by themselves.
    private func clean(_ cache: DiskCache, after stores: Int, _ thread: Int) throws {
        if stores.isMultiple(of: 100) { try cache.trim() }
        if seed == 0, thread == 0, [50, 100].contains(stores) { try cache.removeAll() }
    }

    /// Returns `true` if the entry exists; fails if it is incomplete.
    private func check(_ name: String, in cache: DiskCache) throws -> Bool {
        guard let found = try cache.reader(for: CacheKey(name)) else { return false }
        if let flaw = CacheSample.flaw(of: found.head, found.bytes, named: name) {
            Report.fail(flaw)
        }
        return true
    }

    private func renew(_ name: String, in cache: DiskCache) throws {
        guard let old = try cache.head(for: CacheKey(name)) else { return }
        var head = old
        head.expires = Date() + 86_400
        try cache.renew(CacheKey(name), from: old, to: head)
    }
}

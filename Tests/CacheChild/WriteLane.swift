import Dispatch
import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImageTesting

/// A writer of entries that no other process changes, which reports each step.
///
///     w NAME VERSION COUNT    begins to write
///     n NAME TAG              begins to renew
///     r NAME                  begins to remove
///     e NAME                  has ended the last step
struct WriteLane: Sendable {
    let folder: String
    let lane: Int
    let round: Int

    private static let threadCount = 3
    private static let namesPerThread = 8

    func run() {
        Report.line("ready")
        DispatchQueue.concurrentPerform(iterations: Self.threadCount) { thread in
            do {
                try work(thread)
            } catch {
                Report.fail("\(error)")
            }
        }
    }

    private func work(_ thread: Int) throws {
        let cache = DiskCache(folder: folder)
        var random = SystemRandomNumberGenerator()
        for step in 0... {
            let number = Int.random(in: 0..<Self.namesPerThread, using: &random)
            let name = "\(lane)/\(thread)/\(number)"
            let version = round << 20 | step
            switch Int.random(in: 0..<100, using: &random) {
            case ..<55: try write(name, version, Self.size(&random), to: cache)
            case ..<75: try renew(name, version, in: cache)
            case ..<85: try remove(name, from: cache)
            case ..<90: try cache.trim()
            default:
                let other = "\(1 - lane)/\(thread)/\(number)"
                try check(Bool.random(using: &random) ? name : other, in: cache)
            }
        }
    }

    private func write(_ name: String, _ version: Int, _ count: Int, to cache: DiskCache) throws {
        let sample = CacheSample(name, version: version, byteCount: count)
        let bytes = sample.bytes
        Report.line("w \(name) \(version) \(count)")
        let writer = try cache.writer(for: sample.key, head: sample.head())
        // In pieces, so that a kill can hit a half written entry.
        try bytes.withSpan { span throws(DiskError) in
            var start = 0
            while start < count {
                let end = min(start + 16_000, count)
                try writer.append(span.extracting(start..<end))
                start = end
            }
        }
        try writer.commit()
        Report.line("e \(name)")
    }

    private func renew(_ name: String, _ tag: Int, in cache: DiskCache) throws {
        guard let old = try cache.head(for: CacheKey(name)) else { return }
        var head = old
        head.mediaType = "image/x-\(tag)"
        head.expires = Date() + 86_400
        Report.line("n \(name) \(tag)")
        try cache.renew(CacheKey(name), from: old, to: head)
        Report.line("e \(name)")
    }

    private func remove(_ name: String, from cache: DiskCache) throws {
        Report.line("r \(name)")
        try cache.remove(CacheKey(name))
        Report.line("e \(name)")
    }

    private func check(_ name: String, in cache: DiskCache) throws {
        guard let found = try cache.reader(for: CacheKey(name)) else { return }
        if let flaw = CacheSample.flaw(of: found.head, found.bytes, named: name) {
            Report.fail(flaw)
        }
    }

    /// Returns nothing, a little, some pages, or sometimes a size that is read by mapping.
    private static func size(_ random: inout SystemRandomNumberGenerator) -> Int {
        switch Int.random(in: 0..<40, using: &random) {
        case 0: 0
        case ..<20: Int.random(in: 1..<3000, using: &random)
        case ..<39: Int.random(in: 3000..<90_000, using: &random)
        default: 1_200_000
        }
    }
}

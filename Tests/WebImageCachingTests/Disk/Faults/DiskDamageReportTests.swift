import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImageTesting
import WebImageTiers

/// Damage is reported, and fails no request.
struct DiskDamageReportTests {
    private let folder: DiskFolder
    private let cache: DiskCache
    private let key = CacheKey("one")
    private var file: String { folder.file(of: key) }

    init() throws {
        folder = try DiskFolder()
        cache = DiskCache(folder: folder.path)
    }

    /// Changes the file of an entry of 50 bytes.
    private func damage(_ change: (inout Data) -> Void) throws {
        try cache.put(noise(50), for: key)
        var bytes = try Data(contentsOf: URL(filePath: file))
        change(&bytes)
        try bytes.write(to: URL(filePath: file))
    }

    private func reasons() throws -> [EntryDamage.Reason] {
        let finding = try cache.find(key, atMost: .max)
        #expect(finding.entry == nil)
        #expect(finding.damage.allSatisfy { $0.path == file })
        return finding.damage.map(\.reason)
    }

    @Test func `each kind of damage is told by its name, once`() throws {
        let changes: [(EntryDamage.Reason, (inout Data) -> Void)] = [
            (.start, { $0[0] = 0 }), (.head, { $0[33] ^= 1 }), (.head, { $0[41] ^= 1 }),
            (.length, { $0 = $0.dropLast() }), (.length, { $0.append(0) }),
            (.length, { $0 = $0.prefix(3) }), (.body, { $0[$0.count - 1] ^= 1 }),
        ]
        for (reason, change) in changes {
            try damage(change)
            #expect(try reasons() == [reason])
            #expect(!folder.exists(file))
            #expect(try reasons() == [])
        }
    }

    @Test func `another key's entry is told`() throws {
        let other = CacheKey("other")
        try cache.put([1], for: key)
        try cache.put([2], for: other)
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.moveItem(atPath: folder.file(of: other), toPath: file)
        #expect(try reasons() == [.key])
    }

    @Test func `an expired entry is no damage`() throws {
        try cache.put([1], for: key, head: EntryHead(storedAt: Date(), expires: .distantPast))
        #expect(try reasons() == [])
    }

    @Test func `an entry of a version before goes, one of a version after stays, none is told`()
        throws
    {
        try damage { $0[8] = 1 }
        #expect(try reasons() == [])
        #expect(!folder.exists(file))
        try damage { bytes in
            bytes[8] = 200
            let bodyOffset = 40 + Int(bytes[12]) + Int(bytes[13]) << 8
            let hashed = ByteBlock(copying: bytes[..<32] + bytes[40..<bodyOffset])
            let digest = hashed.withSpan { Checksum.digest(of: $0) }
            for i in 0..<8 { bytes[32 + i] = UInt8(truncatingIfNeeded: digest >> (8 * i)) }
        }
        #expect(try reasons() == [])
        // A trim reads entries that may have expired by their access time.
        #expect(utimes(file, [timeval(), timeval()]) == 0)
        try cache.trim()
        #expect(folder.exists(file))
        try cache.put([3], for: key)
        #expect(try cache.get(key) == [3])
    }

    @Test func `a pipeline tells its observers, and loads the picture again`() async throws {
        var test = TestPipeline()
        test.pipeline.memory = MemoryCache(maxBytes: 0, findsReleased: false)
        let request: ImageRequest = "http://example.com/a.bmp"
        let prepared = try await test.pipeline.prepare(request)
        _ = try await test.pipeline.image(for: prepared.request)
        let disk = try #require(test.pipeline.disk as? DiskCache)
        let file = DiskLayout(folder: disk.folder).entry(prepared.dataKey.sha256)
        var bytes = try Data(contentsOf: URL(filePath: file))
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: URL(filePath: file))
        test.trace.reset()
        _ = try await test.pipeline.image(for: prepared.request)
        #expect(test.trace.trace == "memory:miss disk:miss load decode store")
        #expect(test.trace.complaints == ["the entry \(file) is damaged: wrong body"])
        test.trace.reset()
        _ = try await test.pipeline.image(for: prepared.request)
        #expect(test.trace.trace == "memory:miss disk:hit decode store")
        #expect(test.trace.complaints.isEmpty)
    }

    @Test func `a tier that is damaged is told though the next one answers`() throws {
        let lower = DiskCache(folder: folder.path, namespace: "lower")
        try lower.put(noise(50), for: key)
        try damage { $0[$0.count - 1] ^= 1 }
        let tiers = TieredCache([cache, lower])
        let finding = try tiers.find(key, atMost: .max)
        #expect(finding.entry?.bytes.array == noise(50))
        #expect(finding.damage.map(\.reason) == [.body])
        #expect(try tiers.find(key, atMost: .max).damage.isEmpty)
    }

    @Test func `two tiers that are damaged are two reports and a miss`() throws {
        let lower = DiskCache(folder: folder.path, namespace: "lower")
        try damage { $0[$0.count - 1] ^= 1 }
        try lower.put(noise(50), for: key)
        let file = DiskLayout(folder: folder.path, namespace: "lower").entry(key.sha256)
        try Data([1, 2]).write(to: URL(filePath: file))
        let finding = try TieredCache([cache, lower]).find(key, atMost: .max)
        #expect(finding.entry == nil)
        #expect(finding.damage.map(\.reason) == [.body, .length])
    }
}

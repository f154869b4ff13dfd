package import FoundationEssentials
package import WebImageCaching
package import WebImageCoding
import WebImagePipeline
import WebImageRuntime

/// An entry that identifies itself: its bytes follow from its name and version.
package struct CacheSample: Sendable {
    /// The text of its key.
    package let name: String
    /// The number that distinguishes samples of the same name.
    package let version: Int
    /// The number of bytes.
    package let byteCount: Int

    /// Creates the sample of a name and a version.
    package init(_ name: String, version: Int = 0, byteCount: Int = 1000) {
        self.name = name
        self.version = version
        self.byteCount = byteCount
    }

    /// The key of its entry.
    package var key: CacheKey { CacheKey(name) }

    /// Noise whose period is no power of two, so that exchanged pages are detected.
    package var bytes: ByteBlock {
        let period = Self.noise(1021, seed: Self.seed(name, version))
        guard byteCount > period.count else { return ByteBlock(copying: period.prefix(byteCount)) }
        let block = ByteBlock(copying: period)
        let blocks = Array(repeating: block, count: byteCount / period.count)
        return ByteBlock.joining(blocks + [block.prefix(byteCount % period.count)])
    }

    /// Returns a head that names the sample.
    package func head(
        storedAt: Date = Date(), expires: Date? = nil, keepUntil: Date? = nil
    ) -> EntryHead {
        EntryHead(
            mediaType: "image/x-sample", storedAt: storedAt, expires: expires,
            keepUntil: keepUntil, userData: Array("\(version)/\(byteCount)/\(name)".utf8))
    }

    /// Creates the sample that a head names; nil if it names none.
    package init?(namedBy head: EntryHead) {
        let text = String(decoding: head.userData, as: UTF8.self)
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let version = Int(parts[0]), let byteCount = Int(parts[1])
        else { return nil }
        self.init(String(parts[2]), version: version, byteCount: byteCount)
    }

    /// Returns the defect of an entry found by name; nil if it is complete and has that name.
    package static func flaw(of head: EntryHead, _ bytes: ByteBlock, named name: String) -> String?
    {
        guard let sample = CacheSample(namedBy: head) else { return "\(name): nobody's head" }
        if sample.name != name { return "\(name): the entry of \(sample.name)" }
        return sample.bytes.hasBytes(of: bytes)
            ? nil : "\(name): the head of one entry, the bytes of another"
    }

    private static func seed(_ name: String, _ version: Int) -> UInt64 {
        "\(version)/\(name)".utf8.reduce(14_695_981_039_346_656_037) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
    }

    private static func noise(_ count: Int, seed: UInt64) -> [UInt8] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }
}

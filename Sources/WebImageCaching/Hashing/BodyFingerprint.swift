public import WebImageCoding

/// Tells bytes apart without having both: their number and their XXH64 checksum.
///
/// Against damage and change, not against an origin that means harm: it would harm itself only.
public struct BodyFingerprint: Hashable, Sendable {
    /// The number of bytes.
    public let byteCount: Int
    /// Their XXH64 checksum, with seed 0.
    public let checksum: UInt64

    /// The stamp of bytes with that checksum.
    init(byteCount: Int, checksum: UInt64) {
        self.byteCount = byteCount
        self.checksum = checksum
    }

    /// The stamp of these bytes.
    ///
    /// - Complexity: Linear in their number.
    public init(of bytes: ByteBlock) {
        self.init(
            byteCount: bytes.count, checksum: bytes.withSpan { XXHash64.digest(of: $0) })
    }
}

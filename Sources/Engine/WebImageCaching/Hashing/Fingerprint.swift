package import WebImageCoding

/// The length and checksum of some bytes, by which they are compared with others.
///
/// It detects damage and change. It does not protect from an origin that means harm, which would
/// harm itself only.
package struct BodyFingerprint: Hashable, Sendable {
    package let byteCount: Int
    /// Their ``Checksum``.
    package let checksum: UInt64
}

extension BodyFingerprint {
    package init(of bytes: ByteBlock) {
        self.init(
            byteCount: bytes.count, checksum: bytes.withSpan { Checksum.digest(of: $0) })
    }
}

/// A name of 128 bits for a value that is too long to be kept a million times.
///
/// Two different values have the same fingerprint by chance once in 10³⁸ times. The hash is seeded
/// anew in each process, so colliding values cannot be chosen.
package struct Fingerprint: Hashable, Sendable {
    private let high: Int
    private let low: Int

    package init(_ value: some Hashable) {
        high = Self.hash(value, 1)
        low = Self.hash(value, 2)
    }

    private static func hash(_ value: some Hashable, _ salt: UInt8) -> Int {
        var hasher = Hasher()
        hasher.combine(salt)
        hasher.combine(value)
        return hasher.finalize()
    }
}

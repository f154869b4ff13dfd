import Testing
import WebImageCaching

@Suite struct HMACTests {
    private static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.count, by: 2).compactMap {
            UInt8(hex.dropFirst($0).prefix(2), radix: 16)
        }
    }

    /// A row of RFC 4231 (SHA-256) or RFC 2202 (SHA-1).
    struct Vector: Sendable {
        let key: [UInt8]
        let message: [UInt8]
        let sha256: String
        let sha1: String
    }

    static let vectors = [
        Vector(
            key: [UInt8](repeating: 0x0b, count: 20), message: Array("Hi There".utf8),
            sha256: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
            sha1: "b617318655057264e28bc0b6fb378c8ef146be00"),
        Vector(
            key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
            sha256: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            sha1: "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        Vector(
            key: [UInt8](repeating: 0xaa, count: 131),
            message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            sha256: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
            sha1: "90d0dace1c1bdc957339307803160335bde6df2b"),
    ]

    @Test(arguments: vectors) func `codes are those of the standards`(_ vector: Vector) {
        #expect(
            HMAC.sha256(of: vector.message, key: vector.key) == Self.bytes(vector.sha256))
        #expect(HMAC.sha1(of: vector.message, key: vector.key) == Self.bytes(vector.sha1))
    }

    @Test func `bytes are equal if none differs and their number is the same`() {
        #expect(HMAC.isEqual([1, 2, 3], [1, 2, 3]))
        #expect(HMAC.isEqual([], []))
        #expect(!HMAC.isEqual([1, 2, 3], [1, 2]))
        for bit in 0..<24 {
            var other: [UInt8] = [1, 2, 3]
            other[bit / 8] ^= 1 << (bit % 8)
            #expect(!HMAC.isEqual([1, 2, 3], other))
        }
    }
}

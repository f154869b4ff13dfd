/// SHA-1 (FIPS 180-4), for signatures whose servers ask for it.
///
/// Pairs of messages with one digest are known, so it is for nothing but HMAC.
package enum SHA1 {
    /// Returns the 20 bytes of a message's digest.
    package static func digest(of message: [UInt8]) -> [UInt8] {
        let zeros = repeatElement(0 as UInt8, count: (119 - message.count % 64) % 64)
        let padded = message + [0x80] + zeros + bytes(of: UInt64(message.count) * 8)
        var state = SIMD8<UInt32>(
            0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0, 0, 0, 0)
        for start in stride(from: 0, to: padded.count, by: 64) {
            var words = stride(from: start, to: start + 64, by: 4).map {
                padded[$0..<$0 + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
            }
            for word in 16..<80 {
                let mix = words[word - 3] ^ words[word - 8] ^ words[word - 14] ^ words[word - 16]
                words.append(rotate(mix, 1))
            }
            state &+= compressed(state, words)
        }
        return (0..<5).flatMap { bytes(of: state[$0]) }
    }

    private static func compressed(_ state: SIMD8<UInt32>, _ words: [UInt32]) -> SIMD8<UInt32> {
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for round in 0..<80 {
            let (mix, constant): (UInt32, UInt32) =
                switch round / 20 {
                case 0: (b & c | ~b & d, 0x5a82_7999)
                case 1: (b ^ c ^ d, 0x6ed9_eba1)
                case 2: (b & c | b & d | c & d, 0x8f1b_bcdc)
                default: (b ^ c ^ d, 0xca62_c1d6)
                }
            let next = rotate(a, 5) &+ mix &+ e &+ constant &+ words[round]
            (a, b, c, d, e) = (next, a, rotate(b, 30), c, d)
        }
        return SIMD8(a, b, c, d, e, 0, 0, 0)
    }

    private static func rotate(_ x: UInt32, _ n: UInt32) -> UInt32 { x << n | x >> (32 - n) }

    /// Returns the bytes of a number, the most significant one first.
    static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        stride(from: number.bitWidth - 8, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: number >> $0)
        }
    }
}

extension HMAC {
    /// Returns the 20 bytes of the code over SHA-1.
    package static func sha1(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        code(of: message, key: key, digest: SHA1.digest)
    }
}

import CWebImageKernels
import WebImageCoding

/// The steps of XXH3 with 64 bits and no seed, for more than 240 bytes (the xxHash specification,
/// version 0.2): a checksum against damage, not attacks.
///
/// The algorithms of XXH3 for shorter inputs are left out: the one for long inputs takes all, with
/// zeros after inputs of less than a stripe.
enum XXHash3 {
    typealias Lanes = SIMD8<UInt64>

    static let stripeCount = 64
    /// The number of bytes between two scramblings of the lanes.
    static let blockCount = 1024

    static let firstLanes = Lanes(
        UInt64(prime32c), prime64a, prime64b, prime64c, prime64d, UInt64(prime32b), prime64e,
        UInt64(prime32a))

    private static let hasKernel = cwik_has_xxh3()

    /// Takes `count` whole blocks from the start of `bytes`.
    ///
    /// - Parameter isPortable: `true` leaves out the loop in C, for tests that compare both.
    static func take(
        _ count: Int, of bytes: RawSpan, into lanes: inout Lanes, isPortable: Bool = false
    ) {
        let blocks = bytes.extracting(first: count * blockCount)
        if !isPortable, hasKernel {
            // Safe because lanes are eight consecutive words, and the blocks are inside.
            unsafe blocks.withUnsafeBytes { blocks in
                unsafe withUnsafeMutableBytes(of: &lanes) { lanes in
                    unsafe secret.withUnsafeBytes { secret in
                        unsafe cwik_xxh3(
                            lanes.baseAddress?.assumingMemoryBound(to: UInt64.self),
                            blocks.baseAddress?.assumingMemoryBound(to: UInt8.self), count,
                            secret.baseAddress?.assumingMemoryBound(to: UInt8.self))
                    }
                }
            }
            return
        }
        for block in 0..<count {
            for stripe in 0..<16 {
                take(blocks, at: block * blockCount + stripe * 64, from: 8 * stripe, into: &lanes)
            }
            lanes = (lanes ^ (lanes &>> 47) ^ self.lanes(of: 128)) &* UInt64(prime32a)
        }
    }

    /// Returns the checksum once the rest after the whole blocks is known.
    ///
    /// - Parameters:
    ///   - rest: At least the last 64 bytes, or the whole input.
    ///   - start: The offset in `rest` of the 1 … 1,024 bytes after the last block.
    ///   - byteCount: The length of the whole input.
    static func digest(
        _ lanes: Lanes, rest: RawSpan, from start: Int, byteCount: Int
    ) -> UInt64 {
        guard rest.byteCount >= stripeCount else {
            let zeros = repeatElement(UInt8(0), count: stripeCount - rest.byteCount)
            let filled = rest.prefixBytes(stripeCount) + zeros
            // Safe because bytes have no padding.
            return unsafe digest(lanes, rest: filled.span.bytes, from: 0, byteCount: byteCount)
        }
        var lanes = lanes
        for stripe in 0..<(rest.byteCount - start - 1) / stripeCount {
            take(rest, at: start + stripe * stripeCount, from: 8 * stripe, into: &lanes)
        }
        take(rest, at: rest.byteCount - stripeCount, from: 121, into: &lanes)
        var sum = UInt64(byteCount) &* prime64a
        for pair in 0..<4 {
            let one = lanes[2 * pair] ^ word(of: 11 + 16 * pair)
            let other = lanes[2 * pair + 1] ^ word(of: 19 + 16 * pair)
            let product = one.multipliedFullWidth(by: other)
            sum &+= product.low ^ product.high
        }
        sum = (sum ^ sum >> 37) &* 0x1656_6791_9e37_79f9
        return sum ^ sum >> 32
    }

    /// Takes 64 bytes with the secret's bytes from `place` on.
    @inline(__always)
    private static func take(
        _ bytes: RawSpan, at offset: Int, from place: Int, into lanes: inout Lanes
    ) {
        // Safe because every pattern of bits is a vector of numbers; the place is checked.
        let words = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Lanes.self)
        let mixed = words ^ self.lanes(of: place)
        let neighbours = Lanes(
            words[1], words[0], words[3], words[2], words[5], words[4], words[7], words[6])
        lanes &+= neighbours &+ (mixed & 0xffff_ffff) &* (mixed &>> 32)
    }

    private static func lanes(of place: Int) -> Lanes {
        // Safe because the place is checked.
        unsafe secret.span.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: Lanes.self)
    }

    private static func word(of place: Int) -> UInt64 {
        // Safe because the place is checked.
        unsafe secret.span.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
    }

    private static let prime32a: UInt32 = 0x9e37_79b1
    private static let prime32b: UInt32 = 0x85eb_ca77
    private static let prime32c: UInt32 = 0xc2b2_ae3d
    private static let prime64a: UInt64 = 0x9e37_79b1_85eb_ca87
    private static let prime64b: UInt64 = 0xc2b2_ae3d_27d4_eb4f
    private static let prime64c: UInt64 = 0x1656_67b1_9e37_79f9
    private static let prime64d: UInt64 = 0x85eb_ca77_c2b2_ae63
    private static let prime64e: UInt64 = 0x27d4_eb2f_1656_67c5

    /// The 192 bytes of the specification's secret, as little-endian words.
    private static let secret: [UInt64] = [
        0xbe4b_a423_396c_feb8, 0x1cad_21f7_2c81_017c, 0xdb97_9083_e96d_d4de,
        0x1f67_b3b7_a4a4_4072, 0x78e5_c0cc_4ee6_79cb, 0x2172_ffcc_7dd0_5a82,
        0x8e24_43f7_7446_08b8, 0x4c26_3a81_e690_35e0, 0xcb00_c391_bb52_283c,
        0xa32e_531b_8b65_d088, 0x4ef9_0da2_9748_6471, 0xd8ac_dea9_46ef_1938,
        0x3f34_9ce3_3f76_faa8, 0x1d4f_0bc7_c7bb_dcf9, 0x3159_b4cd_4be0_518a,
        0x6473_78d9_c97e_9fc8, 0xc3eb_d334_83ac_c5ea, 0xeb63_13fa_ffa0_81c5,
        0x49da_f0b7_51dd_0d17, 0x9e68_d429_2655_16d3, 0xfca1_477d_58be_162b,
        0xce31_d07a_d1b8_f88f, 0x2804_1695_8f3a_cb45, 0x7e40_4bbb_cafb_d7af,
    ]
}

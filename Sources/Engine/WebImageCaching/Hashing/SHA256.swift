import CWebImageKernels
import WebImageCoding

/// SHA-256 (FIPS 180-4), for names of files and for secrets in keys.
///
/// The package without traits depends on nothing, so the algorithm stands here. On processors with
/// instructions for it a loop in C uses them: the digest of a key is a large part of a miss on
/// disk.
package enum SHA256 {
    /// Eight words, the first one most significant.
    package typealias Digest = SIMD8<UInt32>

    /// Returns the digest as 64 lower-case hexadecimal digits.
    package static func hexDigest(of bytes: some Sequence<UInt8>) -> String {
        // Safe because the digest reads only the bytes it is given, during the call.
        let whole = bytes.withContiguousStorageIfAvailable { bytes in
            unsafe digest(of: UnsafeRawBufferPointer(bytes))
        }
        return text(of: unsafe whole ?? Array(bytes).withUnsafeBytes { unsafe digest(of: $0) })
    }

    /// Returns the digest of a block as 64 lower-case hexadecimal digits.
    static func hexDigest(of block: ByteBlock) -> String {
        text(of: unsafe block.withUnsafeBytes { unsafe digest(of: $0) })
    }

    private static func text(of words: Digest) -> String {
        // Safe because as many bytes are written as there is room for.
        return unsafe String(unsafeUninitializedCapacity: 64) { text in
            unsafe write(words, to: text)
            return 64
        }
    }

    /// Writes a digest as 64 lower-case hexadecimal digits to the start of `text`.
    @unsafe static func write(_ digest: Digest, to text: UnsafeMutableBufferPointer<UInt8>) {
        for word in 0..<8 {
            for place in 0..<8 {
                let digit = UInt8(truncatingIfNeeded: digest[word] >> UInt32(28 - 4 * place)) & 15
                unsafe text[8 * word + place] = Hexadecimal.digit(digit)
            }
        }
    }

    /// - Parameter isPortable: `true` leaves out the loop in C, for tests that compare both.
    @unsafe package static func digest(
        of bytes: UnsafeRawBufferPointer, isPortable: Bool = false
    ) -> Digest {
        var state = initialState
        let wholeCount = bytes.count & ~63
        unsafe compress(
            &state, UnsafeRawBufferPointer(rebasing: bytes[..<wholeCount]), isPortable)
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[wholeCount...])
        let blockCount = rest.count < 56 ? 1 : 2
        // Safe because both blocks are filled with zeros before anything else is written there.
        unsafe withUnsafeTemporaryAllocation(byteCount: 128, alignment: 16) { last in
            unsafe last.initializeMemory(as: UInt8.self, repeating: 0)
            unsafe last.copyMemory(from: rest)
            unsafe last[rest.count] = 0x80
            let bitCount = UInt64(bytes.count) * 8
            unsafe last.storeBytes(
                of: bitCount.bigEndian, toByteOffset: 64 * blockCount - 8, as: UInt64.self)
            unsafe compress(
                &state, UnsafeRawBufferPointer(rebasing: last[..<(64 * blockCount)]), isPortable)
        }
        return state
    }

    private static let hasKernel = cwik_has_sha256()

    @unsafe private static func compress(
        _ state: inout Digest, _ blocks: UnsafeRawBufferPointer, _ isPortable: Bool
    ) {
        guard let base = blocks.baseAddress, blocks.count > 0 else { return }
        if !isPortable, hasKernel {
            // Safe because a digest is eight consecutive words.
            unsafe withUnsafeMutableBytes(of: &state) { words in
                unsafe cwik_sha256(
                    words.baseAddress?.assumingMemoryBound(to: UInt32.self),
                    base.assumingMemoryBound(to: UInt8.self), blocks.count / 64)
            }
            return
        }
        // Safe because nothing of the temporary memory is read before it is written.
        unsafe roundConstants.withUnsafeBufferPointer { constants in
            unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
                for block in stride(from: 0, to: blocks.count, by: 64) {
                    unsafe fill(schedule, from: blocks, at: block)
                    unsafe compress(&state, schedule, constants)
                }
            }
        }
    }

    @unsafe private static func fill(
        _ w: UnsafeMutableBufferPointer<UInt32>, from message: UnsafeRawBufferPointer, at block: Int
    ) {
        for i in 0..<16 {
            unsafe w[i] =
                message.loadUnaligned(fromByteOffset: block + i * 4, as: UInt32.self)
                .bigEndian
        }
        for i in 16..<64 {
            let s0 = unsafe rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >> 3)
            let s1 = unsafe rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >> 10)
            unsafe w[i] = w[i - 16] &+ s0 &+ w[i - 7] &+ s1
        }
    }

    @unsafe private static func compress(
        _ state: inout Digest, _ w: UnsafeMutableBufferPointer<UInt32>,
        _ constants: UnsafeBufferPointer<UInt32>
    ) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for i in 0..<64 {
            let s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
            let choice = (e & f) ^ (~e & g)
            let t1 = unsafe h &+ s1 &+ choice &+ constants[i] &+ w[i]
            let s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ s0 &+ majority)
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }

    @inline(__always)
    private static func rotate(_ x: UInt32, _ n: UInt32) -> UInt32 { x &>> n | x &<< (32 &- n) }

    private static let initialState = Digest(
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
        0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)

    private static let roundConstants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
        0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
        0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
        0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
        0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
        0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
        0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
        0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
        0xc671_78f2,
    ]
}

/// Message authentication codes (RFC 2104).
package enum HMAC {
    /// Returns the 32 bytes of the code over SHA-256.
    package static func sha256(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        code(of: message, key: key) { bytes in
            // Safe because the digest reads only the bytes that it is given, during the call.
            let words = unsafe bytes.withUnsafeBytes { unsafe SHA256.digest(of: $0) }
            return (0..<32).map { place in
                UInt8(truncatingIfNeeded: words[place / 4] >> UInt32(24 - place % 4 * 8))
            }
        }
    }

    /// Returns the code over a digest whose blocks have 64 bytes.
    package static func code(
        of message: [UInt8], key: [UInt8], digest: ([UInt8]) -> [UInt8]
    ) -> [UInt8] {
        var block = key.count > 64 ? digest(key) : key
        block += repeatElement(0, count: 64 - block.count)
        return digest(block.map { $0 ^ 0x5c } + digest(block.map { $0 ^ 0x36 } + message))
    }

    /// Returns `true` if all bytes are equal, after a time that only depends on their number.
    package static func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

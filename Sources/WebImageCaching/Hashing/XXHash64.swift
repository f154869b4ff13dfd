/// XXH64 with seed 0 (the xxHash specification, version 0.1.1), a fast checksum against damage, not
/// attacks.
package enum XXHash64 {
    private typealias Lanes = (UInt64, UInt64, UInt64, UInt64)

    /// Returns the checksum of `start` and `bytes`, one behind the other.
    ///
    /// - Parameter start: Whole stripes of 32 bytes.
    package static func digest(of bytes: RawSpan, behind start: RawSpan = RawSpan()) -> UInt64 {
        var lanes: Lanes = (p1 &+ p2, p2, 0, 0 &- p1)
        var offset = consumeStripes(of: start, into: &lanes)
        precondition(offset == start.byteCount, "The prefix must consist of whole 32-byte stripes.")
        offset = consumeStripes(of: bytes, into: &lanes)
        let byteCount = start.byteCount + bytes.byteCount
        var hash = byteCount >= 32 ? merged(lanes) : p5
        hash &+= UInt64(byteCount)
        while offset + 8 <= bytes.byteCount {
            let word = bytes.integer(at: offset, as: UInt64.self)
            hash = rotate(hash ^ round(0, word), 27) &* p1 &+ p4
            offset += 8
        }
        if offset + 4 <= bytes.byteCount {
            let word = bytes.integer(at: offset, as: UInt32.self)
            hash = rotate(hash ^ (UInt64(word) &* p1), 23) &* p2 &+ p3
            offset += 4
        }
        while offset < bytes.byteCount {
            let byte = bytes.integer(at: offset, as: UInt8.self)
            hash = rotate(hash ^ (UInt64(byte) &* p5), 11) &* p1
            offset += 1
        }
        hash = (hash ^ (hash >> 33)) &* p2
        hash = (hash ^ (hash >> 29)) &* p3
        return hash ^ (hash >> 32)
    }

    private static func merged(_ lanes: Lanes) -> UInt64 {
        let (a, b, c, d) = lanes
        var hash = rotate(a, 1) &+ rotate(b, 7) &+ rotate(c, 12) &+ rotate(d, 18)
        hash = (hash ^ round(0, a)) &* p1 &+ p4
        hash = (hash ^ round(0, b)) &* p1 &+ p4
        hash = (hash ^ round(0, c)) &* p1 &+ p4
        return (hash ^ round(0, d)) &* p1 &+ p4
    }

    /// Takes whole stripes of 32 bytes; returns the offset of the rest.
    private static func consumeStripes(of bytes: RawSpan, into lanes: inout Lanes) -> Int {
        var (a, b, c, d) = lanes
        var offset = 0
        let last = bytes.byteCount - 32
        while offset <= last {
            // Safe because 32 bytes from `offset` on are inside.
            unsafe a = round(a, load(bytes, offset))
            unsafe b = round(b, load(bytes, offset &+ 8))
            unsafe c = round(c, load(bytes, offset &+ 16))
            unsafe d = round(d, load(bytes, offset &+ 24))
            offset &+= 32
        }
        lanes = (a, b, c, d)
        return offset
    }
}

private let p1: UInt64 = 0x9e37_79b1_85eb_ca87
private let p2: UInt64 = 0xc2b2_ae3d_27d4_eb4f
private let p3: UInt64 = 0x1656_67b1_9e37_79f9
private let p4: UInt64 = 0x85eb_ca77_c2b2_ae63
private let p5: UInt64 = 0x27d4_eb2f_1656_67c5

@inline(__always)
private func rotate(_ x: UInt64, _ n: UInt64) -> UInt64 { x << n | x >> (64 &- n) }

@inline(__always)
private func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotate(lane &+ input &* p2, 31) &* p1
}

/// Returns eight bytes, least significant first; the caller has checked the offset.
@unsafe @inline(__always)
private func load(_ bytes: RawSpan, _ offset: Int) -> UInt64 {
    unsafe UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: offset, as: UInt64.self))
}

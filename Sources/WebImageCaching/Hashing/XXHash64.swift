/// XXH64 (the xxHash specification, version 0.1.1), a fast checksum against damage, not attacks.
///
/// Bytes may come in pieces of any length; the digest is that of their concatenation.
package struct XXHash64: Sendable {
    private var lanes: (UInt64, UInt64, UInt64, UInt64)
    private let seed: UInt64
    private var byteCount: UInt64 = 0
    private var pending = SIMD32<UInt8>(repeating: 0)
    private var pendingCount = 0

    /// The checksum of no bytes yet.
    package init(seed: UInt64 = 0) {
        self.seed = seed
        lanes = (seed &+ p1 &+ p2, seed &+ p2, seed, seed &- p1)
    }

    /// The checksum of bytes that are all there.
    package static func digest(of bytes: RawSpan, seed: UInt64 = 0) -> UInt64 {
        var hash = XXHash64(seed: seed)
        hash.update(bytes)
        return hash.digest
    }

    /// Adds bytes.
    package mutating func update(_ bytes: RawSpan) {
        byteCount &+= UInt64(bytes.byteCount)
        var offset = 0
        if pendingCount > 0 {
            offset = keep(bytes, from: 0)
            guard pendingCount == 32 else { return }
            lanes = (
                round(lanes.0, word(at: 0)), round(lanes.1, word(at: 8)),
                round(lanes.2, word(at: 16)), round(lanes.3, word(at: 24))
            )
            pendingCount = 0
        }
        offset = consumeStripes(of: bytes, from: offset)
        _ = keep(bytes, from: offset)
    }

    /// The checksum of the bytes so far.
    package var digest: UInt64 {
        var hash = byteCount >= 32 ? mergedLanes : seed &+ p5
        hash &+= byteCount
        var offset = 0
        while offset + 8 <= pendingCount {
            hash = rotate(hash ^ round(0, word(at: offset)), 27) &* p1 &+ p4
            offset += 8
        }
        if offset + 4 <= pendingCount {
            hash = rotate(hash ^ (word(at: offset, byteCount: 4) &* p1), 23) &* p2 &+ p3
            offset += 4
        }
        while offset < pendingCount {
            hash = rotate(hash ^ (UInt64(pending[offset]) &* p5), 11) &* p1
            offset += 1
        }
        hash = (hash ^ (hash >> 33)) &* p2
        hash = (hash ^ (hash >> 29)) &* p3
        return hash ^ (hash >> 32)
    }

    private var mergedLanes: UInt64 {
        let (a, b, c, d) = lanes
        var hash = rotate(a, 1) &+ rotate(b, 7) &+ rotate(c, 12) &+ rotate(d, 18)
        hash = (hash ^ round(0, a)) &* p1 &+ p4
        hash = (hash ^ round(0, b)) &* p1 &+ p4
        hash = (hash ^ round(0, c)) &* p1 &+ p4
        return (hash ^ round(0, d)) &* p1 &+ p4
    }

    /// Takes whole stripes of 32 bytes; returns where it stopped.
    private mutating func consumeStripes(of bytes: RawSpan, from start: Int) -> Int {
        var (a, b, c, d) = lanes
        var offset = start
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

    /// Keeps bytes for the next stripe, until it is full; returns where it stopped.
    private mutating func keep(_ bytes: RawSpan, from start: Int) -> Int {
        let count = min(32 - pendingCount, bytes.byteCount - start)
        for i in 0..<count {
            // Safe because a byte has no alignment or invalid value, and the offset is checked.
            pending[pendingCount + i] = unsafe bytes.unsafeLoad(
                fromByteOffset: start + i, as: UInt8.self)
        }
        pendingCount += count
        return start + count
    }

    private func word(at offset: Int, byteCount: Int = 8) -> UInt64 {
        var word: UInt64 = 0
        for i in 0..<byteCount { word |= UInt64(pending[offset + i]) << UInt64(8 * i) }
        return word
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

/// Eight bytes, least significant first, whose place the caller has checked.
@unsafe @inline(__always)
private func load(_ bytes: RawSpan, _ offset: Int) -> UInt64 {
    unsafe UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: offset, as: UInt64.self))
}

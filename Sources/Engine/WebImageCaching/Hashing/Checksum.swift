/// The checksum of what is stored: the 64 bits of XXH3, without seed.
///
/// Bytes may come in pieces of any length; the digest covers their concatenation.
package struct Checksum: Sendable {
    private var lanes = XXHash3.firstLanes
    private var byteCount = 0
    /// The last 64 bytes of the blocks that were taken, if there are any, then the bytes after
    /// them.
    private var kept: [UInt8] = []
    /// The offset in ``kept`` of the bytes that are in no block yet: at most 1,024.
    private var start = 0

    package init() {}

    /// Returns the checksum of bytes in one piece.
    ///
    /// - Parameter isPortable: `true` leaves out loops in C, for tests that compare both.
    package static func digest(of bytes: RawSpan, isPortable: Bool = false) -> UInt64 {
        let blockCount = max(bytes.byteCount - 1, 0) / XXHash3.blockCount
        var lanes = XXHash3.firstLanes
        XXHash3.take(blockCount, of: bytes, into: &lanes, isPortable: isPortable)
        return XXHash3.digest(
            lanes, rest: bytes, from: blockCount * XXHash3.blockCount,
            byteCount: bytes.byteCount)
    }

    package mutating func update(_ bytes: RawSpan) {
        byteCount += bytes.byteCount
        // A block is taken only when bytes follow it.
        let room = XXHash3.blockCount - (kept.count - start)
        guard bytes.byteCount > room else { return append(bytes) }
        var offset = 0
        if room < XXHash3.blockCount {
            append(bytes.extracting(first: room))
            offset = room
            let block = kept
            // Safe because bytes have no padding.
            unsafe take(1, of: block.span.bytes.extracting(droppingFirst: start))
        }
        let count = (bytes.byteCount - offset - 1) / XXHash3.blockCount
        if count > 0 {
            take(count, of: bytes.extracting(droppingFirst: offset))
            offset += count * XXHash3.blockCount
        }
        append(bytes.extracting(droppingFirst: offset))
    }

    package var digest: UInt64 {
        // Safe because bytes have no padding.
        unsafe XXHash3.digest(lanes, rest: kept.span.bytes, from: start, byteCount: byteCount)
    }

    /// Takes whole blocks from the start of `bytes` and keeps their last 64 bytes.
    private mutating func take(_ count: Int, of bytes: RawSpan) {
        XXHash3.take(count, of: bytes, into: &lanes)
        let end = count * XXHash3.blockCount
        kept.removeAll(keepingCapacity: true)
        append(bytes.extracting(end - XXHash3.stripeCount..<end))
        start = kept.count
    }

    private mutating func append(_ bytes: RawSpan) {
        // Safe because the bytes are copied during the call.
        unsafe bytes.withUnsafeBytes { unsafe kept.append(contentsOf: $0) }
    }
}

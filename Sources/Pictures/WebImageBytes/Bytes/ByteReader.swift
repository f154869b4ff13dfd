/// A position in a span from which numbers are read one after the other; nil past the end.
///
/// It stores the position only, and each call gets the span. A struct that stores a span needs
/// lifetime annotations, which are not stable in Swift yet. For reads at known offsets, `RawSpan`
/// has the same methods with `at:`.
@usableFromInline
package struct ByteReader: Sendable {
    /// The order of a number's bytes.
    @usableFromInline
    package enum Order: Sendable {
        /// Least significant byte first.
        case little
        /// Most significant byte first.
        case big
    }

    /// The offset of the next byte.
    @usableFromInline package var offset: Int
    /// The order of a number's bytes.
    @usableFromInline package let order: Order

    /// Creates a reader that starts at `offset`.
    @inlinable
    package init(at offset: Int = 0, _ order: Order) {
        self.offset = offset
        self.order = order
    }

    /// Reads the next byte.
    @inlinable
    package mutating func u8(of bytes: RawSpan) -> UInt8? {
        guard let value = bytes.u8(at: offset) else { return nil }
        offset += 1
        return value
    }

    /// Reads the next two bytes as a number.
    @inlinable
    package mutating func u16(of bytes: RawSpan) -> UInt16? {
        guard let value = bytes.u16(at: offset, order) else { return nil }
        offset += 2
        return value
    }

    /// Reads the next four bytes as a number.
    @inlinable
    package mutating func u32(of bytes: RawSpan) -> UInt32? {
        guard let value = bytes.u32(at: offset, order) else { return nil }
        offset += 4
        return value
    }

    /// Skips `count` bytes; if there are fewer, returns nil without moving.
    @inlinable
    package mutating func skip(_ count: Int, of bytes: RawSpan) -> Void? {
        guard let range = bytes.range(at: offset, count: count) else { return nil }
        offset = range.upperBound
        return ()
    }
}

// The readers are inlinable, since codecs read single bytes with them in the loops of other
// modules.
extension RawSpan {
    /// Returns the range of `count` bytes from `offset` on, nil unless all of them are inside.
    @inlinable
    package func range(at offset: Int, count: Int) -> Range<Int>? {
        guard offset >= 0, count >= 0, offset <= byteCount, count <= byteCount - offset else {
            return nil
        }
        return offset..<(offset + count)
    }

    /// Returns the byte at `offset`, nil outside.
    @inlinable @inline(__always)
    package func u8(at offset: Int) -> UInt8? {
        guard offset >= 0, offset < byteCount else { return nil }
        // Safe because the offset was just checked.
        return unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
    }

    /// Returns the number in the two bytes from `offset` on, nil unless both are inside.
    @inlinable
    package func u16(at offset: Int, _ order: ByteReader.Order) -> UInt16? {
        guard range(at: offset, count: 2) != nil else { return nil }
        // Safe because any two bytes are a valid number, and the range was just checked.
        let value = unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self)
        return order == .little ? UInt16(littleEndian: value) : UInt16(bigEndian: value)
    }

    /// Returns the number in the four bytes from `offset` on, nil unless all are inside.
    @inlinable
    package func u32(at offset: Int, _ order: ByteReader.Order) -> UInt32? {
        guard range(at: offset, count: 4) != nil else { return nil }
        // Safe because any four bytes are a valid number, and the range was just checked.
        let value = unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return order == .little ? UInt32(littleEndian: value) : UInt32(bigEndian: value)
    }

    /// Returns `true` if the bytes from `offset` on are those of `text`.
    @inlinable
    package func has(_ text: StaticString, at offset: Int = 0) -> Bool {
        guard range(at: offset, count: text.utf8CodeUnitCount) != nil else { return false }
        // Safe because the buffer of a static string is never released and both ranges are checked.
        return text.withUTF8Buffer { expected in
            for index in 0..<expected.count {
                guard unsafe u8(at: offset + index) == expected[index] else { return false }
            }
            return true
        }
    }

    /// Returns `true` if the bytes from `offset` on are `expected`.
    @inlinable
    package func has(_ expected: [UInt8], at offset: Int = 0) -> Bool {
        guard range(at: offset, count: expected.count) != nil else { return false }
        return expected.indices.allSatisfy { u8(at: offset + $0) == expected[$0] }
    }

    /// Returns the first `count` bytes, or all bytes if there are fewer.
    package func prefixBytes(_ count: Int) -> [UInt8] {
        copy(0..<Swift.max(count, 0))
    }

    /// Returns a copy of the bytes of a range; those inside, if it is not.
    package func copy(_ range: Range<Int>) -> [UInt8] {
        let inside = range.clamped(to: 0..<byteCount)
        // Safe because the copied range is inside the span.
        return unsafe withUnsafeBytes { bytes in unsafe Array(bytes[inside]) }
    }
}

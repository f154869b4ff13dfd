import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A reader of numbers and texts in untrusted bytes; nil if they end too early.
struct ByteCursor {
    private let all: [UInt8]
    private var position = 0

    init(_ bytes: RawSpan) {
        // Safe because the bytes are copied during the call.
        all = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    }

    var isAtEnd: Bool { position == all.count }

    /// Reads a number, least significant byte first.
    mutating func integer<Number: FixedWidthInteger & UnsignedInteger>(
        _: Number.Type
    ) -> Number? {
        guard let range = advance(Number.bitWidth / 8) else { return nil }
        var number: Number = 0
        for index in range.reversed() { number = number << 8 | Number(all[index]) }
        return number
    }

    /// Reads a length of four bytes and as many bytes.
    mutating func counted() -> ArraySlice<UInt8>? {
        guard let count = integer(UInt32.self) else { return nil }
        return advance(Int(count)).map { all[$0] }
    }

    /// Reads UTF-8 after its length; nil also if it is invalid.
    mutating func text() -> String? {
        guard let count = integer(UInt32.self), let range = advance(Int(count)) else { return nil }
        // Safe because the text is a copy of bytes inside, and as many are compared as both have.
        return unsafe all.withUnsafeBufferPointer { bytes in
            let bytes = unsafe UnsafeBufferPointer(rebasing: bytes[range])
            var text = unsafe String(decoding: bytes, as: UTF8.self)
            // Decoding keeps valid bytes as they are; validation takes several times as long.
            let isValid = text.withUTF8 { utf8 in
                guard let old = bytes.baseAddress, let new = utf8.baseAddress else { return true }
                guard utf8.count == bytes.count else { return false }
                return unsafe memcmp(old, new, bytes.count) == 0
            }
            return isValid ? text : nil
        }
    }

    /// Reads a moment, within 3,000 years of 2001; nil also if it is not a number.
    mutating func date() -> Date? {
        let seconds = integer(UInt64.self).map { Double(bitPattern: $0) } ?? .nan
        if seconds.isNaN { return nil }
        return Date(timeIntervalSinceReferenceDate: min(max(seconds, -1e11), 1e11))
    }

    /// Reads a byte that is 0, or 1 and then a value; the outer nil if it is neither.
    mutating func optional<Value>(_ read: (inout ByteCursor) -> Value?) -> Value?? {
        switch integer(UInt8.self) {
        case 0: return .some(nil)
        case 1: return read(&self).map { .some($0) }
        default: return nil
        }
    }

    private mutating func advance(_ count: Int) -> Range<Int>? {
        guard count <= all.count - position else { return nil }
        defer { position += count }
        return position..<position + count
    }
}

extension RawSpan {
    /// Returns the number at an offset, least significant byte first.
    func integer<Number: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int, as _: Number.Type
    ) -> Number {
        // Safe because every pattern of bits is a number; the place is checked.
        unsafe Number(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}

extension [UInt8] {
    mutating func append(integer: some FixedWidthInteger) {
        for shift in stride(from: 0, to: integer.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: integer >> shift))
        }
    }

    mutating func append(text: String) {
        append(integer: UInt32(truncatingIfNeeded: text.utf8.count))
        append(contentsOf: text.utf8)
    }

    mutating func append(date: Date) {
        append(integer: date.timeIntervalSinceReferenceDate.bitPattern)
    }

    mutating func append<Value>(
        optional value: Value?, _ write: (inout [UInt8], Value) -> Void
    ) {
        append(value == nil ? 0 : 1)
        if let value { write(&self, value) }
    }
}

import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads numbers and texts out of bytes that nobody vouches for; nil where they end too early.
struct ByteCursor {
    private let all: [UInt8]
    private var position = 0

    /// Begins at `start` and ends before `end`, which are inside.
    init(_ bytes: RawSpan, from start: Int, to end: Int) {
        // Safe because the bytes are copied during the call.
        all = unsafe bytes.extracting(start..<end).withUnsafeBytes { unsafe Array($0) }
    }

    /// Whether all was read.
    var isAtEnd: Bool { position == all.count }

    /// The next `count` bytes.
    package mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        advance(count).map { all[$0] }
    }

    /// A number, least significant byte first.
    mutating func integer<Number: FixedWidthInteger & UnsignedInteger>(
        _: Number.Type
    ) -> Number? {
        guard let range = advance(Number.bitWidth / 8) else { return nil }
        var number: Number = 0
        for index in range.reversed() { number = number << 8 | Number(all[index]) }
        return number
    }

    /// A length of four bytes and as many bytes.
    mutating func counted() -> ArraySlice<UInt8>? {
        integer(UInt32.self).flatMap { bytes(Int($0)) }
    }

    /// UTF-8 after its length; nil too when it is not valid.
    mutating func text() -> String? {
        guard let count = integer(UInt32.self), let range = advance(Int(count)) else { return nil }
        // Safe because the text is a copy of bytes inside, and as many are compared as both have.
        return unsafe all.withUnsafeBufferPointer { bytes in
            let bytes = unsafe UnsafeBufferPointer(rebasing: bytes[range])
            var text = unsafe String(decoding: bytes, as: UTF8.self)
            // What is valid was taken as it is; to ask for that first takes several times as long.
            let isValid = text.withUTF8 { utf8 in
                guard let old = bytes.baseAddress, let new = utf8.baseAddress else { return true }
                guard utf8.count == bytes.count else { return false }
                return unsafe memcmp(old, new, bytes.count) == 0
            }
            return isValid ? text : nil
        }
    }

    /// A moment; nil too when it is not a number.
    package mutating func date() -> Date? {
        guard let bits = integer(UInt64.self) else { return nil }
        let seconds = Double(bitPattern: bits)
        return seconds.isNaN ? nil : Date(timeIntervalSinceReferenceDate: seconds)
    }

    /// A byte that is 0, or 1 and then a value; the outer nil when it is neither.
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
    /// The number at that place, which is inside, least significant byte first.
    func integer<Number: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int, as _: Number.Type
    ) -> Number {
        // Safe because every pattern of bits is a number; the place is checked.
        unsafe Number(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}

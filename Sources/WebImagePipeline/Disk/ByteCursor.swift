import FoundationEssentials

/// Reads numbers and texts out of bytes that nobody vouches for; nil where they end too early.
struct ByteCursor {
    private var rest: ArraySlice<UInt8>

    /// Begins at `start` and ends before `end`, which are inside.
    init(_ bytes: RawSpan, from start: Int, to end: Int) {
        // Safe because the bytes are copied during the call.
        rest = unsafe bytes.extracting(start..<end).withUnsafeBytes { unsafe Array($0)[...] }
    }

    /// Whether all was read.
    var isAtEnd: Bool { rest.isEmpty }

    /// The next `count` bytes.
    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// A number, least significant byte first.
    mutating func integer<Number: FixedWidthInteger & UnsignedInteger>(
        _: Number.Type
    ) -> Number? {
        bytes(Number.bitWidth / 8)?.reversed().reduce(0) { $0 << 8 | Number($1) }
    }

    /// A length of four bytes and as many bytes.
    mutating func counted() -> ArraySlice<UInt8>? {
        integer(UInt32.self).flatMap { bytes(Int($0)) }
    }

    /// UTF-8 after its length; nil too when it is not valid.
    mutating func text() -> String? {
        counted().flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// A moment; nil too when it is not a number.
    mutating func date() -> Date? {
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
}

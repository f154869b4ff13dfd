/// A reader of numbers of some bits, one after the other; past the end it reads zeros.
package struct BitReader: Sendable {
    private let bytes: ArraySlice<UInt8>
    private let order: ByteReader.Order
    /// The number of bits that were read or skipped; saturates.
    package private(set) var position = 0

    /// Creates a reader.
    ///
    /// - Parameter order: `.big` if the most significant bit of a byte and of a number is the first
    ///   one, `.little` if it is the last.
    package init(_ bytes: ArraySlice<UInt8>, _ order: ByteReader.Order) {
        self.bytes = bytes
        self.order = order
    }

    /// `true` if more bits were read than exist.
    package var isPastEnd: Bool { position > bytes.count * 8 }

    /// Skips `count` bits.
    package mutating func skip(_ count: Int) {
        let (next, overflow) = position.addingReportingOverflow(count)
        position = overflow ? .max : next
    }

    /// Reads a number of `count` bits, at most 32.
    package mutating func read(_ count: Int) -> Int {
        var value = 0
        for place in 0..<count {
            let index = bytes.startIndex + position / 8
            let byte = Int(index < bytes.endIndex ? bytes[index] : 0)
            switch order {
            case .big: value = value << 1 | byte >> (7 - position % 8) & 1
            case .little: value |= (byte >> (position % 8) & 1) << place
            }
            skip(1)
        }
        return value
    }

    /// Reads a flag.
    package mutating func readFlag() -> Bool { read(1) == 1 }

    /// Reads a number in Exp-Golomb code (ITU-T H.265, section 9.2; AV1, section 4.10.3), 2³² - 1
    /// for larger ones.
    package mutating func readCode() -> Int {
        var zeros = 0
        while !isPastEnd, read(1) == 0 { zeros += 1 }
        return zeros < 32 ? (1 << zeros) - 1 + read(zeros) : 1 << 32 - 1
    }

    /// Reads a number in one of four forms, selected by two bits (JPEG XL, part 1, `U32`).
    ///
    /// - Parameter forms: The base of each form, and the number of bits added to it.
    package mutating func read(_ forms: [(first: Int, bits: Int)]) -> Int {
        let form = forms[read(2)]
        return form.first + read(form.bits)
    }
}

#if AVIF
    import WebImageCoding

    /// A bit reader of an AV1 unit, most significant bit first; past the end it reads zeros.
    struct AV1Bits {
        private let bytes: [UInt8]
        private var position = 0

        /// Creates a reader of the first `count` bytes of a unit.
        init(_ unit: RawSpan, count: Int) {
            bytes = unit.prefixBytes(count)
        }

        /// `true` if more bits were read than exist.
        var isPastEnd: Bool { position > bytes.count * 8 }

        /// Skips `count` bits.
        mutating func skip(_ count: Int) { position += count }

        /// Reads a number of `count` bits, at most 32.
        mutating func read(_ count: Int) -> Int {
            var value = 0
            for _ in 0..<count {
                let byte = position / 8 < bytes.count ? bytes[position / 8] : 0
                value = value << 1 | Int(byte >> UInt8(7 - position % 8) & 1)
                position += 1
            }
            return value
        }

        /// Reads a flag.
        mutating func readFlag() -> Bool { read(1) == 1 }

        /// Skips a variable-length number (AV1, section 4.10.3).
        mutating func skipNumber() {
            var zeros = 0
            while zeros < 32, !isPastEnd, read(1) == 0 { zeros += 1 }
            skip(zeros < 32 ? zeros : 0)
        }
    }
#endif

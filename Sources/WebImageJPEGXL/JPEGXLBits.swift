#if JPEGXL
    /// A bit reader of a codestream, least significant bit first; past the end it reads zeros.
    struct JPEGXLBits {
        private let bytes: ArraySlice<UInt8>
        private(set) var position = 0

        init(_ bytes: ArraySlice<UInt8>) {
            self.bytes = bytes
        }

        /// `true` if more bits were read than exist.
        var isPastEnd: Bool { position > bytes.count * 8 }

        /// Skips `count` bits.
        mutating func skip(_ count: Int) {
            let (next, overflow) = position.addingReportingOverflow(count)
            position = overflow ? .max : next
        }

        /// Skips the rest of a byte.
        mutating func align() { skip((8 - position % 8) % 8) }

        /// Reads a number of `count` bits, at most 32.
        mutating func read(_ count: Int) -> Int {
            var value = 0
            for place in 0..<count {
                let index = bytes.startIndex + position / 8
                guard index < bytes.endIndex else {
                    skip(count - place)
                    return value
                }
                value |= Int(bytes[index] >> UInt8(position % 8) & 1) << place
                position += 1
            }
            return value
        }

        /// Reads a flag.
        mutating func readFlag() -> Bool { read(1) == 1 }

        /// Reads a number in one of four forms, selected by two bits (JPEG XL, part 1, `U32`).
        ///
        /// - Parameter forms: The base of each form, and the number of bits added to it.
        mutating func read(_ forms: [(first: Int, bits: Int)]) -> Int {
            let form = forms[read(2)]
            return form.first + read(form.bits)
        }

        /// Reads a number of up to 64 bits (`U64`).
        mutating func readLong() -> UInt64 {
            switch read(2) {
            case 0: return 0
            case 1: return UInt64(1 + read(4))
            case 2: return UInt64(17 + read(8))
            default: break
            }
            var (value, shift) = (UInt64(read(12)), UInt64(12))
            while readFlag() {
                guard shift < 60 else { return value | UInt64(read(4)) << 60 }
                value |= UInt64(read(8)) << shift
                shift += 8
            }
            return value
        }
    }
#endif

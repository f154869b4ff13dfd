#if JPEGXL
    import WebImageCoding

    extension BitReader {
        /// Skips the rest of a byte.
        mutating func align() { skip((8 - position % 8) % 8) }

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

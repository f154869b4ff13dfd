#if HEIF
    import WebImageCoding

    /// A bit reader of an HEVC unit without emulation prevention bytes (ITU-T H.265, section
    /// 7.3.1.1); past the end it reads zeros.
    struct HEVCBits {
        private let bytes: [UInt8]
        private var position = 0

        /// Creates a reader of the first hundred bytes of a unit, enough for profile and size.
        init(_ unit: RawSpan) {
            var (result, zeros): ([UInt8], Int) = ([], 0)
            for byte in unit.prefixBytes(100) {
                if zeros >= 2, byte == 3 {
                    zeros = 0
                    continue
                }
                zeros = byte == 0 ? zeros + 1 : 0
                result.append(byte)
            }
            bytes = result
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

        /// Reads a number in Exp-Golomb code (section 9.2).
        mutating func readCode() -> Int {
            var zeros = 0
            while zeros < 32, !isPastEnd, read(1) == 0 { zeros += 1 }
            return (1 << zeros) - 1 + read(zeros)
        }

        /// Skips profile, tier and level (section 7.3.3) of `layers` + 1 layers.
        mutating func skipProfile(layers: Int) {
            skip(96)
            guard layers > 0 else { return }
            let present = (0..<layers).map { _ in (read(1), read(1)) }
            skip(2 * (8 - layers))
            for (profile, level) in present { skip(profile * 88 + level * 8) }
        }
    }
#endif

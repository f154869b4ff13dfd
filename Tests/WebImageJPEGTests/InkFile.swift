#if JPEG
    import WebImageCoding

    /// A handmade JPEG of 8 × 8 equal pixels with four components, which the library cannot encode.
    struct InkFile {
        /// The stored samples of the four components.
        var samples: [Int]
        /// The transform in the Adobe segment, 0 for CMYK, 2 for YCCK; `nil` for no such segment.
        var adobeTransform: UInt8?

        var bytes: ByteBlock {
            var file: [UInt8] = [0xFF, 0xD8]
            if let adobeTransform {
                file += segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, adobeTransform])
            }
            // A quantum of 8 makes a DC coefficient the distance of the sample from 128.
            file += segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
            file += segment(
                0xC0, [8, 0, 8, 0, 8, 4] + (1...4).flatMap { [UInt8($0), 0x11, 0] })
            // DC: twelve codes of four bits, in order. AC: one code of one bit, the end of a block.
            file += segment(
                0xC4, [0x00] + [0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + (0..<12))
            file += segment(0xC4, [0x10] + [1] + [UInt8](repeating: 0, count: 15) + [0])
            file += segment(0xDA, [4] + (1...4).flatMap { [UInt8($0), 0] } + [0, 63, 0])
            return ByteBlock(copying: file + scan + [0xFF, 0xD9])
        }

        private var scan: [UInt8] {
            var bits = ""
            for sample in samples {
                let value = sample - 128
                let length = String(abs(value), radix: 2).count * (value == 0 ? 0 : 1)
                bits += padded(String(length, radix: 2), to: 4)
                if length > 0 {
                    let coded = value > 0 ? value : value + (1 << length) - 1
                    bits += padded(String(coded, radix: 2), to: length)
                }
                bits += "0"
            }
            bits += String(repeating: "1", count: (8 - bits.count % 8) % 8)
            let digits = Array(bits)
            return stride(from: 0, to: digits.count, by: 8).flatMap { at -> [UInt8] in
                let byte = UInt8(String(digits[at..<at + 8]), radix: 2) ?? 0
                return byte == 0xFF ? [0xFF, 0] : [byte]
            }
        }

        private func padded(_ digits: String, to count: Int) -> String {
            String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
    }
#endif

#if GIF
    import WebImageCoding
    import WebImagePixels

    /// A writer of small GIF files, valid unless a part is left out.
    struct GIFBuilder {
        private(set) var bytes: [UInt8]

        /// Red, green, blue, white: the global palette of every file here.
        static let palette: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]

        /// Writes a header; `hasPalette` adds the global palette.
        init(width: Int, height: Int, hasPalette: Bool = true) {
            bytes = Array("GIF89a".utf8) + Self.word(width) + Self.word(height)
            bytes += [hasPalette ? 0x81 : 0x01, 0, 0]
            if hasPalette { bytes += Self.palette }
        }

        /// Adds a graphic control: delay in hundredths, transparent index, disposal.
        ///
        /// A disposal of 0 or 1 keeps the frame, 2 clears it, 3 and 4 restore the canvas before it.
        mutating func control(delay: Int, transparent: UInt8? = nil, disposal: UInt8 = 0) {
            bytes += [0x21, 0xF9, 4, disposal << 2 | (transparent == nil ? 0 : 1)]
            bytes += Self.word(delay)
            bytes += [transparent ?? 0, 0]
        }

        /// Adds a loop block of `name`, eleven letters.
        mutating func loop(_ repeats: Int, name: String = "NETSCAPE2.0") {
            bytes += [0x21, 0xFF, 11] + Array(name.utf8) + [3, 1] + Self.word(repeats) + [0]
        }

        /// Adds a frame of indices below 4, in file order; with a code size, as strings.
        mutating func frame(
            x: Int = 0, y: Int = 0, width: Int, height: Int, indices: [UInt8],
            localPalette: [UInt8]? = nil, interlaced: Bool = false, codeSize: Int? = nil
        ) {
            bytes += [0x2C] + Self.word(x) + Self.word(y) + Self.word(width) + Self.word(height)
            bytes.append((localPalette == nil ? 0 : 0x81) | (interlaced ? 0x40 : 0))
            bytes += localPalette ?? []
            bytes.append(UInt8(codeSize ?? 2))
            let data = codeSize.map { Self.strings(indices, $0) } ?? Self.compress(indices)
            for start in stride(from: 0, to: data.count, by: 255) {
                let block = data[start..<min(start + 255, data.count)]
                bytes += [UInt8(block.count)] + block
            }
            bytes.append(0)
        }

        /// Returns the file with its trailer.
        func finished() -> ByteBlock { ByteBlock(copying: bytes + [0x3B]) }

        /// Encodes LZW that clears its table before every second pixel: codes have 3 bits.
        private static func compress(_ indices: [UInt8]) -> [UInt8] {
            var (result, bits, count): ([UInt8], UInt32, UInt32) = ([], 0, 0)
            var codes: [UInt32] = []
            for (position, index) in indices.enumerated() {
                if position % 2 == 0 { codes.append(4) }
                codes.append(UInt32(index))
            }
            for code in codes + [5] {
                bits |= code << count
                count += 3
                while count >= 8 {
                    result.append(UInt8(bits & 255))
                    bits >>= 8
                    count -= 8
                }
            }
            return count > 0 ? result + [UInt8(bits)] : result
        }

        /// Encodes LZW with strings (GIF89a specification, appendix F).
        private static func strings(_ indices: [UInt8], _ codeSize: Int) -> [UInt8] {
            let clear = 1 << codeSize
            var (codes, known): ([(Int, width: Int)], [Int: Int]) = ([], [:])
            var (width, next) = (codeSize + 1, clear + 2)
            codes.append((clear, width))
            var last = indices.first.map { Int($0) } ?? 0
            for index in indices.dropFirst() {
                if let code = known[last << 8 | Int(index)] {
                    last = code
                    continue
                }
                codes.append((last, width))
                known[last << 8 | Int(index)] = next
                next += 1
                if next > 1 << width { width += 1 }
                if next == 4096 {
                    codes.append((clear, width))
                    (width, next, known) = (codeSize + 1, clear + 2, [:])
                }
                last = Int(index)
            }
            codes += [(last, width), (clear + 1, width)]
            return packed(codes)
        }

        private static func packed(_ codes: [(Int, width: Int)]) -> [UInt8] {
            var (result, bits, count): ([UInt8], Int, Int) = ([], 0, 0)
            for (code, width) in codes {
                bits |= code << count
                count += width
                while count >= 8 {
                    result.append(UInt8(bits & 255))
                    bits >>= 8
                    count -= 8
                }
            }
            return count > 0 ? result + [UInt8(bits)] : result
        }

        private static func word(_ value: Int) -> [UInt8] {
            [UInt8(value & 255), UInt8(value >> 8 & 255)]
        }
    }
#endif

#if TIFF
    import WebImageCoding

    /// The size within an encoded strip or tile.
    struct TIFFStreamSize {
        let width: Int
        let height: Int
        /// The bytes of coefficients in memory at once; 0 for a stream of one scan.
        var coefficientBytes = 0

        /// Reads the frame header of a JPEG stream (ITU-T T.81, B.2.2) and its first scan header.
        ///
        /// Returns nil if one is missing, which libjpeg rejects too. Like libjpeg it skips bytes
        /// between segments.
        init?(jpeg bytes: RawSpan) {
            guard bytes.has([0xFF, 0xD8]) else { return nil }
            var frame: (size: TIFFStreamSize, components: Int, isProgressive: Bool)?
            var offset = 2
            while let (marker, start) = Self.marker(of: bytes, from: offset) {
                if marker == 0x01 || (0xD0...0xD7).contains(marker) {
                    offset = start
                    continue
                }
                guard let length = bytes.u16(at: start, .big) else { return nil }
                offset = start + max(Int(length), 2)
                switch marker {
                case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                    guard let height = bytes.u16(at: start + 3, .big),
                        let width = bytes.u16(at: start + 5, .big),
                        let components = bytes.u8(at: start + 7)
                    else { return nil }
                    let size = TIFFStreamSize(width: Int(width), height: Int(height))
                    frame = frame ?? (size, Int(components), [0xC2, 0xCA].contains(marker))
                case 0xDA:
                    guard let frame, let components = bytes.u8(at: start + 2) else { return nil }
                    self = frame.size
                    if frame.isProgressive || Int(components) < frame.components {
                        coefficientBytes = size(of: frame.components)
                    }
                    return
                default: break
                }
            }
            return nil
        }

        private init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }

        /// Returns the bytes of all coefficients, in components padded to units of 4 × 4 blocks.
        private func size(of components: Int) -> Int {
            (width + 31) / 32 * 32 * ((height + 31) / 32 * 32) * components * 2
        }

        /// Returns the next marker from `offset`, and the offset after it.
        private static func marker(of bytes: RawSpan, from offset: Int) -> (UInt8, Int)? {
            var offset = offset
            while let byte = bytes.u8(at: offset) {
                offset += 1
                guard byte == 0xFF else { continue }
                while bytes.u8(at: offset) == 0xFF { offset += 1 }
                guard let marker = bytes.u8(at: offset) else { return nil }
                offset += 1
                if marker != 0 { return (marker, offset) }
            }
            return nil
        }

        /// Reads the header of a WebP file; nil if its first chunk has no size.
        init?(webP bytes: RawSpan) {
            guard bytes.has("RIFF"), bytes.has("WEBP", at: 8) else { return nil }
            if bytes.has("VP8 ", at: 12), bytes.has([0x9D, 0x01, 0x2A], at: 23),
                let width = bytes.u16(at: 26, .little), let height = bytes.u16(at: 28, .little)
            {
                self.init(width: Int(width & 0x3FFF), height: Int(height & 0x3FFF))
            } else if bytes.has("VP8L", at: 12), bytes.u8(at: 20) == 0x2F,
                let bits = bytes.u32(at: 21, .little)
            {
                self.init(width: Int(bits & 0x3FFF) + 1, height: Int(bits >> 14 & 0x3FFF) + 1)
            } else if bytes.has("VP8X", at: 12), let width = bytes.u32(at: 24, .little),
                let height = bytes.u32(at: 26, .little)
            {
                // libwebp rejects an image of a different size.
                self.init(width: Int(width & 0xFF_FFFF) + 1, height: Int(height >> 8) + 1)
            } else {
                return nil
            }
        }
    }
#endif

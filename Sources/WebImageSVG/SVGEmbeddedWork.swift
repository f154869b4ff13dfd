#if SVG
    import WebImageCoding
    import WebImagePixels

    /// The work of librsvg's own decoders for an embedded image: they read all scans of a JPEG and
    /// all frames of a GIF, in time quadratic in their number.
    struct SVGEmbeddedWork {
        /// The number of scans or frames; 1 for other formats.
        private(set) var count = 1
        /// The pixels of all frames.
        private(set) var pixels = 0

        /// The maximum count that takes negligible time; usual JPEGs have about ten scans.
        let maxCount: Int

        init(_ bytes: [UInt8], _ format: ImageFormat) {
            maxCount = format == .jpeg ? 50 : 200
            switch format {
            case .jpeg: countScans(bytes)
            case .gif: countFrames(bytes)
            default: break
            }
        }

        /// Counts scans by their marker, which entropy-coded data never contains.
        private mutating func countScans(_ bytes: [UInt8]) {
            count = zip(bytes, bytes.dropFirst()).count { $0 == 0xFF && $1 == 0xDA }
        }

        /// Counts frames, skipping bytes that begin no block, as librsvg's decoder does.
        private mutating func countFrames(_ bytes: [UInt8]) {
            count = 0
            guard bytes.count > 13 else { return }
            var place = 13 + Self.tableSize(bytes[10])
            while place < bytes.count, bytes[place] != UInt8(ascii: ";"), count <= maxCount {
                switch bytes[place] {
                case UInt8(ascii: "!"): place = Self.end(ofBlocks: bytes, from: place + 2)
                case UInt8(ascii: ",") where place + 9 < bytes.count:
                    let sides = [5, 7].map { side in
                        Int(bytes[place + side]) | Int(bytes[place + side + 1]) << 8
                    }
                    count += 1
                    pixels += sides[0] * sides[1]
                    place = Self.end(
                        ofBlocks: bytes, from: place + 11 + Self.tableSize(bytes[place + 9]))
                default: place += 1
                }
            }
        }

        private static func tableSize(_ flags: UInt8) -> Int {
            flags & 0x80 == 0 ? 0 : 6 << Int(flags & 7)
        }

        private static func end(ofBlocks bytes: [UInt8], from start: Int) -> Int {
            var place = start
            while place < bytes.count, bytes[place] > 0 { place += Int(bytes[place]) + 1 }
            return place + 1
        }
    }
#endif

#if TIFF
    import WebImageCoding
    import WebImagePixels
    import WebImageTIFF

    /// A writer of TIFF structures, little-endian, without compression.
    struct TIFFFile {
        /// One page: its pixels, and all entries of its directory except their offsets.
        struct Page {
            var width: Int
            var height: Int
            var bits = 8
            var samples = 1
            var photometric = 1
            /// The bytes of each strip or tile.
            var blocks: [[UInt8]]
            /// Width and height of a tile; `nil` for strips.
            var tile: PixelSize?
            var rowsPerStrip: Int?
            /// More SHORT entries: tag and numbers.
            var shorts: [(tag: Int, numbers: [Int])] = []
            /// More RATIONAL entries: tag, and the numbers above and below.
            var fractions: [(tag: Int, numbers: [(UInt32, UInt32)])] = []
            /// More ASCII entries: tag and text.
            var texts: [(tag: Int, text: String)] = []
            /// The number of strips or tiles that share the bytes, for each of `blocks`.
            var repeats = 1
        }

        private(set) var bytes: [UInt8]
        /// The position of the next directory's offset.
        private var link = 4

        init() {
            bytes = [0x49, 0x49, 42, 0, 0, 0, 0, 0]
        }

        /// Creates a file of one page.
        ///
        /// - Parameter lead: Bytes between the header and the first directory.
        init(_ page: Page, lead: [UInt8] = []) {
            self.init()
            bytes += lead
            add(page)
        }

        mutating func add(_ page: Page) {
            let places = page.blocks.flatMap { block in
                let place = bytes.count
                bytes += block
                return Array(repeating: place, count: page.repeats)
            }
            let counts = page.blocks.flatMap {
                Array(repeating: $0.count, count: page.repeats)
            }
            var entries: [(tag: Int, size: Int, numbers: [Int])] = [
                (256, 4, [page.width]), (257, 4, [page.height]),
                (258, 2, Array(repeating: page.bits, count: page.samples)),
                (259, 2, [1]), (262, 2, [page.photometric]),
                (277, 2, [page.samples]),
            ]
            if let tile = page.tile {
                entries += [(322, 4, [tile.width]), (323, 4, [tile.height])]
                entries += [(324, 4, places), (325, 4, counts)]
            } else {
                entries += [(278, 4, [page.rowsPerStrip ?? page.height])]
                entries += [(273, 4, places), (279, 4, counts)]
            }
            entries.removeAll { entry in page.shorts.contains { $0.tag == entry.tag } }
            entries += page.shorts.map { ($0.tag, 2, $0.numbers) }
            entries += page.fractions.map { fraction in
                (fraction.tag, 8, fraction.numbers.map { Int($0.0) | Int($0.1) << 32 })
            }
            entries += page.texts.map { ($0.tag, 1, $0.text.utf8.map { Int($0) } + [0]) }
            write(entries.sorted { $0.tag < $1.tag })
        }

        /// Sets the offset in the last directory.
        mutating func linkLast(to place: Int) {
            bytes.replaceSubrange(link..<(link + 4), with: Self.number(place, 4))
        }

        /// Returns the bytes of a file whose first directory is this one.
        func beginning(at directory: Int) -> [UInt8] {
            var bytes = bytes
            bytes.replaceSubrange(4..<8, with: Self.number(directory, 4))
            return bytes
        }

        /// The offset of the last page's directory.
        private(set) var lastDirectory = 0

        private mutating func write(_ entries: [(tag: Int, size: Int, numbers: [Int])]) {
            var directory = Self.number(entries.count, 2)
            for (tag, size, numbers) in entries {
                var value = numbers.flatMap { Self.number($0, size) }
                if value.count > 4 {
                    let place = bytes.count
                    bytes += value
                    value = Self.number(place, 4)
                }
                value += Array(repeating: 0, count: 4 - value.count)
                let type = [1: 2, 2: 3, 4: 4, 8: 5][size] ?? 0
                directory += Self.number(tag, 2) + Self.number(type, 2)
                directory += Self.number(numbers.count, 4) + value
            }
            linkLast(to: bytes.count)
            lastDirectory = bytes.count
            bytes += directory
            link = bytes.count
            bytes += [0, 0, 0, 0]
        }

        private static func number(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
    }

    func decode(
        _ bytes: [UInt8], _ options: DecodeOptions = DecodeOptions()
    ) throws(CodecError) -> DecodeOutput {
        try decode(ByteBlock(copying: bytes), options)
    }

    func decode(
        _ bytes: ByteBlock, _ options: DecodeOptions = DecodeOptions()
    ) throws(CodecError) -> DecodeOutput {
        try bytes.withSpan { span throws(CodecError) in
            try TIFFDecoder().decode(span, options: options)
        }
    }
#endif

#if TIFF
    import WebImageCoding
    import WebImagePixels
    import WebImageTIFF

    /// A writer of TIFF structures, without compression.
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
            /// An ICC profile; none if empty.
            var profile: [UInt8] = []
            /// The number of strips or tiles that share the bytes, for each of `blocks`.
            var repeats = 1
        }

        private(set) var bytes: [UInt8]
        private let isBigEndian: Bool
        /// The position of the next directory's offset.
        private var link = 4

        /// - Parameter isBigEndian: `true` to write the directories' numbers highest byte first.
        init(isBigEndian: Bool = false) {
            self.isBigEndian = isBigEndian
            bytes = isBigEndian ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]
            bytes += [0, 0, 0, 0]
        }

        /// Creates a file of one page.
        ///
        /// - Parameter lead: Bytes between the header and the first directory.
        init(_ page: Page, lead: [UInt8] = [], isBigEndian: Bool = false) {
            self.init(isBigEndian: isBigEndian)
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
            if !page.profile.isEmpty {
                entries.append((Self.profileTag, 1, page.profile.map { Int($0) }))
            }
            write(entries.sorted { $0.tag < $1.tag })
        }

        /// Sets the offset in the last directory.
        mutating func linkLast(to place: Int) {
            bytes.replaceSubrange(link..<(link + 4), with: number(place, 4))
        }

        /// Returns the bytes of a file whose first directory is this one.
        func beginning(at directory: Int) -> [UInt8] {
            var bytes = bytes
            bytes.replaceSubrange(4..<8, with: number(directory, 4))
            return bytes
        }

        private static let profileTag = 34675

        /// The offset of the last page's directory.
        private(set) var lastDirectory = 0

        private mutating func write(_ entries: [(tag: Int, size: Int, numbers: [Int])]) {
            var directory = number(entries.count, 2)
            for (tag, size, numbers) in entries {
                var value = numbers.flatMap {
                    size == 8 ? number($0, 4) + number($0 >> 32, 4) : number($0, size)
                }
                if value.count > 4 {
                    let place = bytes.count
                    bytes += value
                    value = number(place, 4)
                }
                value += Array(repeating: 0, count: 4 - value.count)
                let type = tag == Self.profileTag ? 7 : [1: 2, 2: 3, 4: 4, 8: 5][size] ?? 0
                directory += number(tag, 2) + number(type, 2)
                directory += number(numbers.count, 4) + value
            }
            linkLast(to: bytes.count)
            lastDirectory = bytes.count
            bytes += directory
            link = bytes.count
            bytes += [0, 0, 0, 0]
        }

        private func number(_ value: Int, _ size: Int) -> [UInt8] {
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
            return isBigEndian ? bytes.reversed() : bytes
        }

        /// Returns numbers as samples: highest bit first, whole bytes in the file's order.
        static func packed(_ numbers: [Int], bits: Int, isBigEndian: Bool = false) -> [UInt8] {
            if bits % 8 == 0 {
                return numbers.flatMap { number in
                    let bytes = (0..<(bits / 8)).map {
                        UInt8(truncatingIfNeeded: number >> ($0 * 8))
                    }
                    return isBigEndian ? bytes.reversed() : bytes
                }
            }
            var flags = numbers.flatMap { number in
                (0..<bits).reversed().map { number >> $0 & 1 }
            }
            flags += Array(repeating: 0, count: (8 - flags.count % 8) % 8)
            return stride(from: 0, to: flags.count, by: 8).map { at in
                UInt8(flags[at..<(at + 8)].reduce(0) { $0 << 1 | $1 })
            }
        }
    }

    extension DecodeOptions {
        /// Options for light above white.
        static var hdr: DecodeOptions {
            var options = DecodeOptions()
            options.pixelDepth = .hdr
            return options
        }

        /// Options for samples as they are stored.
        static var deep: DecodeOptions {
            var options = DecodeOptions()
            options.pixelDepth = .asStored
            return options
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

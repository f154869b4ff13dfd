#if SVG
    import WebImageCoding

    /// The text of a file, inflated, in an encoding that is a superset of ASCII.
    struct SVGText {
        private(set) var bytes: [UInt8]

        /// The maximum size of the text in bytes; librsvg needs a multiple of it as memory.
        private static let maxBytes = 16 << 20

        /// Inflates `bytes` if they are gzipped, and checks their encoding.
        init(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) {
            let capacity = min(Self.maxBytes, max(limits.maxBytes, 1))
            if bytes.has([0x1F, 0x8B]) {
                self.bytes = try SVGLibrary.gunzip(bytes, capacity: capacity)
            } else {
                guard bytes.byteCount <= capacity else {
                    throw .limit("SVG text of \(bytes.byteCount) bytes, more than \(capacity)")
                }
                self.bytes = bytes.prefixBytes(bytes.byteCount)
            }
            try Self.checkRoot(self.bytes)
            try Self.checkEncoding(self.bytes)
            self.bytes = SVGModern.rewritten(self.bytes)
            guard self.bytes.count <= capacity else {
                throw .limit("SVG text of \(self.bytes.count) bytes, more than \(capacity)")
            }
        }

        /// `true` if there is an `feTile`; librsvg may abort the process at one of size zero.
        var hasTiles: Bool { !tiles.isEmpty }

        /// Renames `feTile` elements, so that librsvg ignores them and filters without tiling.
        mutating func passOverTiles() {
            for place in tiles { bytes[place + 5] = UInt8(ascii: "_") }
        }

        /// Renames the instructions that name style sheets, so that librsvg ignores them: their rules
        /// would not be examined.
        mutating func passOverStyleSheets() {
            var place = 0
            while let start = bytes.place(of: "<?xml-stylesheet", from: place) {
                place = start + 2
                bytes[place] = UInt8(ascii: "_")
            }
        }

        /// Renames an attribute, so that librsvg ignores it.
        mutating func hideName(endingAt place: Int) { bytes[place - 1] = UInt8(ascii: "_") }

        /// Replaces the bytes of `range` by `text`.
        mutating func replace(_ range: Range<Int>, by text: String) {
            bytes.replaceSubrange(range, with: text.utf8)
        }

        /// The positions of `feTile`.
        private var tiles: [Int] {
            let name = Array("feTile".utf8)
            return bytes.indices.filter {
                bytes[$0] == name[0] && bytes[$0...].starts(with: name)
            }
        }

        private static func checkRoot(_ bytes: [UInt8]) throws(CodecError) {
            let text = bytes.span.bytes
            guard ImageFormat(signatureOf: text) == .svg, !text.has([0x1F, 0x8B]) else {
                throw .damaged(.svg, "the root element is not svg")
            }
        }

        /// Rejects encodings that hide markup from a reader of ASCII: UTF-16, UTF-7, shifting ones.
        private static func checkEncoding(_ bytes: [UInt8]) throws(CodecError) {
            let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            guard bytes.dropFirst(start).first.map({ $0 < 0x80 && $0 != 0 }) ?? false else {
                throw .unsupported(.svg, "text in UTF-16")
            }
            let head = String(decoding: bytes[start...].prefix(1000), as: UTF8.self)
            guard head.hasPrefix("<?xml") else { return }
            guard let end = head.firstRange(of: "?>") else {
                throw .damaged(.svg, "the XML declaration does not end")
            }
            guard let name = head[..<end.lowerBound].firstRange(of: "encoding") else { return }
            let value = head[name.upperBound..<end.lowerBound].split { " =\"'\t\r\n".contains($0) }
            let encoding = value.first?.lowercased() ?? ""
            let known = ["utf-8", "utf8", "us-ascii", "ascii", "iso-8859-", "windows-125"]
            guard known.contains(where: { encoding.hasPrefix($0) }) else {
                throw .unsupported(.svg, "text in \(encoding)")
            }
        }
    }
#endif

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
            self.bytes = Self.asciiBased(self.bytes)
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

        /// Replaces an attribute by spaces.
        mutating func hide(_ range: Range<Int>) {
            for place in range { bytes[place] = UInt8(ascii: " ") }
        }

        /// Replaces a media type by spaces, so that librsvg recognizes the format by the content.
        mutating func hideType(_ type: String, in attribute: Range<Int>) {
            guard let start = bytes[attribute].firstIndex(of: UInt8(ascii: "=")),
                let range = bytes[start..<attribute.upperBound].firstRange(of: (":" + type).utf8)
            else { return }
            hide(range.dropFirst())
        }

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

        /// Returns text in UTF-16 as UTF-8, without a declared encoding; other text as it is.
        private static func asciiBased(_ bytes: [UInt8]) -> [UInt8] {
            let isBig = bytes.starts(with: [0xFE, 0xFF])
            guard isBig || bytes.starts(with: [0xFF, 0xFE]) else { return bytes }
            let high = isBig ? 0 : 1
            let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
                UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
            }
            var text = Array(String(decoding: units, as: UTF16.self).utf8)
            if let range = encoding(in: text)?.range {
                for place in range { text[place] = UInt8(ascii: " ") }
            }
            return text
        }

        /// The encodings in which every byte of ASCII is its character, wherever it stands.
        ///
        /// A scanner of bytes finds all markup in them; not in GBK and Big5, where `]` may be half of a
        /// character, and in those with shifts.
        private static func isASCIIBased(_ encoding: String) -> Bool {
            let names = ["utf-8", "utf8", "us-ascii", "ascii", "euc-jp", "euc-kr", "gb2312"]
            let families = ["iso-8859-", "windows-125", "koi8-"]
            return names.contains(encoding) || families.contains { encoding.hasPrefix($0) }
        }

        /// Rejects encodings that hide markup from a reader of ASCII.
        private static func checkEncoding(_ bytes: [UInt8]) throws(CodecError) {
            guard let encoding = encoding(in: bytes) else { return }
            guard isASCIIBased(encoding.name) else {
                throw .unsupported(.svg, "text in \(encoding.name)")
            }
        }

        /// Returns the encoding in the XML declaration, in lower case, and the range of its attribute.
        private static func encoding(in bytes: [UInt8]) -> (name: String, range: Range<Int>)? {
            let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            guard bytes.has("<?xml", at: start), let end = bytes.place(of: "?>", from: start),
                let place = bytes.place(of: "encoding", from: start), place < end
            else { return nil }
            let value = bytes[(place + 8)..<end].split { " =\"'\t\r\n".utf8.contains($0) }.first
            guard let value else { return ("", place..<place + 8) }
            let name = String(decoding: value, as: UTF8.self).lowercased()
            // With the closing quote.
            return (name, place..<min(value.endIndex + 1, end))
        }
    }
#endif

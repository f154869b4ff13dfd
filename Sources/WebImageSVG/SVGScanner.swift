#if SVG
    import WebImageCoding

    /// A scanner of XML text, tag by tag, in linear time.
    ///
    /// It does not validate: malformed text may be read wrongly, but librsvg rejects it.
    struct SVGScanner {
        /// A part of the text.
        enum Token {
            /// A start tag; its name has no prefix, nor have `id` and `href`.
            case start(name: String, attributes: [(name: String, value: String)], isEmpty: Bool)
            /// An end tag.
            case end
            /// Text between tags, or in a CDATA section.
            case text(ArraySlice<UInt8>)
        }

        private let bytes: [UInt8]
        /// The offsets of the next and of the last token.
        private(set) var place = 0
        private(set) var tokenStart = 0
        /// The ranges of the attributes in the last start tag.
        private(set) var attributeRanges: [Range<Int>] = []
        /// The entities that the document declares, and their use so far.
        private var entities = SVGEntities()

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// Returns the next tag or text; nil at the end.
        mutating func next() throws(CodecError) -> Token? {
            while place < bytes.count {
                tokenStart = place
                guard bytes[place] == UInt8(ascii: "<") else { return try text() }
                if has("<!--") {
                    pass("-->", from: place + 4)
                } else if has("<![CDATA[") {
                    let start = place + 9
                    pass("]]>", from: start)
                    return .text(bytes[start..<max(start, min(place, bytes.count))])
                } else if has("<?") {
                    try passInstruction()
                } else if has("<!") {
                    try passDocumentType()
                } else if has("</") {
                    pass(">", from: place + 2)
                    return .end
                } else {
                    return try startTag()
                }
            }
            return nil
        }

        private mutating func text() throws(CodecError) -> Token {
            let start = place
            while place < bytes.count, bytes[place] != UInt8(ascii: "<") { place += 1 }
            return .text(try entities.expandText(bytes[start..<place]))
        }

        private mutating func startTag() throws(CodecError) -> Token {
            place += 1
            let name = readName()
            var attributes: [(name: String, value: String)] = []
            attributeRanges.removeAll(keepingCapacity: true)
            while place < bytes.count {
                let unit = bytes[place]
                if unit == UInt8(ascii: ">") || has("/>") {
                    place += unit == UInt8(ascii: ">") ? 1 : 2
                    let isEmpty = unit != UInt8(ascii: ">")
                    return .start(name: name, attributes: attributes, isEmpty: isEmpty)
                }
                if Self.isSpace(unit) || unit == UInt8(ascii: "/") {
                    place += 1
                } else {
                    let start = place
                    let attribute = readAttributeName()
                    attributes.append((attribute, try readValue()))
                    attributeRanges.append(start..<place)
                }
            }
            return .start(name: name, attributes: attributes, isEmpty: true)
        }

        /// Reads an attribute name with its prefix, except for names that apply with any prefix.
        private mutating func readAttributeName() -> String {
            let start = place
            let name = readName()
            if name == "href" || name == "id" { return name }
            let whole = bytes[start..<place].prefix { !Self.endsName($0) }
            return whole.count > name.utf8.count ? String(decoding: whole, as: UTF8.self) : name
        }

        /// Reads a name without its prefix; always advances.
        private mutating func readName() -> String {
            var start = place
            while place < bytes.count, !Self.endsName(bytes[place]) {
                place += 1
                if bytes[place - 1] == UInt8(ascii: ":") { start = place }
            }
            defer {
                if start == place, place < bytes.count, bytes[place] != UInt8(ascii: ">"),
                    bytes[place] != UInt8(ascii: "=")
                {
                    place += 1
                }
            }
            return String(decoding: bytes[start..<place], as: UTF8.self)
        }

        /// Reads the value after `=` and replaces its entities.
        private mutating func readValue() throws(CodecError) -> String {
            while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
            guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return "" }
            place += 1
            while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
            guard place < bytes.count else { return "" }
            let quote = bytes[place]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return "" }
            let start = place + 1
            let end = bytes[start...].firstIndex(of: quote) ?? bytes.count
            place = min(end + 1, bytes.count)
            return try entities.expand(bytes[start..<end])
        }

        /// Skips an instruction; rejects style sheets, which would not be examined, in embedded
        /// documents.
        private mutating func passInstruction() throws(CodecError) {
            if has("<?xml-stylesheet") {
                throw .unsupported(.svg, "an xml-stylesheet instruction")
            }
            pass("?>", from: place + 2)
        }

        /// Reads the entities of the document type; quotes hide everything, brackets hide `>`.
        private mutating func passDocumentType() throws(CodecError) {
            let start = place
            var (quote, depth) = (UInt8(0), 0)
            while place < bytes.count {
                let unit = bytes[place]
                if quote != 0 {
                    if unit == quote { quote = 0 }
                } else if has("<!--") {
                    pass("-->", from: place + 4)
                    continue
                } else if has("<?") {
                    pass("?>", from: place + 2)
                    continue
                } else {
                    switch Unicode.Scalar(unit) {
                    case "\"", "'": quote = unit
                    case "[", "<": depth += 1
                    case "]": depth -= 1
                    case ">": depth -= 1
                    default: break
                    }
                }
                place += 1
                if quote == 0, depth <= 0, unit == UInt8(ascii: ">") { break }
            }
            try entities.declare(in: bytes[start..<place])
        }

        private func has(_ text: StaticString) -> Bool {
            let length = text.utf8CodeUnitCount
            guard place + length <= bytes.count else { return false }
            return text.withUTF8Buffer { expected in
                expected.indices.allSatisfy { bytes[place + $0] == expected[$0] }
            }
        }

        /// Moves past the next `end`, or to the end of the text.
        private mutating func pass(_ end: StaticString, from start: Int) {
            place = start
            while place < bytes.count {
                if has(end) {
                    place += end.utf8CodeUnitCount
                    return
                }
                place += 1
            }
            place = bytes.count
        }

        static func isSpace(_ unit: UInt8) -> Bool {
            unit == 0x20 || unit == 0x0A || unit == 0x0D || unit == 0x09
        }

        private static func endsName(_ unit: UInt8) -> Bool {
            isSpace(unit) || unit == UInt8(ascii: "=") || unit == UInt8(ascii: ">")
                || unit == UInt8(ascii: "/")
        }
    }
#endif

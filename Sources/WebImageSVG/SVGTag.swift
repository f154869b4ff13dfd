#if SVG
    /// A start tag in the text, with the ranges of its attributes.
    struct SVGTag {
        /// An attribute with its full range and that of its value without quotes.
        struct Attribute {
            var name: String
            var range: Range<Int>
            var value: Range<Int>
        }

        /// The name with its prefix.
        let name: String
        /// The range of the tag, from `<` to `>`.
        private(set) var range: Range<Int>
        private(set) var attributes: [Attribute] = []

        /// Reads the tag at the `<` at `place`; nil if it is no start tag, or not closed.
        ///
        /// - Parameter place: Moved to the end of reading, so that no byte is read repeatedly.
        init?(_ bytes: [UInt8], at place: inout Int) {
            let start = place
            place += 1
            name = Self.name(in: bytes, at: &place)
            range = start..<place
            guard let first = name.unicodeScalars.first, first != "!", first != "?", first != "/"
            else { return nil }
            while place < bytes.count {
                let unit = bytes[place]
                if unit == UInt8(ascii: ">") {
                    place += 1
                    range = start..<place
                    return
                }
                guard !Self.isGap(unit) else {
                    place += 1
                    continue
                }
                guard let attribute = Self.attribute(in: bytes, at: &place) else { return nil }
                attributes.append(attribute)
            }
            return nil
        }

        /// Returns `true` for an empty-element tag.
        func isEmpty(in bytes: [UInt8]) -> Bool {
            bytes[range.upperBound - 2] == UInt8(ascii: "/")
        }

        /// Returns the attribute of a name, including its prefix.
        func attribute(_ name: String) -> Attribute? {
            attributes.first { $0.name == name }
        }

        private static func attribute(in bytes: [UInt8], at place: inout Int) -> Attribute? {
            let start = place
            let name = name(in: bytes, at: &place)
            while place < bytes.count, isGap(bytes[place]) { place += 1 }
            guard !name.isEmpty, place < bytes.count, bytes[place] == UInt8(ascii: "=") else {
                return nil
            }
            place += 1
            while place < bytes.count, isGap(bytes[place]) { place += 1 }
            guard place < bytes.count else { return nil }
            let quote = bytes[place]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = bytes[(place + 1)...].firstIndex(of: quote)
            else { return nil }
            let value = place + 1..<end
            place = end + 1
            return Attribute(name: name, range: start..<place, value: value)
        }

        private static func name(in bytes: [UInt8], at place: inout Int) -> String {
            let start = place
            while place < bytes.count, !isGap(bytes[place]),
                bytes[place] != UInt8(ascii: "="), bytes[place] != UInt8(ascii: ">"),
                bytes[place] != UInt8(ascii: "<")
            {
                place += 1
            }
            return String(decoding: bytes[start..<place], as: UTF8.self)
        }

        private static func isGap(_ unit: UInt8) -> Bool {
            SVGScanner.isSpace(unit) || unit == UInt8(ascii: "/")
        }
    }
#endif

#if SVG
    /// One start tag as it stands in the text, with the places of its attributes.
    struct SVGTag {
        /// An attribute: where it stands whole, and where its value does, without quotes.
        struct Attribute {
            var name: String
            var range: Range<Int>
            var value: Range<Int>
        }

        /// The name with its prefix.
        let name: String
        /// The whole tag, from `<` to `>`.
        private(set) var range: Range<Int>
        private(set) var attributes: [Attribute] = []

        /// Reads the tag that begins at `place`, which holds `<`; nil for what is no start tag, or
        /// does not end.
        ///
        /// - Parameter place: Moved to where reading ended, so that no byte is read over and over.
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

        /// Whether the tag ends its element too.
        func isEmpty(in bytes: [UInt8]) -> Bool {
            bytes[range.upperBound - 2] == UInt8(ascii: "/")
        }

        /// The attribute of a name, prefix included.
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

#if SVG
    import WebImageCoding

    /// The entities of a document, and the amount of text they expand to.
    ///
    /// An entity may contain plain text and references to others. Markup in it could hide or multiply
    /// elements, and no drawing program needs it.
    struct SVGEntities {
        private var values: [String: String] = [:]
        private var expanded = 0
        /// The number of entities that are being expanded, each in the one before.
        private var depth = 0

        /// The maximum text in bytes that all references together may expand to.
        private static let maxExpansion = 1 << 20
        private static let maxDepth = 20
        /// The predefined entities of XML.
        private static let plain = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]

        /// Reads `<!ENTITY name "value">` in the document type.
        mutating func declare(in subset: ArraySlice<UInt8>) throws(CodecError) {
            // A character for each byte, so that none combines with a quote, and no two names are equal.
            let text = String(byBytes: subset)
            // Parameter entities and attribute defaults add values that the tags do not show.
            guard !text.contains("%") else {
                throw .unsupported(.svg, "a document type with parameter entities")
            }
            for list in text.split(separator: "<!ATTLIST").dropFirst() where Self.hasDefault(list) {
                throw .unsupported(.svg, "a document type with default values of attributes")
            }
            for declaration in text.split(separator: "<!ENTITY").dropFirst() {
                let parts = declaration.split(maxSplits: 1, whereSeparator: \.isWhitespace)
                guard parts.count == 2, let quote = parts[1].first, "\"'".contains(quote) else {
                    // External entities are never read; a reference to one is undefined.
                    continue
                }
                let value = parts[1].dropFirst().prefix { $0 != quote }
                // A reference to a character may become markup.
                guard !value.contains("<"), !value.contains("&#") else {
                    throw .unsupported(.svg, "an entity that contains markup or coded characters")
                }
                let bytes = value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
                let entity = String(decoding: bytes, as: UTF8.self)
                // The first declaration applies (XML 1.0, section 4.2), in librsvg the last.
                guard values.updateValue(entity, forKey: String(parts[0])) == nil else {
                    throw .unsupported(.svg, "an entity that is declared twice")
                }
            }
        }

        /// Returns `true` if a list gives an attribute a default, except for namespaces.
        private static func hasDefault(_ list: Substring) -> Bool {
            var quote: Character?
            let list = list.prefix { character in
                if character == quote {
                    quote = nil
                } else if quote == nil, "\"'".contains(character) {
                    quote = character
                }
                return character != ">" || quote != nil
            }
            let parts = list.split(omittingEmptySubsequences: false) { "\"'".contains($0) }
            // After the split, every odd part is a quoted value.
            return stride(from: 0, to: parts.count - 1, by: 2).contains { place in
                let words = parts[place].split(whereSeparator: \.isWhitespace)
                let name = words.last == "#FIXED" ? words.dropLast(2).last : words.dropLast().last
                return !(name?.hasPrefix("xmlns") ?? false)
            }
        }

        /// Returns the text with its references replaced.
        mutating func expand(_ text: ArraySlice<UInt8>) throws(CodecError) -> String {
            guard text.contains(UInt8(ascii: "&")) else {
                return String(decoding: text, as: UTF8.self)
            }
            var result: [UInt8] = []
            var rest = text
            while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
                result += rest[..<start]
                let end = rest[start...].firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
                let name = String(byBytes: rest[(start + 1)..<end])
                result += try value(of: name).utf8
                rest = rest[min(end + 1, rest.endIndex)...]
            }
            return String(decoding: result + rest, as: UTF8.self)
        }

        /// Returns the text between tags with its references replaced; unchanged if there are none.
        mutating func expandText(
            _ text: ArraySlice<UInt8>
        ) throws(CodecError) -> ArraySlice<UInt8> {
            guard text.contains(UInt8(ascii: "&")) else { return text }
            return Array(try expand(text).utf8)[...]
        }

        private mutating func value(of name: String) throws(CodecError) -> String {
            if name.hasPrefix("#") {
                let isHex = name.hasPrefix("#x")
                let code = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
                return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
            }
            if let text = Self.plain[name] { return text }
            let value = values[name] ?? ""
            expanded += value.utf8.count + 1
            guard expanded <= Self.maxExpansion else {
                throw .limit("entities expand to more than \(Self.maxExpansion) bytes")
            }
            guard value.contains("&") else { return value }
            guard depth < Self.maxDepth else {
                throw .limit("entities nested more than \(Self.maxDepth) deep")
            }
            depth += 1
            defer { depth -= 1 }
            return try expand(Array(value.utf8)[...])
        }
    }

    extension String {
        /// Creates a string of a character for each byte.
        fileprivate init(byBytes bytes: ArraySlice<UInt8>) {
            self.init(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
    }
#endif

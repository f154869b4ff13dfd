#if SVG
    /// The attributes of a clean document, and their values.
    enum SVGCleanAttribute {
        /// The kind of an attribute's value.
        enum Kind {
            /// A name, or text that no program reads.
            case text
            /// Numbers, words and functions, as values of properties.
            case plain
            /// The same, or a list of them between semicolons.
            case list
            /// Declarations of CSS.
            case style
            /// A link.
            case address
            /// The media of a style sheet.
            case media
            /// The features that an element needs.
            case features
            /// The extensions that an element needs.
            case extensions
        }

        /// The name of a link of SVG 1.1 in a clean document.
        static let link = "xlink:href"

        /// Returns the name and the value of an attribute in a clean document; nil if it has no
        /// place there.
        static func cleaned(
            _ attribute: SVGAttribute, of element: String
        ) -> (name: String, value: String)? {
            let (local, value) = (attribute.name, attribute.value)
            let name: String
            switch attribute.namespace {
            case nil: name = local
            case SVGAttribute.linkNamespace where local == "href": name = link
            case SVGAttribute.xmlNamespace where local == "space" || local == "lang":
                name = "xml:\(local)"
            default: return nil
            }
            guard let kind = name == link ? .address : SVGCleanRules.kinds[name],
                let cleaned = cleaned(value, kind, name, of: element)
            else { return nil }
            return (name, cleaned)
        }

        private static func cleaned(
            _ value: String, _ kind: Kind, _ name: String, of element: String
        ) -> String? {
            switch kind {
            case .text: return value.utf8.contains(where: opensMarkup) ? nil : value
            case .plain: return plain(value, of: name, isList: false)
            case .list: return plain(value, of: name, isList: true)
            case .style:
                let declarations = SVGCleanStyle.declarations(value)
                return declarations.isEmpty ? nil : declarations
            case .address:
                let address = value.trimmed
                if let fragment = fragment(address) { return fragment }
                return ["image", "feImage"].contains(element) ? SVGImages.picture(address) : nil
            case .media: return element == "style" ? SVGCleanStyle.query(value) : nil
            case .features:
                let known = ["http://www.w3.org/TR/SVG", "org.w3c.svg", "org.w3c.dom.svg"]
                let isKnown = value.split(separator: " ").allSatisfy { word in
                    known.contains { word.hasPrefix($0) }
                }
                return isKnown && !value.utf8.contains(where: opensMarkup) ? value : "none"
            // No program has it, as none has the one that is named, which is an address.
            case .extensions: return "none"
            }
        }

        /// Returns an address if it is one of a part of the document.
        static func fragment(_ address: String) -> String? {
            let text = address.trimmed
            return text.utf8.first == UInt8(ascii: "#") && !text.utf8.contains(where: opensMarkup)
                ? text : nil
        }

        /// Returns a value without functions as it is, another one by its tokens; nil if it may be
        /// an address.
        private static func plain(_ value: String, of name: String, isList: Bool) -> String? {
            let units = Array(value.utf8)
            if hasFunctions(units) {
                let written = SVGCleanStyle.value(value, of: name, isList: isList)
                // If they were in comments alone, it is one without.
                guard let written, !hasFunctions(Array(written.utf8)) else { return written }
                return plain(written, of: name, isList: isList)
            }
            for place in units.indices {
                let last = place > 0 ? units[place - 1] : 0
                let next = place + 1 < units.count ? units[place + 1] : 0
                switch Unicode.Scalar(units[place]) {
                case "<", ">", "{", "}", "@": return nil
                case "/" where next == UInt8(ascii: "/"): return nil
                // Hours, minutes and seconds have them; schemes begin with a letter.
                case ":" where !isDigit(last) || !isDigit(next): return nil
                default: break
                }
            }
            return value
        }

        /// Returns `true` for a value with functions or escapes.
        private static func hasFunctions(_ units: [UInt8]) -> Bool {
            units.contains(UInt8(ascii: "(")) || units.contains(UInt8(ascii: "\\"))
        }

        private static func isDigit(_ unit: UInt8) -> Bool { unit >= 0x30 && unit <= 0x39 }

        /// Returns `true` for a character with which markup begins where it is not escaped.
        private static func opensMarkup(_ unit: UInt8) -> Bool {
            unit == 0x22 || unit == 0x3C || unit == 0x3E
        }
    }

    extension String {
        /// The text without blanks and controls at its ends, which readers of addresses skip.
        fileprivate var trimmed: String {
            func isSkipped(_ unit: UInt8) -> Bool { unit <= 0x20 }
            let units = utf8.drop(while: isSkipped)
            let end = units.lastIndex { !isSkipped($0) }
            return end.map { String(Substring(units[...$0])) } ?? ""
        }
    }
#endif

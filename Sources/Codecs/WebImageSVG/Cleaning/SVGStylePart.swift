#if SVG
    /// A part of a sheet, which decides on the tokens that it may have.
    enum SVGStylePart: Equatable {
        /// The value of a property or attribute.
        case value(of: String)
        /// Values between semicolons.
        case list
        /// The selectors of a rule.
        case selector
        /// The condition of a group of rules.
        case query

        /// Returns `true` for a token that loads nothing.
        ///
        /// - Parameter function: The function around it, in lower case; empty for none.
        func accepts(_ token: SVGToken, in function: String) -> Bool {
            switch token {
            case .ident, .number, .space, .comment: true
            case .hash: self != .query
            case .string: allowsText(in: function)
            case .url(let address):
                isValue && SVGCleanAttribute.fragment(address) != nil
            case .function(let name): functions.contains(name.lowercased())
            case .delim(let unit): characters.contains(unit)
            case .atKeyword, .bad: false
            }
        }

        private var isValue: Bool { self != .selector && self != .query }

        private func allowsText(in function: String) -> Bool {
            switch self {
            case .value(let property): function == "path" || Self.texts.contains(property)
            case .list: function == "path"
            case .selector: true
            case .query: false
            }
        }

        private var functions: Set<String> {
            switch self {
            case .value, .list: Self.functions
            case .selector: Self.selectors
            case .query: []
            }
        }

        private var characters: Set<UInt8> {
            switch self {
            case .value: Self.valueCharacters
            case .list: Self.listCharacters
            case .selector: Self.selectorCharacters
            case .query: Self.queryCharacters
            }
        }

        private static let valueCharacters = Set("(),/+-*.!%".utf8)
        private static let listCharacters = Set("(),/+-*.!%;".utf8)
        private static let selectorCharacters = Set(".>+~*:,[]=|^$()-".utf8)
        private static let queryCharacters = Set("():,<>=/.-".utf8)

        /// The properties that are descriptors of a font, or bind code to an element.
        static let loading: Set<String> = ["src", "behavior", "-moz-binding"]

        /// The properties whose values have names in quotes.
        private static let texts: Set<String> = [
            "font", "font-family", "font-feature-settings", "font-variation-settings",
            "font-language-override", "quotes",
        ]

        /// The functions of colours, numbers, transforms, shapes, filters and times.
        private static let functions = SVGCleanRules.words(
            """
            rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark icc-color
            calc min max clamp abs sign round mod rem sin cos tan asin acos atan atan2 pow sqrt hypot
            log exp var
            matrix matrix3d translate translatex translatey translatez translate3d scale scalex
            scaley scalez scale3d rotate rotatex rotatey rotatez rotate3d skew skewx skewy perspective
            rect inset xywh circle ellipse polygon path
            blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
            cubic-bezier steps linear linear-gradient radial-gradient conic-gradient
            repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient
            accesskey repeat
            """)

        /// The functions of selectors.
        private static let selectors = SVGCleanRules.words(
            """
            not is where has matches lang dir nth-child nth-last-child nth-of-type nth-last-of-type
            """)
    }

    extension SVGToken {
        /// The token as text, the same for all of its spellings.
        var written: [UInt8] {
            switch self {
            case .ident(let name): Self.name(name, isIdent: true)
            case .function(let name): Self.name(name, isIdent: true) + [0x28]
            case .atKeyword(let name): [0x40] + Self.name(name, isIdent: true)
            case .hash(let name): [0x23] + Self.name(name, isIdent: false)
            case .string(let text): Self.quoted(text)
            case .url(let address): Self.address(address)
            case .number(let digits, unit: "%"): Array("\(digits)%".utf8)
            case .number(let digits, let unit): Array(digits.utf8) + Self.unit(unit)
            case .delim(let unit): [unit]
            case .space: [0x20]
            case .comment: Array("/**/".utf8)
            case .bad: []
            }
        }

        private static func name(_ text: String, isIdent: Bool) -> [UInt8] {
            let units = Array(text.utf8)
            var written: [UInt8] = []
            for (place, unit) in units.enumerated() {
                let isStart = isIdent && (place == 0 || place == 1 && units[0] == 0x2D)
                switch Unicode.Scalar(unit) {
                case "a"..."z", "A"..."Z", "_": written.append(unit)
                case "0"..."9" where !isStart: written.append(unit)
                case "-" where !isIdent || units.count > 1: written.append(unit)
                default: written += unit < 0x80 ? escaped(unit) : [unit]
                }
            }
            return written
        }

        /// Returns a unit that is not read as an exponent.
        private static func unit(_ text: String) -> [UInt8] {
            guard !text.isEmpty else { return [] }
            let units = Array(text.utf8)
            guard units[0] | 0x20 == UInt8(ascii: "e"), units.count > 1,
                units[1] == 0x2D || (0x30...0x39).contains(units[1])
            else { return name(text, isIdent: true) }
            return escaped(units[0])
                + name(String(text.unicodeScalars.dropFirst()), isIdent: false)
        }

        private static func quoted(_ text: String) -> [UInt8] {
            var written = [UInt8(ascii: "'")]
            for unit in text.utf8 {
                switch Unicode.Scalar(unit) {
                case "'", "\"", "\\", "<", ">", "&": written += escaped(unit)
                default: written += unit < 0x20 || unit == 0x7F ? escaped(unit) : [unit]
                }
            }
            return written + [UInt8(ascii: "'")]
        }

        private static func address(_ text: String) -> [UInt8] {
            let address = SVGCleanAttribute.fragment(text) ?? text
            let isPlain = address.utf8.allSatisfy { unit in
                switch Unicode.Scalar(unit) {
                case "a"..."z", "A"..."Z", "0"..."9", "#", "_", "-", ".", ":": true
                default: unit >= 0x80
                }
            }
            let inner = isPlain ? Array(address.utf8) : quoted(address)
            return Array("url(".utf8) + inner + [UInt8(ascii: ")")]
        }

        /// Returns an escape, with the blank that ends it.
        private static func escaped(_ unit: UInt8) -> [UInt8] {
            Array("\\\(String(unit, radix: 16)) ".utf8)
        }
    }
#endif

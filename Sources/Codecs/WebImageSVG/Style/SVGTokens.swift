#if SVG
    import WebImageCoding

    /// A token of CSS (CSS Syntax 3, section 4), with its escapes resolved.
    enum SVGToken: Equatable {
        case ident(String)
        /// A function name before an opening parenthesis.
        case function(String)
        case atKeyword(String)
        case hash(String)
        case string(String)
        /// An address in `url()` without quotes.
        case url(String)
        /// A number as written, with its unit.
        case number(String, unit: String)
        /// Any other character, including brackets.
        case delim(UInt8)
        case space
        case comment
        /// A token that makes its rule or declaration invalid.
        case bad

        /// Returns the tokens of `text`.
        static func all(in text: some Collection<UInt8>) -> [SVGToken] {
            var reader = SVGTokens(Array(text))
            var tokens: [SVGToken] = []
            while let token = reader.next() { tokens.append(token) }
            return tokens
        }

        static func isDelim(_ token: SVGToken?, _ character: Unicode.Scalar) -> Bool {
            token == .delim(UInt8(ascii: character))
        }
    }

    /// A tokenizer of CSS with the rules of librsvg's parser.
    struct SVGTokens {
        private let bytes: [UInt8]
        private var place = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// Returns the next token; nil at the end.
        mutating func next() -> SVGToken? {
            guard place < bytes.count else { return nil }
            let unit = bytes[place]
            if Self.isSpace(unit) {
                while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
                return .space
            }
            if has("/*") { return comment() }
            if has("<!--") || has("-->") {
                place += unit == UInt8(ascii: "<") ? 4 : 3
                return .bad
            }
            if unit == UInt8(ascii: "\"") || unit == UInt8(ascii: "'") { return string(unit) }
            if startsNumber(at: place) { return number() }
            if startsName(at: place) { return nameLike() }
            place += 1
            if unit == UInt8(ascii: "#"), isNamePart(at: place) { return .hash(name()) }
            if unit == UInt8(ascii: "@"), startsName(at: place) { return .atKeyword(name()) }
            return .delim(unit)
        }

        /// Returns the next name in lower case, and its range, whatever is around it, also in
        /// comments and strings.
        ///
        /// It finds each name that a parser of CSS may find after a delimiter: escapes are the same
        /// everywhere but in comments, where one hides at most a character of the comment.
        mutating func nextName() -> (name: String, range: Range<Int>)? {
            while place < bytes.count, !isNamePart(at: place) { place += 1 }
            let start = place
            return start < bytes.count ? (name().lowercased(), start..<place) : nil
        }

        private mutating func comment() -> SVGToken {
            place += 2
            while place < bytes.count, !has("*/") { place += 1 }
            place = min(place + 2, bytes.count)
            return .comment
        }

        private mutating func string(_ quote: UInt8) -> SVGToken {
            place += 1
            var result: [UInt8] = []
            while place < bytes.count, bytes[place] != quote {
                let unit = bytes[place]
                if Self.isLineEnd(unit) { return .bad }
                if unit != UInt8(ascii: "\\") {
                    result.append(unit)
                    place += 1
                } else if let next = byte(at: place + 1), Self.isLineEnd(next) {
                    let isPair = next == 0x0D && byte(at: place + 2) == 0x0A
                    place += isPair ? 3 : 2
                } else {
                    result += escape()
                }
            }
            place = min(place + 1, bytes.count)
            return .string(String(decoding: result, as: UTF8.self))
        }

        private mutating func number() -> SVGToken {
            let start = place
            if let sign = byte(at: place), sign == 0x2B || sign == 0x2D { place += 1 }
            passDigits()
            if byte(at: place) == UInt8(ascii: "."), isDigit(at: place + 1) {
                place += 1
                passDigits()
            }
            if byte(at: place).map({ $0 | 0x20 }) == UInt8(ascii: "e") {
                let sign = byte(at: place + 1)
                let digits = sign == 0x2B || sign == 0x2D ? place + 2 : place + 1
                if isDigit(at: digits) {
                    place = digits
                    passDigits()
                }
            }
            let digits = String(decoding: bytes[start..<place], as: UTF8.self)
            if byte(at: place) == UInt8(ascii: "%") {
                place += 1
                return .number(digits, unit: "%")
            }
            return .number(digits, unit: startsName(at: place) ? name() : "")
        }

        private mutating func passDigits() {
            while isDigit(at: place) { place += 1 }
        }

        private mutating func nameLike() -> SVGToken {
            let name = name()
            guard byte(at: place) == UInt8(ascii: "(") else { return .ident(name) }
            place += 1
            guard name.lowercased() == "url" else { return .function(name) }
            let start = place
            while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
            if let quote = byte(at: place), quote == 0x22 || quote == 0x27 {
                place = start
                return .function(name)
            }
            return address()
        }

        private mutating func address() -> SVGToken {
            var result: [UInt8] = []
            var isBad = false
            while place < bytes.count, bytes[place] != UInt8(ascii: ")") {
                let unit = bytes[place]
                if Self.isSpace(unit) {
                    while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
                    if let end = byte(at: place), end != UInt8(ascii: ")") { isBad = true }
                } else if unit == UInt8(ascii: "\\") {
                    if byte(at: place + 1).map(Self.isLineEnd) ?? true { isBad = true }
                    result += escape()
                } else {
                    if unit == 0x22 || unit == 0x27 || unit == 0x28 || unit < 0x20 { isBad = true }
                    result.append(unit)
                    place += 1
                }
            }
            place = min(place + 1, bytes.count)
            return isBad ? .bad : .url(String(decoding: result, as: UTF8.self))
        }

        private mutating func name() -> String {
            var result: [UInt8] = []
            while isNamePart(at: place) {
                if bytes[place] == UInt8(ascii: "\\") {
                    result += escape()
                } else {
                    result.append(bytes[place])
                    place += 1
                }
            }
            return String(decoding: result, as: UTF8.self)
        }

        /// Reads a backslash and the character it escapes.
        private mutating func escape() -> [UInt8] {
            place += 1
            var (code, count) = (UInt32(0), 0)
            while count < 6, let unit = byte(at: place),
                let digit = Hexadecimal.value(of: unit)
            {
                (code, count, place) = (code << 4 | UInt32(digit), count + 1, place + 1)
            }
            if count > 0 {
                if has("\r\n") {
                    place += 2
                } else if let unit = byte(at: place), Self.isSpace(unit) {
                    place += 1
                }
                let scalar = code == 0 ? nil : Unicode.Scalar(code)
                return Array(String(Character(scalar ?? "\u{FFFD}")).utf8)
            }
            guard let unit = byte(at: place) else { return Array("\u{FFFD}".utf8) }
            place += 1
            return [unit]
        }

        private func startsNumber(at start: Int) -> Bool {
            var place = start
            if let sign = byte(at: place), sign == 0x2B || sign == 0x2D { place += 1 }
            return isDigit(at: place)
                || (byte(at: place) == UInt8(ascii: ".") && isDigit(at: place + 1))
        }

        private func startsName(at place: Int) -> Bool {
            guard let unit = byte(at: place) else { return false }
            if unit == UInt8(ascii: "-") {
                return byte(at: place + 1) == unit
                    || (startsName(at: place + 1) && !isDigit(at: place + 1))
            }
            return isNamePart(at: place) && !isDigit(at: place)
        }

        private func isNamePart(at place: Int) -> Bool {
            guard let unit = byte(at: place) else { return false }
            switch Unicode.Scalar(unit) {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "-": return true
            case "\\": return byte(at: place + 1).map { !Self.isLineEnd($0) } ?? true
            default: return unit >= 0x80
            }
        }

        private func isDigit(at place: Int) -> Bool {
            byte(at: place).map { $0 >= 0x30 && $0 <= 0x39 } ?? false
        }

        private func byte(at place: Int) -> UInt8? {
            place < bytes.count ? bytes[place] : nil
        }

        private func has(_ text: StaticString) -> Bool {
            let length = text.utf8CodeUnitCount
            guard place + length <= bytes.count else { return false }
            return text.withUTF8Buffer { expected in
                expected.indices.allSatisfy { bytes[place + $0] == expected[$0] }
            }
        }

        private static func isLineEnd(_ unit: UInt8) -> Bool {
            unit == 0x0A || unit == 0x0D || unit == 0x0C
        }

        private static func isSpace(_ unit: UInt8) -> Bool {
            unit == 0x20 || unit == 0x09 || isLineEnd(unit)
        }
    }
#endif

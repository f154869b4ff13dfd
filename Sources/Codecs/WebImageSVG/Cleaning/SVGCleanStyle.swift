#if SVG
    /// The style sheets and values of a clean document, read by tokens and written anew.
    ///
    /// A declaration or rule stays if all of its tokens are known to load nothing
    /// (``SVGStylePart``). Of at-rules those stay that group rules. Escapes and comments are
    /// written in one way, so that all readers see the same.
    struct SVGCleanStyle {
        private var tokens: SVGTokens
        private var token: SVGToken?

        /// An open bracket.
        private struct Bracket {
            let closer: UInt8
            /// The function that it belongs to, in lower case; empty for none.
            let function: String
        }

        private static let semicolon = UInt8(ascii: ";")
        private static let opening = UInt8(ascii: "{")
        private static let closing = UInt8(ascii: "}")
        private static let closers: [UInt8: UInt8] = [0x28: 0x29, 0x5B: 0x5D, 0x7B: 0x7D]

        /// The at-rules that group others.
        private static let groups: Set<String> = [
            "media", "supports", "keyframes", "-webkit-keyframes",
        ]
        /// The most groups inside of each other.
        private static let maxDepth = 8

        private init(_ text: String) {
            tokens = SVGTokens(Array(text.utf8))
            token = tokens.next()
        }

        /// Returns the declarations of an attribute `style`.
        static func declarations(_ text: String) -> String {
            var style = SVGCleanStyle(text)
            return String(decoding: style.declarations(inBlock: false), as: UTF8.self)
        }

        /// Returns the rules of a sheet.
        static func sheet(_ text: String) -> String {
            var style = SVGCleanStyle(text)
            return String(decoding: style.rules(depth: 0), as: UTF8.self)
        }

        /// Returns the value of an attribute; nil if it may load something.
        static func value(_ text: String, of name: String, isList: Bool) -> String? {
            var style = SVGCleanStyle(text)
            return style.part(isList ? .list : .value(of: name), until: []).map {
                String(decoding: $0, as: UTF8.self)
            }
        }

        /// Returns the media of a sheet; nil if they are none.
        static func query(_ text: String) -> String? {
            var style = SVGCleanStyle(text)
            return style.part(.query, until: []).map { String(decoding: $0, as: UTF8.self) }
        }

        private mutating func rules(depth: Int) -> [UInt8] {
            var written: [UInt8] = []
            while let token {
                switch token {
                case .space, .comment, .bad: advance()
                case .delim(Self.closing) where depth > 0:
                    advance()
                    return written
                case .atKeyword(let name):
                    advance()
                    written += group(name.lowercased(), depth)
                default: written += rule(depth)
                }
            }
            return written
        }

        private mutating func rule(_ depth: Int) -> [UInt8] {
            let ends = depth > 0 ? [Self.opening, Self.closing] : [Self.opening]
            let selector = part(.selector, until: ends)
            guard passes(Self.opening) else { return [] }
            let body = declarations(inBlock: true)
            guard let selector, !selector.isEmpty, !body.isEmpty else { return [] }
            return selector + [Self.opening] + body + [Self.closing]
        }

        /// Reads an at-rule after its name.
        private mutating func group(_ name: String, _ depth: Int) -> [UInt8] {
            let ends = [Self.semicolon, Self.opening] + (depth > 0 ? [Self.closing] : [])
            let head = part(name.hasSuffix("keyframes") ? .selector : .query, until: ends)
            if passes(Self.semicolon) { return [] }
            guard passes(Self.opening) else { return [] }
            guard let head, Self.groups.contains(name), depth < Self.maxDepth else {
                _ = part(.query, until: [Self.closing])
                advance()
                return []
            }
            let body = rules(depth: depth + 1)
            guard !body.isEmpty else { return [] }
            return Array("@\(name) ".utf8) + head + [Self.opening] + body + [Self.closing]
        }

        private mutating func declarations(inBlock: Bool) -> [UInt8] {
            let ends = inBlock ? [Self.semicolon, Self.closing] : [Self.semicolon]
            var written: [UInt8] = []
            while let token {
                switch token {
                case .space, .comment, .delim(Self.semicolon): advance()
                case .delim(Self.closing) where inBlock:
                    advance()
                    return written
                default:
                    guard let declaration = declaration(until: ends) else { continue }
                    if !written.isEmpty { written.append(Self.semicolon) }
                    written += declaration
                }
            }
            return written
        }

        /// Reads a declaration; returns nil for one that does not stay.
        private mutating func declaration(until ends: [UInt8]) -> [UInt8]? {
            guard case .ident(let name)? = token else {
                _ = part(.query, until: ends)
                return nil
            }
            advance()
            passSpace()
            let hasValue = passes(UInt8(ascii: ":"))
            let value = part(.value(of: name.lowercased()), until: ends)
            guard hasValue, let value, !value.isEmpty,
                !SVGStylePart.loading.contains(name.lowercased())
            else { return nil }
            return SVGToken.ident(name).written + [UInt8(ascii: ":")] + value
        }

        /// Reads tokens up to an end outside of brackets; returns nil if one of them must not stay.
        private mutating func part(_ part: SVGStylePart, until ends: [UInt8]) -> [UInt8]? {
            var (written, brackets): ([UInt8], [Bracket]) = ([], [])
            var (isClean, isApart) = (true, false)
            while var token {
                if case .delim(let unit) = token, brackets.isEmpty, ends.contains(unit) { break }
                advance()
                if case .function(let name) = token, name.lowercased() == "url",
                    let address = quotedAddress()
                {
                    token = .url(address)
                } else if !Self.track(token, &brackets) {
                    isClean = false
                }
                isClean = isClean && part.accepts(token, in: brackets.last?.function ?? "")
                if !isClean || token == .space {
                    isApart = true
                    continue
                }
                if isApart, !written.isEmpty { written.append(0x20) }
                isApart = false
                written += token.written
            }
            return isClean ? written + brackets.reversed().map(\.closer) : nil
        }

        /// Opens or closes a bracket; returns `false` for one that closes none.
        private static func track(_ token: SVGToken, _ brackets: inout [Bracket]) -> Bool {
            switch token {
            case .function(let name):
                brackets.append(Bracket(closer: 0x29, function: name.lowercased()))
            case .delim(let unit):
                if let closer = closers[unit] {
                    brackets.append(Bracket(closer: closer, function: ""))
                } else if closers.values.contains(unit) {
                    guard brackets.last?.closer == unit else { return false }
                    brackets.removeLast()
                }
            default: break
            }
            return true
        }

        /// Reads the rest of `url(` with a text in quotes; nil for anything else, of which it may
        /// read a part.
        private mutating func quotedAddress() -> String? {
            passSpace()
            guard case .string(let address)? = token else { return nil }
            advance()
            passSpace()
            return token == nil || passes(UInt8(ascii: ")")) ? address : nil
        }

        private mutating func advance() { token = tokens.next() }

        private mutating func passSpace() {
            while token == .space || token == .comment { advance() }
        }

        /// Passes a character if it is next.
        private mutating func passes(_ unit: UInt8) -> Bool {
            guard token == .delim(unit) else { return false }
            advance()
            return true
        }
    }
#endif

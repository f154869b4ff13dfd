#if SVG
    /// A CSS selector of the few parts that are safe with librsvg.
    ///
    /// `:lang` is not among them, since librsvg 2.54 aborts the process for some languages.
    struct SVGSelector {
        /// The selector in ASCII.
        private(set) var text = ""
        /// The name, id and classes that a matching element must have; nil or empty for any.
        private(set) var type: String?
        private(set) var id: String?
        private(set) var classes: [String] = []
        /// `true` if matching visits an element's siblings, which may be many.
        private(set) var looksAside = false
        /// The number of attributes whose text is searched.
        private(set) var searches = 0
        /// The number of compound selectors.
        private(set) var parts = 1

        private static let plainPseudoClasses: Set<String> = [
            "first-child", "last-child", "only-child", "first-of-type", "last-of-type",
            "only-of-type", "empty", "root", "link", "visited",
        ]
        private static let countingPseudoClasses: Set<String> = [
            "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type",
        ]

        /// Reads the selectors of a rule; nil if one is unknown, which invalidates the whole rule.
        static func list(_ tokens: [SVGToken]) -> [SVGSelector]? {
            var (selectors, part): ([SVGSelector], [SVGToken]) = ([], [])
            var depth = 0
            for token in tokens {
                if token.closing != nil { depth += 1 }
                if SVGToken.isDelim(token, ")") || SVGToken.isDelim(token, "]") { depth -= 1 }
                if depth == 0, SVGToken.isDelim(token, ",") {
                    guard let selector = SVGSelector(part) else { return nil }
                    selectors.append(selector)
                    part = []
                } else {
                    part.append(token)
                }
            }
            guard let selector = SVGSelector(part) else { return nil }
            return selectors + [selector]
        }

        private init?(_ tokens: [SVGToken]) {
            let tokens = tokens.trimmingSpace()
            var rest = tokens[...]
            guard !rest.isEmpty else { return nil }
            while true {
                guard readCompound(&rest) else { return nil }
                guard !rest.isEmpty else { return }
                guard let combinator = Self.combinator(&rest) else { return nil }
                if combinator == "~" || combinator == "+" { looksAside = true }
                text += combinator
                parts += 1
                // Only the last compound selector determines the matching elements.
                (type, id, classes) = (nil, nil, [])
            }
        }

        private static func combinator(_ rest: inout ArraySlice<SVGToken>) -> String? {
            let isApart = rest.first == .space
            if isApart { rest.removeFirst() }
            guard case .delim(let unit)? = rest.first, ">+~".utf8.contains(unit) else {
                return isApart ? " " : nil
            }
            rest.removeFirst()
            if rest.first == .space { rest.removeFirst() }
            return String(Unicode.Scalar(unit))
        }

        private mutating func readCompound(_ rest: inout ArraySlice<SVGToken>) -> Bool {
            let start = text.utf8.count
            if case .ident(let name)? = rest.first {
                rest.removeFirst()
                type = name
                text += SVGToken.ident(name).text
            } else if SVGToken.isDelim(rest.first, "*") {
                rest.removeFirst()
                text += "*"
            }
            while let token = rest.first, token != .space, readSimple(token, &rest) {}
            return text.utf8.count > start
        }

        /// Reads an id, class, attribute or pseudo-class; returns `false` for anything else.
        private mutating func readSimple(
            _ token: SVGToken, _ rest: inout ArraySlice<SVGToken>
        ) -> Bool {
            switch token {
            case .hash(let name):
                rest.removeFirst()
                id = name
                text += token.text
            case .delim(UInt8(ascii: ".")):
                guard case .ident(let name)? = rest.dropFirst().first else { return false }
                rest.removeFirst(2)
                classes.append(name)
                text += "." + SVGToken.ident(name).text
            case .delim(UInt8(ascii: "[")): return readAttribute(&rest)
            case .delim(UInt8(ascii: ":")): return readPseudoClass(&rest)
            default: return false
            }
            return true
        }

        private mutating func readAttribute(_ rest: inout ArraySlice<SVGToken>) -> Bool {
            guard let end = rest.firstIndex(of: .delim(UInt8(ascii: "]"))) else { return false }
            let inside = rest[rest.startIndex + 1..<end].filter { $0 != .space }
            guard case .ident? = inside.first else { return false }
            let operation = inside.dropFirst().prefix {
                if case .delim(let unit) = $0 { "=~|^$*".utf8.contains(unit) } else { false }
            }
            let value = inside.dropFirst(1 + operation.count)
            let sign = operation.map(\.text).joined()
            switch value.first {
            case nil where sign.isEmpty: break
            case .ident?, .string?:
                guard value.count == 1, sign == "=" || (sign.count == 2 && sign.last == "=") else {
                    return false
                }
            default: return false
            }
            text += "[" + inside.map(\.text).joined() + "]"
            searches += 1
            rest = rest[(end + 1)...]
            return true
        }

        private mutating func readPseudoClass(_ rest: inout ArraySlice<SVGToken>) -> Bool {
            switch rest.dropFirst().first {
            case .ident(let name)?:
                guard Self.plainPseudoClasses.contains(name.lowercased()) else { return false }
                looksAside = looksAside || name.lowercased().hasSuffix("of-type")
                rest.removeFirst(2)
                text += ":" + name
                return true
            case .function(let name)?:
                guard let end = rest.firstIndex(of: .delim(UInt8(ascii: ")"))) else { return false }
                let inside = Array(rest[rest.startIndex + 2..<end])
                rest = rest[(end + 1)...]
                if name.lowercased() == "not" { return readNegation(inside) }
                guard Self.countingPseudoClasses.contains(name.lowercased()) else { return false }
                return readCount(name, inside)
            default: return false
            }
        }

        /// Reads a plain selector without combinators or further parentheses.
        private mutating func readNegation(_ inside: [SVGToken]) -> Bool {
            guard let selector = SVGSelector(inside), selector.parts == 1 else { return false }
            text += ":not(" + selector.text + ")"
            looksAside = looksAside || selector.looksAside
            searches += selector.searches
            return true
        }

        /// Reads `odd`, `even` and `An+B` of small numbers.
        private mutating func readCount(_ name: String, _ inside: [SVGToken]) -> Bool {
            let formula = inside.map(\.text).joined().lowercased()
            let isKnown =
                formula.utf8.count <= 12
                && (["odd", "even"].contains(formula.filter { $0 != " " })
                    || formula.utf8.allSatisfy { "0123456789n+- ".utf8.contains($0) })
            guard isKnown else { return false }
            text += ":\(name)(\(formula))"
            looksAside = true
            return true
        }
    }

    extension [SVGToken] {
        /// Returns the tokens without spaces and comments at either end.
        func trimmingSpace() -> [SVGToken] {
            var rest = self[...]
            while rest.first == .space || rest.first == .comment { rest.removeFirst() }
            while rest.last == .space || rest.last == .comment { rest.removeLast() }
            return Array(rest)
        }
    }
#endif

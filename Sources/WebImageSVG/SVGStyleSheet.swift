#if SVG
    import WebImageCoding

    /// A property and its value.
    struct SVGDeclaration {
        let name: String
        let value: [SVGToken]

        /// Reads declarations up to the end of `tokens`.
        ///
        /// - Parameter isStrict: `true` to omit malformed ones.
        static func list(
            _ tokens: ArraySlice<SVGToken>, isStrict: Bool = true
        ) -> [SVGDeclaration] {
            var (result, rest): ([SVGDeclaration], ArraySlice<SVGToken>) = ([], tokens)
            while !rest.isEmpty {
                let end = rest.end(of: UInt8(ascii: ";"))
                if let declaration = SVGDeclaration(rest[..<end], isStrict: isStrict) {
                    result.append(declaration)
                }
                rest = rest[min(end + 1, rest.endIndex)...]
            }
            return result
        }

        /// Reads the declarations of a `style` attribute, including malformed ones, since librsvg
        /// reads the attribute unchanged.
        static func list(in text: String) -> [SVGDeclaration] {
            list(SVGToken.all(in: text.utf8)[...], isStrict: false)
        }

        private init?(_ tokens: ArraySlice<SVGToken>, isStrict: Bool) {
            let tokens = Array(tokens).trimmingSpace()
            guard case .ident(let name)? = tokens.first,
                let colon = tokens.firstIndex(of: .delim(UInt8(ascii: ":"))),
                tokens[1..<colon].allSatisfy({ $0 == .space || $0 == .comment }),
                !isStrict || (!tokens.contains(.bad) && tokens[...].isBalanced)
            else { return nil }
            self.name = name
            value = Array(tokens[(colon + 1)...]).trimmingSpace()
        }

        /// The declaration in ASCII.
        var text: String {
            SVGToken.ident(name).text + ":" + value.map(\.text).joined()
        }
    }

    /// The supported rules of a style sheet; all others are omitted.
    ///
    /// librsvg gets the text rewritten from them, so it applies exactly what was counted.
    struct SVGStyleSheet {
        struct Rule {
            let selectors: [SVGSelector]
            let declarations: [SVGDeclaration]
        }

        private(set) var rules: [Rule] = []
        /// `true` if rules were omitted that librsvg might apply.
        private(set) var isReduced = false

        private static let maxTokens = 1_000_000

        init(_ text: [UInt8]) throws(CodecError) {
            var (reader, tokens) = (SVGTokens(text), [SVGToken]())
            while let token = reader.next() {
                tokens.append(token)
                guard tokens.count <= Self.maxTokens else {
                    throw .limit("a style sheet of more than \(Self.maxTokens) tokens")
                }
            }
            var rest = tokens[...]
            while let token = rest.first {
                if token == .space || token == .comment || token == .bad {
                    rest.removeFirst()
                } else {
                    readRule(&rest)
                }
            }
        }

        /// The sheet in ASCII, with characters escaped that are markup in XML.
        var text: String {
            rules.map { rule in
                let selectors = rule.selectors.map(\.text).joined(separator: ",")
                return selectors + "{" + rule.declarations.map(\.text).joined(separator: ";") + "}"
            }
            .joined(separator: "\n")
            .replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        }

        private mutating func readRule(_ rest: inout ArraySlice<SVGToken>) {
            var (isSpecial, isImport) = (false, false)
            if case .atKeyword(let name)? = rest.first {
                (isSpecial, isImport) = (true, name.lowercased() == "import")
            }
            let ends = isSpecial ? ";{" : "{"
            let start = rest.end(of: Array(ends.utf8))
            guard SVGToken.isDelim(rest[start...].first, "{") else {
                isReduced = isReduced || !isSpecial || isImport
                rest = rest[min(start + 1, rest.endIndex)...]
                return
            }
            let end = rest[(start + 1)...].end(of: UInt8(ascii: "}"))
            let prelude = Array(rest[..<start])
            let block = rest[(start + 1)..<end]
            rest = rest[min(end + 1, rest.endIndex)...]
            guard !isSpecial, let selectors = SVGSelector.list(prelude) else {
                isReduced = isReduced || !isSpecial
                return
            }
            let declarations = SVGDeclaration.list(block).filter { SVGProperties.isKnown($0.name) }
            if !declarations.isEmpty {
                rules.append(Rule(selectors: selectors, declarations: declarations))
            }
        }
    }

    extension ArraySlice<SVGToken> {
        /// Returns the position of the first of `ends` outside of brackets, or the end.
        fileprivate func end(of ends: [UInt8]) -> Int {
            var open: [SVGToken] = []
            for place in indices {
                let token = self[place]
                if open.isEmpty, case .delim(let unit) = token, ends.contains(unit) { return place }
                if token == open.last {
                    open.removeLast()
                } else if let closing = token.closing {
                    open.append(closing)
                }
            }
            return endIndex
        }

        fileprivate func end(of end: UInt8) -> Int { self.end(of: [end]) }

        /// `true` if all brackets are paired.
        fileprivate var isBalanced: Bool {
            var open: [SVGToken] = []
            for token in self {
                if token == open.last {
                    open.removeLast()
                } else if let closing = token.closing {
                    open.append(closing)
                } else if case .delim(let unit) = token, ")]}".utf8.contains(unit) {
                    return false
                }
            }
            return open.isEmpty
        }
    }
#endif

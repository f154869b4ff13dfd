#if SVG
    import WebImageCoding

    /// The rules that may match an element, indexed by the last name of each selector.
    struct SVGMatches {
        private struct Entry {
            let selector: SVGSelector
            let style: Int
        }

        private var styles: [SVGStyle] = []
        private var byID: [String: [Entry]] = [:]
        private var byClass: [String: [Entry]] = [:]
        private var byType: [String: [Entry]] = [:]
        private var others: [Entry] = []
        private var known: [String: SVGStyle] = [:]

        /// The maximum number of trials; each rule is tried on each element.
        private static let maxTrials = 30_000_000.0

        /// - Throws: `CodecError.limit` if matching would take too long.
        init(
            _ sheets: [SVGStyleSheet], _ elements: [SVGElement], _ units: SVGUnits
        ) throws(CodecError) {
            for rule in sheets.flatMap(\.rules) {
                var style = SVGStyle()
                for declaration in rule.declarations {
                    style.add(declaration.name, declaration.value, units)
                }
                styles.append(style)
                for selector in rule.selectors { add(selector, styles.count - 1) }
            }
            try Self.checkTrials(sheets, elements)
        }

        private mutating func add(_ selector: SVGSelector, _ style: Int) {
            let entry = Entry(selector: selector, style: style)
            // Names in other scripts may have several encodings.
            if let id = selector.id, Self.isPlain(id) {
                byID[id, default: []].append(entry)
            } else if let name = selector.classes.first(where: Self.isPlain) {
                byClass[name, default: []].append(entry)
            } else if let type = selector.type, Self.isPlain(type) {
                byType[type, default: []].append(entry)
            } else {
                others.append(entry)
            }
        }

        private static func isPlain(_ name: String) -> Bool {
            name.utf8.allSatisfy { $0 < 0x80 }
        }

        /// Returns the declarations of all rules that may match an element.
        mutating func style(of element: SVGElement) -> SVGStyle {
            if styles.isEmpty { return SVGStyle() }
            let classes = element.attributes.filter { $0.name == "class" }
                .flatMap { $0.value.split(whereSeparator: \.isWhitespace).map(String.init) }
            let ids = element.ids
            let key = ([element.name] + classes + ids.map { "#" + $0 }).joined(separator: " ")
            if ids.isEmpty, let style = known[key] { return style }
            var places: Set<Int> = []
            let lists =
                [others, byType[element.name] ?? []] + classes.map { byClass[$0] ?? [] }
                + ids.map { byID[$0] ?? [] }
            for entry in lists.joined() {
                let selector = entry.selector
                let isMatch =
                    selector.type.map { !Self.isPlain($0) || $0 == element.name } ?? true
                    && selector.classes.allSatisfy { !Self.isPlain($0) || classes.contains($0) }
                    && selector.id.map { !Self.isPlain($0) || ids.contains($0) } ?? true
                if isMatch { places.insert(entry.style) }
            }
            let style = places.sorted().reduce(into: SVGStyle()) { $0.add(styles[$1]) }
            if ids.isEmpty { known[key] = style }
            return style
        }

        private static func checkTrials(
            _ sheets: [SVGStyleSheet], _ elements: [SVGElement]
        ) throws(CodecError) {
            var children = [Int](repeating: 0, count: elements.count)
            for element in elements { element.parent.map { children[$0] += 1 } }
            let count = Double(elements.count)
            let siblings = Double(children.max() ?? 0)
            let letters = elements.reduce(0.0) { sum, element in
                element.attributes.reduce(sum) { $0 + Double($1.value.utf8.count) }
            }
            var trials = 0.0
            for rule in sheets.flatMap(\.rules) {
                for selector in rule.selectors {
                    let isWide = selector.id == nil && selector.classes.isEmpty
                    let steps = selector.looksAside ? siblings : 0
                    trials += count + (selector.looksAside ? count * steps / 4 : 0)
                    trials += Double(selector.parts - 1) * (isWide ? count : count / 4) * 4
                    trials += Double(selector.searches) * letters / 8
                }
                trials += Double(rule.declarations.count) * 4
            }
            guard trials <= maxTrials else {
                throw .limit("style rules that need more than \(Int(maxTrials)) comparisons")
            }
        }
    }
#endif

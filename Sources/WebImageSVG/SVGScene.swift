#if SVG
    import WebImageCoding

    /// The elements of a document with their applicable properties, in document order.
    struct SVGScene {
        private(set) var elements: [SVGElement]
        private(set) var placeOfID: [String: Int] = [:]
        private(set) var units = SVGUnits()
        /// The image's sides in the root's own units; 0 if unknown.
        private(set) var box = SIMD2<Double>(0, 0)
        /// The font size of the root in pixels, to which its own sides in `em` refer.
        private(set) var em = 16.0
        /// The number of different font sizes, for each of which librsvg loads a font.
        private(set) var fontCount = 0
        /// The largest area of a shape, in units of the root.
        private(set) var largestArea = 0.0
        /// The largest width and height of a pattern.
        private(set) var largestTile = SIMD2<Double>(0, 0)

        /// The maximum depth of references through which properties are inherited.
        private static let maxPasses = 40
        /// The maximum number of references in one style, and in all inherited properties.
        private static let maxReferences = 1000
        private static let maxInherited = 1_000_000
        private static let sizes = ["font", "font-size"]

        /// Applies the declarations of `sheets` and attributes to each element.
        init(_ elements: [SVGElement], sheets: [SVGStyleSheet]) throws(CodecError) {
            self.elements = elements
            for (place, element) in elements.enumerated() {
                for id in element.ids {
                    guard let known = placeOfID.index(forKey: id) else {
                        placeOfID[id] = place
                        continue
                    }
                    // Equal for Swift, but not for librsvg: composed otherwise, or not in UTF-8.
                    guard placeOfID[known].key.utf8.elementsEqual(id.utf8), !id.contains("\u{FFFD}")
                    else { throw .unsupported(.svg, "ids that differ only in their encoding") }
                }
            }
            if let root = elements.first { em = SVGRootFont(root, sheets).size }
            readUnits(sheets)
            var matches = try SVGMatches(sheets, elements, units)
            for place in elements.indices {
                let style = matches.style(of: self.elements[place])
                self.elements[place].declare(units, sheet: style)
                guard self.elements[place].style.references <= Self.maxReferences else {
                    throw .limit("a style with more than \(Self.maxReferences) references")
                }
            }
            try inherit()
            readBox()
            enlarge()
            readTiles()
        }

        private mutating func readTiles() {
            for element in elements {
                let scale = element.context.isFinite ? element.context : 1
                if let shape = element.shape {
                    largestArea = max(largestArea, shape.width * shape.height * scale * scale)
                }
                guard element.kind == "pattern" else { continue }
                largestTile.x = max(largestTile.x, element.style.sides["width"] ?? 0)
                largestTile.y = max(largestTile.y, element.style.sides["height"] ?? 0)
            }
        }

        private mutating func readUnits(_ sheets: [SVGStyleSheet]) {
            for element in elements where element.parent == nil || element.box != nil {
                var sides = element.box.map { [$0.width, $0.height] } ?? []
                if element.parent == nil {
                    sides += ["width", "height"].compactMap { element.side($0, units) }
                }
                units.largestSide = max(units.largestSide, sides.max() ?? 0)
                units.smallestSide = min(units.smallestSide, sides.min() ?? .infinity)
            }
            readViewports(sheets)
            var isRelative = false
            var sizes: Set<String> = []
            func read(_ text: String) {
                sizes.insert(text)
                switch SVGNumbers.fontSize(in: text.lowercased()[...]) {
                case .pixels(let size)?: units.font = max(units.font, size)
                case nil: break
                default: isRelative = true
                }
            }
            let declarations = sheets.flatMap { $0.rules.flatMap(\.declarations) }
            for declaration in declarations where Self.sizes.contains(declaration.name) {
                read(declaration.value.map(\.text).joined())
            }
            for element in elements {
                for (name, value) in element.attributes {
                    if Self.sizes.contains(name) { read(value) }
                    if name == "style", value.utf8.count < 10_000, value.contains("font") {
                        for declaration in SVGDeclaration.list(in: value)
                        where Self.sizes.contains(declaration.name) {
                            read(declaration.value.map(\.text).joined())
                        }
                    }
                }
            }
            fontCount = sizes.count
            if isRelative { units.font = max(units.font * 3, 100) }
        }

        /// Reads the sides of nested viewports, whose percentages may multiply.
        private mutating func readViewports(_ sheets: [SVGStyleSheet]) {
            var (largest, growth) = (units.largestSide, 1.0)
            var (smallest, shrinkage) = (units.smallestSide, 1.0)
            func read(_ value: [SVGToken], times: Int = 1) {
                var (share, part) = (1.0, 1.0)
                for case .number(let digits, unit: "%") in value {
                    let number = (Double(digits)?.magnitude ?? 0) / 100
                    share = max(share, number)
                    if number > 0 { part = min(part, number) }
                }
                let isLength = value.contains {
                    if case .number(_, let unit) = $0 { unit != "%" } else { false }
                }
                if isLength {
                    largest = max(largest, units.lengths(in: value).max() ?? 0)
                    let sides = units.smallLengths(in: value).filter { $0 > 0 }
                    smallest = min(smallest, sides.min() ?? .infinity)
                }
                // Raises the fraction to the power of its uses by squaring.
                var rest = times
                while rest > 0 {
                    if rest % 2 == 1 {
                        growth *= share
                        shrinkage *= part
                    }
                    (rest, share, part) = (rest / 2, share * share, part * part)
                }
            }
            let names = ["width", "height"]
            let nested = elements.filter {
                $0.parent != nil && ["svg", "symbol", "use"].contains($0.kind)
            }
            guard !nested.isEmpty else { return }
            for declaration in sheets.flatMap({ $0.rules.flatMap(\.declarations) })
            where names.contains(declaration.name) {
                units.hasStyledSides = true
                read(declaration.value, times: nested.count)
            }
            for (name, value) in nested.flatMap(\.attributes) {
                if names.contains(name) { read(SVGToken.all(in: value.utf8)) }
                guard name == "style" else { continue }
                for declaration in SVGDeclaration.list(in: value)
                where names.contains(declaration.name) {
                    read(declaration.value)
                }
            }
            units.largestSide = largest * growth
            units.smallestSide = min(smallest, 100) * shrinkage
        }

        /// Propagates inherited properties until nothing changes.
        private mutating func inherit() throws(CodecError) {
            let hasContext = elements.contains { $0.style.usesContext }
            for pass in 0...Self.maxPasses {
                var isChanged = false
                var added: [Int: SVGInherited] = [:]
                for element in elements {
                    var more = element.inherited
                    if hasContext { more.context.formUnion(more.fills.union(more.strokes)) }
                    for id in element.links {
                        guard let target = placeOfID[id] else { continue }
                        if added[target]?.add(more) == nil { added[target] = more }
                    }
                    guard hasContext else { continue }
                    let context = SVGInherited(context: more.context)
                    for id in element.inherited.ends.union(element.inherited.corners) {
                        guard let target = placeOfID[id] else { continue }
                        if added[target]?.add(context) == nil { added[target] = context }
                    }
                }
                var references = 0
                for place in elements.indices {
                    var outer = elements[place].parent.map { elements[$0].inherited } ?? .init()
                    if let more = added[place] { outer.add(more) }
                    let inner = outer.applying(elements[place].style)
                    if inner != elements[place].inherited {
                        elements[place].inherited = inner
                        references += inner.references
                        isChanged = true
                    }
                }
                if !isChanged { return }
                guard references <= Self.maxInherited else {
                    throw .limit("elements that inherit more than \(Self.maxInherited) references")
                }
                guard pass < Self.maxPasses else {
                    throw .limit("references nested more than \(Self.maxPasses) deep")
                }
            }
        }

        private mutating func readBox() {
            guard let root = elements.first else { return }
            if let size = root.box {
                box = SIMD2(size.width, size.height)
            } else if let width = root.side("width", units),
                let height = root.side("height", units),
                !(root.attribute("width") ?? "").contains("%"),
                !(root.attribute("height") ?? "").contains("%")
            {
                box = SIMD2(width, height)
            }
            if box.x <= 0 || box.y <= 0 {
                let shapes = elements.compactMap(\.shape)
                box = SIMD2(
                    shapes.map(\.width).max() ?? 0, shapes.map(\.height).max() ?? 0)
            }
        }

        /// Returns the ids of everything that is drawn for an element.
        func references(of element: SVGElement) -> Set<String> {
            let inherited = element.inherited
            return inherited.fills.union(inherited.strokes).union(inherited.ends)
                .union(inherited.corners).union(inherited.masks).union(inherited.filters.keys)
                .union(inherited.clips).union(element.links)
        }

        /// Computes the largest scale at which each element is drawn.
        private mutating func enlarge() {
            let lines = elements.map(\.inherited.strokeWidth).max() ?? 1
            for pass in 0..<12 {
                var isChanged = false
                var users: [Int: (scale: Double, isTurned: Bool)] = [:]
                for element in elements where pass > 0 {
                    for id in references(of: element) {
                        guard let target = placeOfID[id] else { continue }
                        let context = hasShares(element) ? .infinity : element.context
                        let scale = context * boxScale(of: target, usedBy: element, lines)
                        let user = users[target] ?? (0, false)
                        users[target] = (
                            max(user.scale, scale), user.isTurned || element.isTurned
                        )
                    }
                }
                for place in elements.indices {
                    let element = elements[place]
                    let parent = element.parent.map { elements[$0] }
                    var context = parent.map { hasShares($0) ? .infinity : $0.context } ?? 1
                    if element.kind != "symbol" { context *= element.boxScale(units) }
                    context = max(context, users[place]?.scale ?? 0) * element.style.scale
                    let isTurned =
                        element.style.turns || parent?.isTurned ?? false
                        || users[place]?.isTurned ?? false
                    guard
                        pass == 0 || context > element.context * 1.000001
                            || isTurned != element.isTurned
                    else { continue }
                    elements[place].context = pass == 11 ? .infinity : context
                    elements[place].isTurned = isTurned
                    isChanged = true
                }
                if !isChanged { return }
            }
        }

        private func boxScale(
            of target: Int, usedBy element: SVGElement, _ lines: Double
        ) -> Double {
            let scale = elements[target].boxScale(units, usedBy: element)
            return elements[target].kind == "marker" ? scale * max(lines, 1) : scale
        }

        /// Returns `true` if the content or target is in fractions of the referring element's box.
        private func hasShares(_ element: SVGElement) -> Bool {
            let names = ["clipPathUnits", "maskContentUnits", "patternContentUnits"]
            if element.isShareOfFilter && element.kind == "feimage" { return true }
            if names.contains(where: { Self.isShare(element.attribute($0)) }) { return true }
            guard element.kind == "pattern", element.box != nil else { return false }
            let sides = ["width", "height"].map { element.attribute($0) }
            return element.attribute("patternUnits") != "userSpaceOnUse"
                || sides.contains(nil) || !element.links.isEmpty
        }

        private static func isShare(_ units: String?) -> Bool {
            units != nil && units != "userSpaceOnUse"
        }
    }
#endif

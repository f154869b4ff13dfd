#if SVG
    /// An element of a document, with the estimate of its own drawing and its references.
    struct SVGElement {
        /// The name without prefix, in lower case.
        let kind: String
        let name: String
        let attributes: [(name: String, value: String)]
        let parent: Int?
        /// The index after the last element inside of it, in document order.
        var end: Int
        /// The pixels of an embedded image.
        var pixels = 0.0
        /// `true` for a filter primitive in fractions of the filtered element's box.
        var isShareOfFilter = false
        private(set) var text = SVGTextCount()
        /// Its own declarations, and all that apply to it.
        var style = SVGStyle()
        var inherited = SVGInherited()
        /// The scale of its own units relative to the root's view box.
        var context = 1.0
        /// `true` if it may be rotated or skewed.
        var isTurned = false
        private(set) var shape: SVGPath?
        private(set) var numbers = SVGFilterNumbers()

        private static let referredOnly: Set<String> = [
            "clippath", "defs", "filter", "lineargradient", "marker", "mask", "pattern",
            "radialgradient", "symbol",
        ]
        private static let viewports: Set<String> = ["svg", "symbol", "marker", "pattern", "view"]

        init(name: String, attributes: [(name: String, value: String)], parent: Int?, end: Int) {
            self.name = name
            self.attributes = attributes
            self.parent = parent
            self.end = end
            kind = name.lowercased()
            if kind.hasPrefix("fe") {
                for (name, value) in attributes { numbers.read(name, value) }
            }
        }

        /// Its ids; the first element with an id owns it.
        var ids: [String] { attributes.filter { $0.name == "id" }.map(\.value) }

        /// The ids of elements in the document that its addresses refer to.
        var links: [String] {
            attributes.filter { $0.name == "href" }.map { SVGAddress.trimmed($0.value) }
                .filter { $0.hasPrefix("#") }.map { String($0.dropFirst()) }
        }

        /// `true` if it is drawn only through references.
        var isReferredOnly: Bool { Self.isReferredOnly(kind) }

        /// Returns `true` for an element, by its name in lower case, that is drawn only through
        /// references.
        static func isReferredOnly(_ kind: String) -> Bool { referredOnly.contains(kind) }

        /// Returns `true` for a paint, by its name in lower case.
        static func isPaint(_ kind: String) -> Bool {
            ["pattern", "lineargradient", "radialgradient"].contains(kind)
        }

        /// `true` if its content is drawn as text.
        var isText: Bool { kind == "text" }

        /// `true` if it inherits declarations.
        var isStyled: Bool { !kind.hasPrefix("fe") || kind == "feflood" }

        func attribute(_ name: String) -> String? {
            attributes.first { $0.name == name }?.value
        }

        /// The size of its view box.
        var box: (width: Double, height: Double)? {
            guard let numbers = attribute("viewBox").map({ SVGPathReader.numbers(in: $0) }),
                numbers.count == 4, numbers[2] > 0, numbers[3] > 0
            else { return nil }
            return (numbers[2], numbers[3])
        }

        /// Returns the scale of its content by its own view box.
        ///
        /// - Parameter user: The element that refers to it, whose sides may replace its own.
        func boxScale(_ units: SVGUnits, usedBy user: SVGElement? = nil) -> Double {
            guard parent != nil, Self.viewports.contains(kind), let box else { return 1 }
            var scale = 0.0
            if kind == "marker" {
                let side = max(side("markerWidth", units) ?? 3, side("markerHeight", units) ?? 3)
                scale = side / min(box.width, box.height)
            } else {
                let width = viewportSide("width", units, usedBy: user)
                let height = viewportSide("height", units, usedBy: user)
                scale = max(width / box.width, height / box.height)
            }
            // librsvg ignores a malformed box.
            let isCertain = SVGToken.all(in: (attribute("viewBox") ?? "").utf8).allSatisfy {
                if case .number(_, unit: "") = $0 { true } else { $0 == .space || $0 == .delim(44) }
            }
            return isCertain ? scale : max(scale, 1)
        }

        private func viewportSide(
            _ name: String, _ units: SVGUnits, usedBy user: SVGElement?
        ) -> Double {
            let own = kind == "symbol" ? nil : style.sides[name]
            let used = ["svg", "symbol"].contains(kind) ? user?.style.sides[name] : nil
            guard let side = [own, used].compactMap({ $0 }).max() else { return units.openSide }
            let isStyled =
                units.hasStyledSides || attribute("style") != nil
                || user?.attribute("style") != nil
            return isStyled ? max(side, units.openSide) : side
        }

        func side(_ name: String, _ units: SVGUnits) -> Double? {
            attribute(name).flatMap { units.lengths(in: SVGToken.all(in: $0.utf8)).first }
        }

        /// Adds a run of text, which becomes one path.
        mutating func add(run: SVGTextRun) { text.add(run) }

        /// Reads its attributes and `style`, in addition to the declarations of sheets.
        mutating func declare(_ units: SVGUnits, sheet: SVGStyle) {
            style = sheet
            style.doubtTransforms()
            for (name, value) in attributes {
                if name == "style" {
                    for declaration in SVGDeclaration.list(in: value) {
                        style.add(declaration.name, declaration.value, units)
                    }
                } else {
                    let isTransform = name == "patternTransform" || name == "gradientTransform"
                    let name = isTransform ? "transform" : name
                    if SVGProperties.isCounted(name) {
                        style.add(
                            name, SVGToken.all(in: value.utf8).trimmingSpace(), units,
                            isAttribute: true)
                    }
                }
            }
            measure(units)
        }

        private mutating func measure(_ units: SVGUnits) {
            let sides = style.sides
            let (width, height) = (sides["width"] ?? 0, sides["height"] ?? 0)
            switch kind {
            case "path":
                shape = SVGPath(path: attribute("d") ?? "")
            case "polyline", "polygon":
                shape = SVGPath(points: attribute("points") ?? "")
            case "rect":
                let isRound = (sides["rx"] ?? 0) + (sides["ry"] ?? 0) > 0
                shape = SVGPath(width: width, height: height, curves: isRound ? 4 : 0)
            case "circle":
                let side = 2 * (sides["r"] ?? 0)
                shape = SVGPath(width: side, height: side, curves: 4)
            case "ellipse":
                shape = SVGPath(
                    width: 2 * (sides["rx"] ?? sides["ry"] ?? 0),
                    height: 2 * (sides["ry"] ?? sides["rx"] ?? 0), curves: 4)
            case "line":
                let ends = ["x1", "y1", "x2", "y2"].map { side($0, units) ?? 0 }
                shape = SVGPath(
                    width: ends[0] + ends[2], height: ends[1] + ends[3], curves: 0)
            default: break
            }
        }
    }
#endif

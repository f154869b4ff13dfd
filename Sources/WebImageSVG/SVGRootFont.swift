#if SVG
    /// The font size of the root element, to which its width and height in `em` refer.
    ///
    /// The initial size is 16 pixels as in browsers; librsvg has 12.
    struct SVGRootFont {
        private(set) var size = 16.0

        private static let names = [
            "xx-small": 9.0, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24,
            "xx-large": 32, "smaller": 16 / 1.2, "larger": 16 * 1.2,
        ]

        /// Reads the attribute, rules that select nothing but the root's name, id or class, and the
        /// style attribute, in this order; the last one counts.
        init(_ root: SVGElement, _ sheets: [SVGStyleSheet]) {
            if let value = root.attribute("font-size") { read(SVGToken.all(in: value.utf8)) }
            let classes = (root.attribute("class") ?? "").split(separator: " ").map { ".\($0)" }
            let selectors = Set(["svg", "*", ":root"] + root.ids.map { "#" + $0 } + classes)
            for rule in sheets.flatMap(\.rules)
            where rule.selectors.contains(where: { selectors.contains($0.text) }) {
                read(rule.declarations)
            }
            read(SVGDeclaration.list(in: root.attribute("style") ?? ""))
        }

        private mutating func read(_ declarations: [SVGDeclaration]) {
            for declaration in declarations where declaration.name == "font-size" {
                read(declaration.value)
            }
        }

        private mutating func read(_ value: [SVGToken]) {
            switch value.first {
            case .ident(let name)?: size = Self.names[name.lowercased()] ?? size
            case .number(let digits, let unit)?:
                guard let number = Double(digits), number > 0, number < 1e6,
                    let factor = Self.factor(unit.lowercased())
                else { return }
                size = number * factor
            default: break
            }
        }

        /// Returns the pixels of a unit; the parent of the root has a size of 16 pixels.
        private static func factor(_ unit: String) -> Double? {
            switch unit {
            case "", "px": 1
            case "em", "rem", "pc": 16
            case "ex": 8
            case "%": 0.16
            case "pt": 96 / 72
            case "in": 96
            case "cm": 96 / 2.54
            case "mm": 96 / 25.4
            default: nil
            }
        }
    }
#endif

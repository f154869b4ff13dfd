#if SVG
    /// The font size of the root element, to which its width and height in `em` refer.
    struct SVGRootFont {
        /// The initial size in pixels as in browsers; librsvg has 12.
        static let initial = 16.0
        private(set) var size = initial

        private static let names = [
            "xx-small": 9.0, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24,
            "xx-large": 32, "smaller": 16 / 1.2, "larger": 16 * 1.2,
        ]
        /// The pixels of each unit; the parent of the root has the initial size.
        private static let units = [
            "": 1.0, "px": 1, "em": 16, "rem": 16, "pc": 16, "ex": 8, "%": 0.16, "pt": 96.0 / 72,
            "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4,
        ]

        /// Reads the attribute, rules that select nothing but the root's name, id or class, and the
        /// style attribute, in this order; the last one counts.
        init(_ root: SVGElement, _ sheets: [String]) {
            if let value = root["font-size"] { read(value: value) }
            let classes = (root["class"] ?? "").split(separator: " ").map { ".\($0)" }
            let ids = root["id"].map { ["#\($0)"] } ?? []
            let selectors = Set(["svg", "*", ":root"] + ids + classes)
            for rule in sheets.flatMap({ $0.split(separator: "}") }) {
                let parts = rule.split(separator: "{", maxSplits: 1)
                let names = parts.first?.split(separator: ",").map(Self.trimmed) ?? []
                guard parts.count == 2, !selectors.isDisjoint(with: names) else { continue }
                read(declarations: String(parts[1]))
            }
            read(declarations: root["style"] ?? "")
        }

        private mutating func read(declarations: String) {
            for declaration in declarations.split(separator: ";") {
                let parts = declaration.split(separator: ":", maxSplits: 1)
                guard parts.count == 2, Self.trimmed(parts[0]).lowercased() == "font-size" else {
                    continue
                }
                read(value: Self.trimmed(parts[1]))
            }
        }

        private mutating func read(value: String) {
            switch SVGToken.all(in: value.utf8).first {
            case .ident(let name)?: size = Self.names[name.lowercased()] ?? size
            case .number(let digits, let unit)?:
                guard let number = Double(digits), number > 0, number < 1e6,
                    let factor = Self.units[unit.lowercased()]
                else { return }
                size = number * factor
            default: break
            }
        }

        private static func trimmed(_ text: Substring) -> String {
            text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }
#endif

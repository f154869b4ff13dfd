#if SVG
    /// The grammar of an attribute whose invalid value hides its element in librsvg.
    ///
    /// Browsers ignore an invalid attribute, so that its default applies (SVG 2, section 4.3).
    enum SVGAttributeKind: Equatable {
        case box
        case aspect
        case length
        /// Up to so many numbers without unit.
        case numbers(Int)
        case matrix
        case name
        case keyword(Set<String>)

        /// Creates the kind of an attribute; nil for one whose value librsvg does not check, or which
        /// has other grammars elsewhere.
        init?(_ name: String, of element: String) {
            if name == "viewBox" {
                self = .box
            } else if name == "preserveAspectRatio" {
                self = .aspect
            } else if Self.measured.contains(element), Self.lengths.contains(name) {
                self = .length
            } else if element.hasPrefix("fe"), let kind = Self.primitive(name, element) {
                self = kind
            } else if let words = Self.words[name] {
                self = .keyword(words)
            } else {
                return nil
            }
        }

        private static let units: Set<String> = ["userSpaceOnUse", "objectBoundingBox"]
        private static let words: [String: Set<String>] = [
            "gradientUnits": units, "patternUnits": units, "patternContentUnits": units,
            "maskUnits": units, "maskContentUnits": units, "clipPathUnits": units,
            "filterUnits": units, "primitiveUnits": units,
            "spreadMethod": ["pad", "reflect", "repeat"],
            "markerUnits": ["strokeWidth", "userSpaceOnUse"],
        ]

        /// The elements, in lower case, with single lengths; those of text have lists.
        private static let measured: Set<String> = [
            "svg", "rect", "circle", "ellipse", "line", "image", "use", "pattern", "mask", "marker",
            "lineargradient", "radialgradient", "filter",
        ]
        private static let lengths: Set<String> = [
            "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "fx",
            "fy", "fr", "refX", "refY", "markerWidth", "markerHeight",
        ]

        private static func primitive(_ name: String, _ element: String) -> Self? {
            switch name {
            case "x" where !element.hasSuffix("light"), "y" where !element.hasSuffix("light"),
                "width", "height":
                .length
            case "stdDeviation", "radius", "baseFrequency", "order", "kernelUnitLength": .numbers(2)
            case "k1", "k2", "k3", "k4", "dx", "dy", "scale", "seed", "numOctaves", "bias",
                "divisor",
                "surfaceScale", "diffuseConstant", "specularConstant", "specularExponent",
                "azimuth",
                "elevation", "limitingConeAngle", "x", "y", "z", "pointsAtX", "pointsAtY",
                "pointsAtZ", "slope", "intercept", "amplitude", "exponent", "offset":
                .numbers(1)
            case "result": .name
            case "values" where element == "fecolormatrix": .matrix
            case "edgeMode": .keyword(["duplicate", "wrap", "none"])
            case "stitchTiles": .keyword(["stitch", "noStitch"])
            case "preserveAlpha": .keyword(["true", "false"])
            case "xChannelSelector", "yChannelSelector": .keyword(["R", "G", "B", "A"])
            case "operator" where element == "fecomposite":
                .keyword(["over", "in", "out", "atop", "xor", "arithmetic"])
            case "operator" where element == "femorphology": .keyword(["erode", "dilate"])
            case "type" where element == "fecolormatrix":
                .keyword(["matrix", "saturate", "hueRotate", "luminanceToAlpha"])
            case "type" where element == "feturbulence": .keyword(["fractalNoise", "turbulence"])
            case "type" where element.hasPrefix("fefunc"):
                .keyword(["identity", "table", "discrete", "linear", "gamma"])
            default: nil
            }
        }

        /// Returns `true` for a value that librsvg reads.
        func accepts(_ value: String) -> Bool {
            let tokens = SVGToken.all(in: value.utf8).filter { $0 != .space && $0 != .comment }
            switch self {
            case .box:
                let numbers = Self.numbers(in: tokens)
                return numbers?.count == 4 && numbers?[2...].allSatisfy { $0 >= 0 } == true
            case .aspect: return Self.isAspect(tokens)
            case .length:
                if tokens.count == 1, case .number(_, let unit)? = tokens.first {
                    return Self.lengthUnits.contains(unit.lowercased())
                }
                return tokens == [.ident("auto")]
            case .numbers(let most):
                let numbers = Self.numbers(in: tokens) ?? []
                return !numbers.isEmpty && numbers.count <= most
            case .matrix: return [1, 20].contains(Self.numbers(in: tokens)?.count)
            case .name: return Self.name(in: value) != nil
            case .keyword(let words): return Self.name(in: value).map(words.contains) ?? false
            }
        }

        /// Returns the only name in a value.
        static func name(in value: String) -> String? {
            let tokens = SVGToken.all(in: value.utf8).filter { $0 != .space && $0 != .comment }
            guard tokens.count == 1, case .ident(let name)? = tokens.first else { return nil }
            return name
        }

        private static let lengthUnits: Set<String> = [
            "", "%", "px", "em", "ex", "in", "cm", "mm", "pt", "pc", "ch",
        ]

        /// Returns numbers without units, with a comma or none between them; nil for anything else.
        private static func numbers(in tokens: [SVGToken]) -> [Double]? {
            var numbers: [Double] = []
            var isCommaAllowed = false
            for token in tokens {
                if case .number(let digits, unit: "") = token, let number = Double(digits) {
                    numbers.append(number)
                    isCommaAllowed = true
                } else {
                    guard isCommaAllowed, SVGToken.isDelim(token, ",") else { return nil }
                    isCommaAllowed = false
                }
            }
            return isCommaAllowed ? numbers : nil
        }

        private static func isAspect(_ tokens: [SVGToken]) -> Bool {
            var words = tokens.map { token in
                if case .ident(let word) = token { word } else { "" }
            }
            if words.first == "defer" { words.removeFirst() }
            guard words.count == 1 || words.count == 2, let align = words.first else {
                return false
            }
            let sides = ["Min", "Mid", "Max"]
            let isAlign =
                align == "none"
                || sides.contains { x in
                    sides.contains { align == "x\(x)Y\($0)" }
                }
            return isAlign && (words.count == 1 || ["meet", "slice"].contains(words[1]))
        }
    }
#endif

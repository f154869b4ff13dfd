#if SVG
    /// The grammar of an attribute whose invalid value may hide its element in librsvg.
    ///
    /// Browsers ignore an invalid attribute, so that its default applies (SVG 2, section 4.3).
    /// Lengths of shapes and images are not among them: librsvg ignores invalid ones, too.
    enum SVGAttributeKind: Equatable {
        case box
        case aspect
        /// A length; `auto` and a negative one only if they are allowed.
        case length(isAuto: Bool, isSigned: Bool)
        /// Numbers without unit: how many, and the least value.
        case numbers(ClosedRange<Int>, from: Double)
        /// Up to two whole numbers above 0.
        case order
        case name
        case keyword(Set<String>)

        /// Creates the kind of an attribute; nil for one whose value librsvg does not check, or
        /// which has other grammars elsewhere.
        init?(_ name: String, of element: SVGElement) {
            let kind = element.name
            if name == "viewBox" {
                self = .box
            } else if name == "preserveAspectRatio" {
                self = .aspect
            } else if Self.measured.contains(kind), Self.lengths.contains(name) {
                self = Self.length(name)
            } else if kind.hasPrefix("fe") {
                guard let kind = Self.primitive(name, kind, type: element["type"]) else {
                    return nil
                }
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

        /// The elements with single lengths; text elements have lists.
        private static let measured: Set<String> = [
            "svg", "line", "use", "pattern", "mask", "marker", "linearGradient", "radialGradient",
            "filter",
        ]
        private static let lengths: Set<String> = [
            "x", "y", "width", "height", "cx", "cy", "r", "x1", "y1", "x2", "y2", "fx", "fy", "fr",
            "refX", "refY", "markerWidth", "markerHeight",
        ]

        private static func length(_ name: String) -> Self {
            let isSize = name == "width" || name == "height"
            let isSigned = !isSize && !["r", "fr", "markerWidth", "markerHeight"].contains(name)
            return .length(isAuto: isSize, isSigned: isSigned)
        }

        private static func primitive(_ name: String, _ element: String, type: String?) -> Self? {
            switch name {
            case "x" where !element.hasSuffix("Light"), "y" where !element.hasSuffix("Light"):
                .length(isAuto: false, isSigned: true)
            case "width", "height": .length(isAuto: false, isSigned: false)
            case "stdDeviation", "radius", "baseFrequency": .numbers(1...2, from: 0)
            case "order": .order
            case "kernelUnitLength": .numbers(1...2, from: .leastNormalMagnitude)
            case "k1", "k2", "k3", "k4", "dx", "dy", "scale", "seed", "numOctaves", "bias",
                "divisor",
                "surfaceScale", "diffuseConstant", "specularConstant", "specularExponent",
                "azimuth",
                "elevation", "limitingConeAngle", "x", "y", "z", "pointsAtX", "pointsAtY",
                "pointsAtZ", "slope", "intercept", "amplitude", "exponent", "offset":
                .numbers(1...1, from: -.greatestFiniteMagnitude)
            case "result": .name
            case "values" where element == "feColorMatrix":
                .numbers(
                    type == "saturate" || type == "hueRotate" ? 1...20 : 20...20,
                    from: -.greatestFiniteMagnitude)
            case "mode" where element == "feBlend": .keyword(blendModes)
            case "edgeMode": .keyword(["duplicate", "wrap", "none"])
            case "stitchTiles": .keyword(["stitch", "noStitch"])
            case "preserveAlpha": .keyword(["true", "false"])
            case "xChannelSelector", "yChannelSelector": .keyword(["R", "G", "B", "A"])
            case "operator" where element == "feComposite":
                .keyword(["over", "in", "out", "atop", "xor", "arithmetic"])
            case "operator" where element == "feMorphology": .keyword(["erode", "dilate"])
            case "type" where element == "feColorMatrix":
                .keyword(["matrix", "saturate", "hueRotate", "luminanceToAlpha"])
            case "type" where element == "feTurbulence": .keyword(["fractalNoise", "turbulence"])
            case "type" where element.hasPrefix("feFunc"):
                .keyword(["identity", "table", "discrete", "linear", "gamma"])
            default: nil
            }
        }

        private static let blendModes: Set<String> = [
            "normal", "multiply", "screen", "darken", "lighten", "overlay", "color-dodge",
            "color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue",
            "saturation",
            "color", "luminosity",
        ]

        /// Returns `true` for a value that librsvg reads.
        func accepts(_ value: String) -> Bool {
            let tokens = SVGToken.all(in: value.utf8).filter { $0 != .space && $0 != .comment }
            switch self {
            case .box:
                let numbers = Self.numbers(in: tokens)
                return numbers?.count == 4 && numbers?[2...].allSatisfy { $0 >= 0 } == true
            case .aspect: return Self.isAspect(tokens)
            case .length(let isAuto, let isSigned):
                if tokens.count == 1, case .number(let digits, let unit)? = tokens.first {
                    return Self.lengthUnits.contains(unit.lowercased())
                        && (isSigned || !digits.hasPrefix("-"))
                }
                return isAuto && tokens == [.ident("auto")]
            case .numbers(let count, let least):
                guard let numbers = Self.numbers(in: tokens) else { return false }
                return count.contains(numbers.count) && numbers.allSatisfy { $0 >= least }
            case .order:
                guard let numbers = Self.numbers(in: tokens) else { return false }
                return numbers.count <= 2 && numbers.allSatisfy { $0 >= 1 && $0 == $0.rounded() }
            case .name: return Self.name(in: value) != nil
            case .keyword(let words): return Self.name(in: value).map(words.contains) ?? false
            }
        }

        /// Returns the only name in a value.
        static func name(in value: String) -> String? {
            let tokens = SVGToken.all(in: value.utf8).filter { $0 != .space && $0 != .comment }
            guard tokens.count == 1, case .ident(let name)? = tokens.first,
                !["default", "inherit", "initial", "unset"].contains(name.lowercased())
            else { return nil }
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
                if case .number(let digits, unit: "") = token, let number = Float(digits),
                    number.isFinite
                {
                    numbers.append(Double(number))
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

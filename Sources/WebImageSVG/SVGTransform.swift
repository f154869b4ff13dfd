#if SVG
    /// The scale of a list of transforms.
    struct SVGTransform {
        /// The maximum factor by which a length grows.
        private(set) var scale = 1.0
        /// `true` if librsvg certainly reads the list in the same way.
        private(set) var isCertain = true
        /// `true` if every shape becomes a line or a point.
        private(set) var isFlat = false
        private let isAttribute: Bool

        /// Reads the tokens of a `transform` attribute or property.
        init(_ value: [SVGToken], isAttribute: Bool) {
            self.isAttribute = isAttribute
            var place = 0
            while place < value.count {
                switch value[place] {
                case .space, .comment: break
                case .function(let name):
                    let start = place + 1
                    let end = value[start...].firstIndex { SVGToken.isDelim($0, ")") }
                    isCertain = isCertain && end != nil
                    place = end ?? value.count
                    apply(name, value[start..<place].filter { $0 != .space && $0 != .comment })
                default: isCertain = false
                }
                place += 1
            }
            scale = max(scale, .leastNormalMagnitude)
        }

        private mutating func apply(_ name: String, _ arguments: [SVGToken]) {
            var (numbers, unit) = ([Double](), "")
            var isNumberNext = true
            for token in arguments {
                if case .number(let digits, let ending) = token, let number = Double(digits) {
                    if !isNumberNext, !isAttribute { isCertain = false }
                    numbers.append(number)
                    if !ending.isEmpty { unit = ending.lowercased() }
                    isNumberNext = false
                } else {
                    if isNumberNext || !SVGToken.isDelim(token, ",") { isCertain = false }
                    isNumberNext = true
                }
            }
            if isNumberNext || !unit.isEmpty { isCertain = false }
            isFlat = isFlat || Self.isFlat(name.lowercased(), numbers)
            if let factor = Self.factor(name.lowercased(), numbers, unit) { scale *= factor }
            isCertain = isCertain && Self.counts[name]?.contains(numbers.count) ?? false
        }

        /// The valid numbers of arguments of each function.
        private static let counts = [
            "scale": [1, 2], "matrix": [6], "translate": [1, 2], "rotate": [1, 3], "skewX": [1],
            "skewY": [1],
        ]

        private static func isFlat(_ name: String, _ numbers: [Double]) -> Bool {
            if name == "scale" { return numbers.contains(0) }
            guard name == "matrix", numbers.count == 6 else { return false }
            return numbers[0] * numbers[3] == numbers[1] * numbers[2]
        }

        /// Returns the largest stretch of a function; nil if it keeps lengths.
        private static func factor(
            _ name: String, _ numbers: [Double], _ unit: String
        ) -> Double? {
            switch name {
            case "scale": return numbers.map(\.magnitude).max()
            case "skewx", "skewy", "skew":
                let units: [String: Double] = ["rad": 180 / .pi, "grad": 0.9, "turn": 360]
                let degrees = units[unit] ?? 1
                return 1 + (numbers.map { tangent($0 * degrees) }.max() ?? 0)
            case "matrix":
                guard numbers.count >= 4 else { return numbers.map(\.magnitude).max() }
                let (a, b, c, d) = (numbers[0], numbers[1], numbers[2], numbers[3])
                // The larger singular value.
                let sum = ((a + d) * (a + d) + (b - c) * (b - c)).squareRoot()
                return (sum + ((a - d) * (a - d) + (b + c) * (b + c)).squareRoot()) / 2
            default: return nil
            }
        }

        /// Returns an upper bound of the tangent of an angle in degrees.
        private static func tangent(_ degrees: Double) -> Double {
            let angle = degrees.magnitude.truncatingRemainder(dividingBy: 180)
            let steep = min(angle, 180 - angle)
            return steep <= 45 ? steep / 45 : 58 / max(90 - steep, 1e-7)
        }
    }
#endif

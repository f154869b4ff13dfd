#if SVG
    /// Reads sizes out of attributes, as far as an estimate needs them.
    enum SVGNumbers {
        /// A font's size: in pixels, or as a multiple of the size around it.
        enum FontSize {
            case pixels(Double)
            case multiple(Double)
        }

        /// The largest size that `value` may mean: of `font-size`, of `font`, or of a style.
        static func fontSize(in value: Substring) -> FontSize? {
            var (pixels, multiple): (Double?, Double?) = (nil, nil)
            for word in value.split(whereSeparator: { " \t\r\n,:;/\"'!{}()".contains($0) }) {
                guard let (number, unit) = split(word) else { continue }
                switch unit {
                case "em", "ex", "rem", "ch": multiple = max(multiple ?? 0, number)
                case "%": multiple = max(multiple ?? 0, number / 100)
                case "in", "cm", "mm", "pc", "q": pixels = max(pixels ?? 0, number * 96)
                default: pixels = max(pixels ?? 0, number * 2)
                }
            }
            if let multiple { return .multiple(multiple * max(pixels ?? 1, 1)) }
            return pixels.map { .pixels($0) }
        }

        /// The largest size behind any `font` of a style, which may be a whole sheet.
        static func styledFontSize(in style: String) -> FontSize? {
            let parts = style.lowercased().split(
                separator: "font", omittingEmptySubsequences: false)
            var (pixels, multiple): (Double?, Double?) = (nil, nil)
            for part in parts.dropFirst() where part.first.map({ "-: ".contains($0) }) ?? false {
                switch fontSize(in: part.prefix { $0 != ";" && $0 != "}" }) {
                case .pixels(let size)?: pixels = max(pixels ?? 0, size)
                case .multiple(let factor)?: multiple = max(multiple ?? 0, factor)
                case nil: break
                }
            }
            if let multiple { return .multiple(multiple * max(pixels ?? 1, 1)) }
            return pixels.map { .pixels($0) }
        }

        /// How much longer a transform may make a line.
        static func scale(of transform: String) -> Double {
            var product = 1.0
            let transform = transform.lowercased()
            guard transform.holds("scale") || transform.holds("matrix") else { return 1 }
            for part in transform.split(separator: ")").map({ String($0) }) {
                guard let open = part.firstIndex(of: "(") else { continue }
                let numbers = part[part.index(after: open)...]
                    .split(whereSeparator: { " ,\t\r\n".contains($0) }).compactMap { Double($0) }
                if part.holds("scale") {
                    product *= numbers.map(\.magnitude).max() ?? 1
                } else if part.holds("matrix") {
                    let sides = numbers.prefix(4).map(\.magnitude)
                    product *= sides.max() ?? 1
                }
            }
            return product
        }

        /// A number not below the largest one in a list or path, and at most twice as large.
        static func magnitude(of value: String) -> Double {
            var largest = 0.0
            var (first, digits, exponent) = (0, 0, 0)
            var (isFraction, isExponent) = (false, false)
            func end() {
                let power = (1..<max(1, min(digits + exponent, 40))).reduce(1.0) { sum, _ in
                    sum * 10
                }
                if digits + exponent > 0 { largest = max(largest, Double(first + 1) * power) }
            }
            for unit in value.utf8 {
                switch Unicode.Scalar(unit) {
                case "0"..."9" where isExponent:
                    exponent = min(exponent * 10 + Int(unit) - 48, 999)
                case "0"..."9" where !isFraction && (digits > 0 || unit != 48):
                    if digits == 0 { first = Int(unit) - 48 }
                    digits += 1
                case "0"..."9":
                    if first == 0 { first = Int(unit) - 48 }
                case "." where !isFraction: isFraction = true
                case "e", "E": isExponent = true
                case "+" where isExponent && exponent == 0: break
                default:
                    end()
                    (first, digits, exponent) = (0, 0, 0)
                    (isFraction, isExponent) = (unit == UInt8(ascii: "."), false)
                }
            }
            end()
            return max(largest, 1)
        }

        /// A number without its unit; nil where there is none.
        static func length(_ value: String) -> Double? {
            split(value.lowercased()[...]).map(\.number)
        }

        private static func split(_ word: Substring) -> (number: Double, unit: Substring)? {
            var end = word.endIndex
            while end > word.startIndex {
                if let number = Double(word[..<end]) { return (number.magnitude, word[end...]) }
                end = word.index(before: end)
                // Units are short; a long word is no number.
                if word.distance(from: end, to: word.endIndex) > 4 { return nil }
            }
            return nil
        }
    }

    extension String {
        /// Whether `text` stands in it, byte by byte.
        func holds(_ text: StaticString) -> Bool {
            var copy = self
            return copy.withUTF8 { bytes in
                text.withUTF8Buffer { wanted in
                    guard let first = wanted.first, bytes.count >= wanted.count else {
                        return false
                    }
                    for start in 0...(bytes.count - wanted.count) where bytes[start] == first {
                        if wanted.indices.allSatisfy({ bytes[start + $0] == wanted[$0] }) {
                            return true
                        }
                    }
                    return false
                }
            }
        }
    }
#endif

#if SVG
    /// Functions that read sizes in attributes, as precisely as an estimate needs.
    enum SVGNumbers {
        /// A font size: in pixels, or as a multiple of the parent's size.
        enum FontSize {
            case pixels(Double)
            case multiple(Double)
            /// Either of them, depending on the rule that applies.
            case either(pixels: Double, multiple: Double)
        }

        /// Returns a size that covers both.
        static func larger(_ first: FontSize?, _ second: FontSize?) -> FontSize? {
            guard let first, let second else { return first ?? second }
            let (one, other) = (parts(of: first), parts(of: second))
            let pixels = max(one.pixels ?? 0, other.pixels ?? 0)
            let multiple = max(one.multiple ?? 0, other.multiple ?? 0)
            if multiple == 0 { return .pixels(pixels) }
            return pixels == 0 ? .multiple(multiple) : .either(pixels: pixels, multiple: multiple)
        }

        private static func parts(of size: FontSize) -> (pixels: Double?, multiple: Double?) {
            switch size {
            case .pixels(let pixels): (pixels, nil)
            case .multiple(let multiple): (nil, multiple)
            case .either(let pixels, let multiple): (pixels, multiple)
            }
        }

        /// Returns `true` if a transform may rotate or skew.
        static func turns(_ transform: String) -> Bool {
            let transform = transform.lowercased()
            if transform.holds("rotate") || transform.holds("skew") { return true }
            guard transform.holds("matrix") else { return false }
            let numbers = SVGPathReader.numbers(in: transform)
            return numbers.count != 6 || numbers[1] != 0 || numbers[2] != 0
        }

        /// Returns the largest size in `value`: of `font-size`, of `font`, or of a style.
        static func fontSize(in value: Substring) -> FontSize? {
            var (pixels, multiple): (Double?, Double?) = (nil, nil)
            let weights = stride(from: 100.0, through: 900, by: 100)
            let isShorthand = value.contains(" ")
            for word in value.split(whereSeparator: { " \t\r\n,:;/\"'!{}()".contains($0) }) {
                if word.hasSuffix("large") { pixels = max(pixels ?? 0, 40) }
                if word == "larger" || word == "bolder" { multiple = max(multiple ?? 0, 1.2) }
                guard let (number, unit) = split(word) else { continue }
                // The shorthand may contain a weight in addition to a size.
                if isShorthand, unit.isEmpty, weights.contains(number) { continue }
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

        /// Returns a number without its unit; nil if there is none.
        static func length(_ value: String) -> Double? {
            split(value.lowercased()[...]).map(\.number)
        }

        private static func split(_ word: Substring) -> (number: Double, unit: Substring)? {
            var end = word.endIndex
            while end > word.startIndex {
                if let number = Double(word[..<end]) { return (number.magnitude, word[end...]) }
                end = word.index(before: end)
                // Units are short, so a long word is no number.
                if word.distance(from: end, to: word.endIndex) > 4 { return nil }
            }
            return nil
        }
    }

    extension String {
        /// Returns `true` if the string contains `text`, compared by bytes.
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

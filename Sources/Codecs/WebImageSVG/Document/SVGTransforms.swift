#if SVG
    /// The transforms of a document's elements, read in document order.
    ///
    /// `transform-origin` becomes two translations (CSS Transforms 1, section 4). Transforms to a
    /// line or point, at which librsvg 2.54 stops drawing in some elements, become ones to almost a
    /// point.
    struct SVGTransforms {
        /// The size of the root's view box, if any.
        private var box: (width: Double, height: Double)?
        private var isNested = false

        /// The elements at whose flat transform librsvg stops drawing.
        private static let stopping: Set<String> = ["clipPath", "mask", "use"]

        mutating func edit(_ element: SVGElement) {
            if element.name == "svg" {
                isNested = element.parent != nil
                if !isNested { box = Self.box(of: element) }
            }
            guard let transform = element["transform"] else { return }
            if Self.stopping.contains(element.name), Self.isFlat(transform) {
                element["transform"] = "scale(0.000001)"
            } else if let (x, y) = element["transform-origin"].flatMap(point) {
                element["transform"] = "translate(\(x) \(y)) \(transform) translate(\(-x) \(-y))"
            }
        }

        /// Returns `true` if a function of a list makes every shape a line or a point.
        private static func isFlat(_ list: String) -> Bool {
            var (name, numbers) = ("", [Double]())
            for token in SVGToken.all(in: list.utf8) {
                switch token {
                case .function(let next): (name, numbers) = (next.lowercased(), [])
                case .number(let digits, _): numbers.append(Double(digits) ?? .nan)
                case .delim(UInt8(ascii: ")")):
                    if name == "scale", numbers.contains(0) { return true }
                    if name == "matrix", numbers.count == 6,
                        numbers[0] * numbers[3] == numbers[1] * numbers[2]
                    {
                        return true
                    }
                default: break
                }
            }
            return false
        }

        private static func box(of root: SVGElement) -> (width: Double, height: Double)? {
            let numbers =
                root["viewBox"]?.split { " ,\t\r\n".contains($0) }.map { Double($0) } ?? []
            if numbers.count == 4, let width = numbers[2], let height = numbers[3] {
                return (width, height)
            }
            guard let width = root["width"].flatMap(pixels),
                let height = root["height"].flatMap(pixels)
            else { return nil }
            return (width, height)
        }

        /// Returns the point of one or two words; nil if it cannot be determined.
        private func point(_ text: String) -> (Double, Double)? {
            var words = text.split { " \t\r\n".contains($0) }.map(String.init)
            if words.count == 1 { words.append("center") }
            guard words.count >= 2 else { return nil }
            if ["top", "bottom"].contains(words[0]) || ["left", "right"].contains(words[1]) {
                words.swapAt(0, 1)
            }
            guard let x = length(words[0], of: box?.width),
                let y = length(words[1], of: box?.height)
            else { return nil }
            return (x, y)
        }

        /// Returns a length in user units; percentages and keywords refer to the root's view box.
        private func length(_ text: String, of side: Double?) -> Double? {
            let words = ["left": 0.0, "top": 0, "center": 50, "right": 100, "bottom": 100]
            let share = text.hasSuffix("%") ? Double(text.dropLast()) : words[text]
            if let share { return isNested ? nil : side.map { $0 * share / 100 } }
            return Self.pixels(text)
        }

        /// Returns a number of pixels, with or without the unit.
        static func pixels(_ text: String) -> Double? {
            let number = text.hasSuffix("px") ? Double(text.dropLast(2)) : Double(text)
            return number.flatMap { $0.isFinite ? $0 : nil }
        }
    }
#endif

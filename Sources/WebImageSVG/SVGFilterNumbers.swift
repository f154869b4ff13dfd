#if SVG
    /// The attributes that make a filter primitive slow, and its time for a pixel.
    struct SVGFilterNumbers {
        private var radii = (x: 0.0, y: 0.0)
        private var octaves = 1.0
        private var order = 9.0
        /// The smallest requested distance of samples.
        private var unit: Double?

        /// Reads one attribute.
        mutating func read(_ name: String, _ value: String) {
            guard ["radius", "numOctaves", "order", "kernelUnitLength"].contains(name) else {
                return
            }
            let numbers = SVGPathReader.numbers(in: value).map(\.magnitude)
            let first = numbers.first
            switch name {
            case "radius": radii = (first ?? 0, numbers.dropFirst().first ?? first ?? 0)
            case "numOctaves": octaves = max(first ?? 1, 1)
            case "order":
                let side = max(first ?? 3, 1)
                order = side * max(numbers.dropFirst().first ?? side, 1)
            default: unit = numbers.min()
            }
        }

        /// The maximum number of matrix elements; librsvg 2.54 aborts the process at more.
        private static let maxOrder = 400.0

        /// `true` if a matrix is larger than librsvg supports.
        var isMatrixTooLarge: Bool { order > Self.maxOrder }

        /// Returns the nanoseconds for a pixel, twice the measured time of librsvg 2.54 on one
        /// core.
        ///
        /// - Parameters:
        ///   - scale: The pixels of a filter unit; the image's sides for fractional units.
        ///   - canvas: The image's sides.
        func cost(of kind: String, scale: SIMD2<Double>, canvas: SIMD2<Double>) -> Double {
            switch kind {
            case "fegaussianblur", "fedropshadow": return 150
            case "femorphology":
                let width = min(2 * radii.x * scale.x + 1, canvas.x)
                let height = min(2 * radii.y * scale.y + 1, canvas.y)
                return 20 + 8 * width * height
            case "feturbulence": return 120 * octaves
            case "feconvolvematrix": return 15 * order * enlargement(scale)
            case "fediffuselighting", "fespecularlighting": return 150 * enlargement(scale)
            case "fedisplacementmap": return 1500
            case "fefuncr", "fefuncg", "fefuncb", "fefunca": return 2
            case "femergenode": return 60
            case "fedistantlight", "fepointlight", "fespotlight": return 0
            case "feflood", "feoffset", "femerge": return 20
            default: return 100
            }
        }

        /// Returns the number of samples for a pixel.
        func enlargement(_ scale: SIMD2<Double>) -> Double {
            guard let unit, unit > 0 else { return 1 }
            return 1 / (min(unit * scale.x, 1) * min(unit * scale.y, 1))
        }
    }
#endif

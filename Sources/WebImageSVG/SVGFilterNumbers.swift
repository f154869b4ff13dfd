#if SVG
    /// The attributes that make a filter slow, and the time it takes for a pixel.
    struct SVGFilterNumbers {
        private var radius = 0.0
        private var octaves = 1.0
        private var order = 9.0
        private var isSharePerSide = false

        /// Takes one attribute.
        mutating func read(_ name: String, _ value: String) {
            guard ["radius", "numOctaves", "order"].contains(name) else { return }
            let numbers = value.split { " ,\t\r\n".contains($0) }.compactMap { Double($0) }
            switch name {
            case "radius": radius = numbers.max() ?? 0
            case "numOctaves": octaves = max(numbers.first ?? 1, 1)
            case "order":
                let first = max(numbers.first ?? 3, 1)
                order = first * max(numbers.dropFirst().first ?? first, 1)
            default: break
            }
        }

        /// Nanoseconds for a pixel to look at the window around it, as librsvg 2.54 does.
        var window: Double { 2 * (2 * radius + 1) * (2 * radius + 1) }

        /// Nanoseconds for a pixel, as measured with librsvg 2.54 on one core.
        func cost(of name: String) -> Double {
            switch name {
            case "fegaussianblur", "fedropshadow": 150
            case "femorphology": 20
            case "feturbulence": 60 * octaves
            case "feconvolvematrix": 5 * order
            case "fediffuselighting", "fespecularlighting": 100
            case "fefuncr", "fefuncg", "fefuncb", "fefunca", "femergenode": 2
            case "fedistantlight", "fepointlight", "fespotlight": 0
            default: 20
            }
        }
    }
#endif

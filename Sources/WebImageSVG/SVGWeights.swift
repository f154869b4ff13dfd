#if SVG
    import WebImageCoding

    /// What drawing an element with everything in and behind it costs.
    struct SVGWeight {
        /// The number of elements that are drawn, and of those that are shapes or text.
        var drawn = 0.0
        var leaves = 0.0
        /// Nanoseconds for lines and letters, and those for the outlines of shapes alone.
        var time = 0.0
        var outlines = 0.0
        /// Nanoseconds for each pixel of the picture.
        var perPixel = 0.0
        /// The same for what is filtered or painted with it only.
        var paint = 0.0
        /// The most bytes that one line needs.
        var bytes = 0.0
        /// The largest area of a tile, in pixels.
        var tile = 0.0
        /// The largest multiple of the size of the text around it, and the largest size in pixels.
        var fontFactor = 1.0
        var fontSize = 0.0
        /// Pictures of the canvas at once.
        var layers = 0.0
        /// Elements inside of each other.
        var depth = 0

        /// Adds what is drawn beside what there is already.
        mutating func add(_ other: SVGWeight, times: Double = 1, share: Double = 1) {
            drawn += other.drawn * times
            leaves += other.leaves * times
            time += other.time * times
            perPixel += (other.perPixel + other.paint * share) * times
            outlines += other.outlines
            bytes = max(bytes, other.bytes)
            tile = max(tile, other.tile)
            fontFactor = max(fontFactor, other.fontFactor)
            fontSize = max(fontSize, other.fontSize)
            layers = max(layers, other.layers)
            depth = max(depth, other.depth)
        }

        /// Takes the size of text that an element sets.
        mutating func set(_ font: SVGNumbers.FontSize?) {
            switch font {
            case .pixels(let size)?:
                fontSize = max(fontSize, size * fontFactor)
                fontFactor = 1
            case .multiple(let factor)?: fontFactor *= factor
            case .either(let size, let factor)?:
                fontSize = max(fontSize, size * fontFactor)
                fontFactor = max(1, fontFactor * factor)
            case nil: break
            }
        }
    }

    /// Adds up the weights of elements; each is worked out once, so it takes linear time.
    struct SVGWeights {
        private let scene: SVGScene
        /// Pixels for a unit of the root, and the picture's sides.
        private let scale: Double
        private let canvas: SIMD2<Double>
        private var known: [Int: SVGWeight] = [:]
        /// The levels of the elements that are being worked out.
        private var open: [Int: Int] = [:]
        /// The outermost level at which a circle was cut since the current element began.
        private var cut = Int.max
        private var steps = 0

        /// librsvg calls itself for each level, some kilobytes of stack deep.
        private static let maxDepth = 300
        /// The most times that elements are weighed anew: those that a circle cuts, wherever it is
        /// entered.
        private static let maxRepeats = 100_000

        init(_ scene: SVGScene, scale: Double, canvas: SIMD2<Double>) {
            self.scene = scene
            self.scale = scale
            self.canvas = canvas
        }

        /// The weight of the document.
        mutating func total() throws(CodecError) -> SVGWeight {
            scene.elements.isEmpty ? SVGWeight() : try weight(at: 0, level: 0)
        }

        /// The weight of the element at `place`, drawn whatever kind it is.
        ///
        /// - Parameter isHeld: `true` if librsvg notes that the element is in use.
        private mutating func weight(
            at place: Int, level: Int, isHeld: Bool = false
        ) throws(CodecError) -> SVGWeight {
            if let weight = known[place] { return weight }
            guard level < Self.maxDepth else {
                throw .limit("elements nested or referred to \(Self.maxDepth) deep")
            }
            // librsvg passes over a `use` or a paint inside of itself, and draws what is beside;
            // a group may be drawn inside of itself once for each `use`.
            let isHeld = isHeld || scene.elements[place].kind == "use"
            if isHeld, let outer = open[place] {
                cut = min(cut, outer)
                return SVGWeight()
            }
            steps += 1
            guard steps <= scene.elements.count + Self.maxRepeats else {
                throw .limit("circles of references that take over \(Self.maxRepeats) steps")
            }
            if isHeld { open[place] = level }
            let outerCut = cut
            cut = .max
            let element = scene.elements[place]
            let leaf = SVGLeaf(element, scene, scale: scale, canvas: canvas)
            var sum = SVGWeight()
            try addReferences(of: element, leaf, to: &sum, level: level)
            try addChildren(of: place, to: &sum, level: level)
            if !element.inherited.clips.isEmpty, element.style.clips.count > 0 {
                // Each shape is cut out of the clip anew.
                var clip = SVGWeight()
                try add(element.inherited.clips, to: &clip, level: level)
                sum.time += (sum.leaves + leaf.count) * clip.outlines / 2
            }
            leaf.add(to: &sum)
            if isHeld { open[place] = nil }
            // What lacks a part because of an element around it is not the same elsewhere.
            if cut >= level {
                known[place] = sum
                cut = outerCut
            } else {
                cut = min(cut, outerCut)
            }
            return sum
        }

        private mutating func addChildren(
            of place: Int, to sum: inout SVGWeight, level: Int
        ) throws(CodecError) {
            let elements = scene.elements
            var child = place + 1
            while child < elements[place].end {
                if !elements[child].isReferredOnly {
                    let weight = try weight(at: child, level: level + 1)
                    let layers = sum.layers
                    sum.add(weight, share: 0)
                    sum.paint += weight.paint
                    // A filter keeps the results of all its primitives.
                    if elements[place].kind == "filter" { sum.layers = layers + weight.layers }
                }
                child = max(elements[child].end, child + 1)
            }
        }

        private mutating func addReferences(
            of element: SVGElement, _ leaf: SVGLeaf, to sum: inout SVGWeight, level: Int
        ) throws(CodecError) {
            let isHeld = element.kind != "use"
            try add(Set(element.links), to: &sum, level: level, isHeld: isHeld)
            guard element.isStyled else { return }
            let inherited = element.inherited
            if leaf.isDrawn {
                try add(inherited.fills, to: &sum, level: level, share: leaf.share)
                try add(inherited.strokes, to: &sum, level: level, share: leaf.share)
                try add(inherited.ends, to: &sum, level: level, times: 2)
                try add(inherited.corners, to: &sum, level: level, times: leaf.corners)
            }
            guard element.style.layers > 0 else { return }
            try add(inherited.masks, to: &sum, level: level)
            try add(inherited.clips, to: &sum, level: level)
            for (id, count) in inherited.filters {
                guard let target = scene.placeOfID[id] else { continue }
                let share = SVGLeaf.filterShare(scene.elements[target], of: leaf)
                try add([id], to: &sum, level: level, times: Double(count), share: share)
            }
        }

        private mutating func add(
            _ ids: Set<String>, to sum: inout SVGWeight, level: Int, times: Double = 1,
            share: Double = 1, isHeld: Bool = true
        ) throws(CodecError) {
            for id in ids {
                guard let target = scene.placeOfID[id] else { continue }
                let weight = try weight(at: target, level: level + 1, isHeld: isHeld)
                sum.add(weight, times: times, share: share)
            }
        }
    }
#endif

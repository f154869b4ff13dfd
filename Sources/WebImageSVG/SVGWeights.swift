#if SVG
    import WebImageCoding

    /// The cost of drawing an element with its content and references.
    struct SVGWeight {
        /// The number of drawn elements, and of shapes or text among them.
        var drawn = 0.0
        var leaves = 0.0
        /// The nanoseconds for lines and letters, and for the outlines of shapes alone.
        var time = 0.0
        var outlines = 0.0
        /// The nanoseconds for each pixel of the image.
        var perPixel = 0.0
        /// The nanoseconds for each pixel that is filtered or painted with it.
        var paint = 0.0
        /// The maximum number of bytes for one line.
        var bytes = 0.0
        /// The largest area of a tile, in pixels.
        var tile = 0.0
        /// The largest multiple of the parent's font size, and the largest size in pixels.
        var fontFactor = 1.0
        var fontSize = 0.0
        /// The number of simultaneous layers.
        var layers = 0.0
        /// The nesting depth of elements.
        var depth = 0

        /// Adds the weight of something drawn in addition.
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

        /// Applies the font size of an element.
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

    /// The weights of elements; each is computed once, which takes linear time.
    struct SVGWeights {
        private let scene: SVGScene
        /// The pixels of a unit in the root, and the image's sides.
        private let scale: Double
        private let canvas: SIMD2<Double>
        private var known: [Int: SVGWeight] = [:]
        /// The levels of the elements that are being computed.
        private var open: [Int: Int] = [:]
        /// The outermost level at which a cycle was cut since the current element began.
        private var cut = Int.max
        private var steps = 0

        /// librsvg recurses at each level, with some kilobytes of stack.
        private static let maxDepth = 300
        /// The maximum number of repeated computations, for elements that a cycle cuts at its
        /// entry.
        private static let maxRepeats = 100_000

        init(_ scene: SVGScene, scale: Double, canvas: SIMD2<Double>) {
            self.scene = scene
            self.scale = scale
            self.canvas = canvas
        }

        /// Returns the weight of the document.
        mutating func total() throws(CodecError) -> SVGWeight {
            scene.elements.isEmpty ? SVGWeight() : try weight(at: 0, level: 0)
        }

        /// Returns the weight of the element at `place`, regardless of its kind.
        ///
        /// - Parameter isHeld: `true` if librsvg marks the element as in use.
        private mutating func weight(
            at place: Int, level: Int, isHeld: Bool = false
        ) throws(CodecError) -> SVGWeight {
            if let weight = known[place] { return weight }
            guard level < Self.maxDepth else {
                throw .limit("elements or references nested more than \(Self.maxDepth) deep")
            }
            // librsvg skips a `use` or a paint inside of itself, and draws the rest; a group may be
            // drawn inside of itself once for each `use`.
            let isHeld = isHeld || scene.elements[place].kind == "use"
            if isHeld, let outer = open[place] {
                cut = min(cut, outer)
                return SVGWeight()
            }
            steps += 1
            guard steps <= scene.elements.count + Self.maxRepeats else {
                throw .limit("circular references that need more than \(Self.maxRepeats) steps")
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
                // Each shape is clipped separately.
                var clip = SVGWeight()
                try add(element.inherited.clips, to: &clip, level: level)
                sum.time += (sum.leaves + leaf.count) * clip.outlines / 2
            }
            leaf.add(to: &sum)
            if isHeld { open[place] = nil }
            // An element that lacks a part because of an enclosing element differs elsewhere.
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

        /// Adds the patterns or gradients of which a paint has its content: they paint as much as it.
        private mutating func addTemplates(
            of element: SVGElement, to sum: inout SVGWeight, level: Int
        ) throws(CodecError) {
            for id in Set(element.links) {
                guard let target = scene.placeOfID[id] else { continue }
                let weight = try weight(at: target, level: level + 1, isHeld: true)
                sum.add(weight, share: 0)
                sum.paint += weight.paint
            }
        }

        private mutating func addReferences(
            of element: SVGElement, _ leaf: SVGLeaf, to sum: inout SVGWeight, level: Int
        ) throws(CodecError) {
            let isHeld = element.kind != "use"
            if SVGElement.isPaint(element.kind) {
                try addTemplates(of: element, to: &sum, level: level)
            } else {
                try add(Set(element.links), to: &sum, level: level, isHeld: isHeld)
            }
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

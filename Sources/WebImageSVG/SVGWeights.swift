#if SVG
    import WebImageCoding

    /// What drawing an element with everything in and behind it costs.
    struct SVGWeight {
        /// How many elements are drawn.
        var drawn = 0.0
        /// Nanoseconds for a pixel of the picture.
        var perPixel = 0.0
        /// The same for what looks at a window around each pixel.
        var window = 0.0
        /// The largest scale on the way to anything drawn.
        var scale = 1.0
        /// The largest area of a tile.
        var tile = 0.0
        /// The same of tiles that are a share of what is filled, for a length of 1.
        var tileShare = 0.0
        /// The longest line.
        var reach = 0.0
        /// The largest multiple of the size of the text around it, and the largest size in pixels.
        var fontFactor = 1.0
        var fontSize = 0.0
        /// Layers at once.
        var layers = 0
        /// Elements inside of each other.
        var depth = 0

        /// Makes it the weight of an element that holds what was added.
        mutating func put(into element: SVGElement) {
            drawn += element.drawn
            perPixel += element.perPixel
            layers += element.layers
            depth += 1
            scale *= element.scale
            let area = element.scale * element.scale
            tile = max(tile, element.isTileShare ? 0 : element.tile) * area
            tileShare = max(tileShare, element.isTileShare ? element.tile : 0) * area
            reach = max(reach, element.reach)
            window = (window + element.window) * max(area, 1)
            switch element.font {
            case .pixels(let size)?:
                fontSize = max(fontSize, size * fontFactor)
                fontFactor = 1
            case .multiple(let factor)?: fontFactor *= factor
            case nil: break
            }
        }

        /// Adds what is drawn beside what there is already.
        mutating func add(_ other: SVGWeight, times: Double = 1) {
            drawn += other.drawn * times
            perPixel += other.perPixel * times
            window += other.window * times
            scale = max(scale, other.scale)
            tile = max(tile, other.tile)
            tileShare = max(tileShare, other.tileShare)
            reach = max(reach, other.reach)
            fontFactor = max(fontFactor, other.fontFactor)
            fontSize = max(fontSize, other.fontSize)
            layers = max(layers, other.layers)
            depth = max(depth, other.depth)
        }
    }

    /// Adds up the weights of elements; each is worked out once, so it takes linear time.
    struct SVGWeights {
        private let elements: [SVGElement]
        private let placeOfID: [String: Int]
        private let styled: [String]
        private var known: [Int: SVGWeight] = [:]
        private var isOpen: Set<Int> = []
        private var styledWeight: SVGWeight?

        /// librsvg calls itself for each level, some kilobytes of stack deep.
        private static let maxDepth = 300

        /// - Parameter styled: The ids that a style sheet refers to, by any element as far as is known.
        init(_ elements: [SVGElement], _ placeOfID: [String: Int], styled: [String]) {
            self.elements = elements
            self.placeOfID = placeOfID
            self.styled = styled
        }

        /// The weight of the document.
        mutating func total() throws(CodecError) -> SVGWeight {
            elements.isEmpty ? SVGWeight() : try weight(at: 0, level: 0)
        }

        /// The weight of the element at `place`, drawn whatever kind it is.
        private mutating func weight(at place: Int, level: Int) throws(CodecError) -> SVGWeight {
            if let weight = known[place] { return weight }
            guard level < Self.maxDepth else {
                throw .limit("elements nested or referred to \(Self.maxDepth) deep")
            }
            // A circle is an error or nothing to librsvg.
            guard isOpen.insert(place).inserted else { return SVGWeight() }
            let element = elements[place]
            var inner = SVGWeight()
            for (id, times) in element.references {
                guard let target = placeOfID[id] else { continue }
                inner.add(try weight(at: target, level: level + 1), times: times)
            }
            if !element.isFilterPrimitive { inner.add(try weightOfStyled(level: level)) }
            var child = place + 1
            while child < element.end {
                if !elements[child].isReferredOnly {
                    inner.add(try weight(at: child, level: level + 1))
                }
                child = max(elements[child].end, child + 1)
            }
            inner.put(into: element)
            isOpen.remove(place)
            known[place] = inner
            return inner
        }

        /// What the style sheet's references weigh together.
        private mutating func weightOfStyled(level: Int) throws(CodecError) -> SVGWeight {
            if styled.isEmpty { return SVGWeight() }
            if let styledWeight { return styledWeight }
            // What they refer to among themselves counts once.
            styledWeight = SVGWeight()
            var sum = SVGWeight()
            for id in styled {
                guard let place = placeOfID[id] else { continue }
                sum.add(try weight(at: place, level: level + 1))
            }
            styledWeight = sum
            return sum
        }
    }
#endif

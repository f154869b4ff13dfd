#if SVG
    import WebImageCoding

    /// What drawing an element with everything in and behind it costs.
    struct SVGWeight {
        /// How many elements are drawn.
        var drawn = 0.0
        /// Nanoseconds for a pixel of the picture.
        var perPixel = 0.0
        /// Layers at once.
        var layers = 0
        /// Elements inside of each other.
        var depth = 0

        /// Adds what is drawn beside what there is already.
        mutating func add(_ other: SVGWeight, times: Double = 1) {
            drawn += other.drawn * times
            perPixel += other.perPixel * times
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
            inner.drawn += 1
            inner.perPixel += element.perPixel
            inner.layers += element.layers
            inner.depth += 1
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

#if SVG
    import WebImageCoding
    import WebImagePixels

    /// What drawing a document costs at most, estimated from its elements and references.
    ///
    /// librsvg cannot be stopped once it draws, so what multiplies is counted before: elements drawn
    /// through references to references, filters over the picture, pictures inside.
    struct SVGCost {
        private var elements: [SVGElement] = []
        private var placeOfID: [String: Int] = [:]
        private var style: [UInt8] = []
        private var embeddedPixels = 0
        private var total = SVGWeight()

        private static let maxElements = 250_000
        private static let maxDrawn = 200_000.0
        private static let maxNanoseconds = 1e10
        /// Each rule is tried on each element.
        private static let maxStyleTrials = 50_000_000

        /// Examines `text`.
        ///
        /// - Parameter depth: How many documents this one is embedded in.
        init(of text: SVGText, limits: DecodeLimits, depth: Int = 0) throws(CodecError) {
            try collect(text, limits: limits, depth: depth)
            let rules = style.count { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: ",") }
            guard rules * elements.count <= Self.maxStyleTrials else {
                throw .limit("\(rules) style rules on \(elements.count) elements")
            }
            let sheet = String(decoding: style, as: UTF8.self)
            if sheet.contains("@import"), sheet.contains("data:") {
                throw .unsupported(.svg, "a style sheet that imports an embedded one")
            }
            var weights = SVGWeights(
                elements, placeOfID, styled: SVGElement.addresses(in: sheet))
            total = try weights.total()
            guard total.drawn <= Self.maxDrawn else {
                throw .limit("references that draw more than \(Int(Self.maxDrawn)) elements")
            }
        }

        /// Refuses a size at which drawing would take too long or too much memory.
        func check(
            _ target: PixelSize, of extent: (width: Double, height: Double), limits: DecodeLimits
        ) throws(CodecError) {
            // Each layer is a picture of its own, and pictures inside have two copies.
            try limits.check(
                target, format: .svg, bytesPerPixel: 4 * (1 + min(total.layers, 1000)))
            let time = Double(target.area) * total.perPixel
            guard time <= Self.maxNanoseconds else {
                throw .limit("filters and layers that take too long at \(target)")
            }
        }

        private mutating func collect(
            _ text: SVGText, limits: DecodeLimits, depth: Int
        ) throws(CodecError) {
            var scanner = SVGScanner(text.bytes)
            var open: [Int] = []
            var isStyle = false
            while let token = try scanner.next() {
                switch token {
                case .start(let name, let attributes, let isEmpty):
                    guard elements.count < Self.maxElements else {
                        throw .limit("more than \(Self.maxElements) elements")
                    }
                    try addEmbedded(attributes, limits: limits, depth: depth)
                    let place = elements.count
                    elements.append(SVGElement(name: name, attributes: attributes))
                    elements[place].end = place + 1
                    if let id = elements[place].id, placeOfID[id] == nil { placeOfID[id] = place }
                    isStyle = name.lowercased() == "style" && !isEmpty
                    if !isEmpty { open.append(place) }
                case .end:
                    if let place = open.popLast() { elements[place].end = elements.count }
                    isStyle = false
                case .text(let bytes):
                    if isStyle { style += bytes }
                }
            }
            for place in open { elements[place].end = elements.count }
        }

        /// Counts the pictures that attributes hold, and examines documents in them.
        private mutating func addEmbedded(
            _ attributes: [(name: String, value: String)], limits: DecodeLimits, depth: Int
        ) throws(CodecError) {
            for (_, value) in attributes where value.contains("data:") {
                guard let content = SVGEmbedded(value) else { continue }
                embeddedPixels += try content.check(limits: limits, depth: depth)
                guard embeddedPixels <= limits.maxPixels / 2 else {
                    throw .limit("embedded pictures of \(embeddedPixels) pixels in all")
                }
            }
        }
    }
#endif

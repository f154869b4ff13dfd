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
        private var boxWidth = Double.infinity
        private var boxHeight = Double.infinity

        private static let maxElements = 250_000
        private static let maxDrawn = 200_000.0
        private static let maxFontSize = 200_000.0
        private static let maxScale = 1e7
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
            if sheet.holds("@import"), sheet.holds("data:") {
                throw .unsupported(.svg, "a style sheet that imports an embedded one")
            }
            var weights = SVGWeights(
                elements, placeOfID, styled: SVGElement.addresses(in: sheet))
            total = try weights.total()
            guard total.drawn <= Self.maxDrawn else {
                throw .limit("more to draw than \(Int(Self.maxDrawn)) plain elements")
            }
            try checkFonts(sheet)
        }

        /// librsvg 2.54 ends the process where the height of a line overflows.
        private func checkFonts(_ sheet: String) throws(CodecError) {
            var size = max(total.fontSize, 24 * total.fontFactor)
            switch SVGNumbers.styledFontSize(in: sheet) {
            case .pixels(let pixels)?: size = max(size, pixels * total.fontFactor)
            case .multiple(let factor)?:
                // It may apply at each level, where it does not shrink.
                for _ in 0..<total.depth where factor > 1 && size < 1e9 { size *= factor }
            case nil: break
            }
            guard size <= Self.maxFontSize else {
                throw .limit("text of more than \(Int(Self.maxFontSize)) pixels")
            }
        }

        /// Refuses a size at which drawing would take too long or too much memory.
        func check(
            _ target: PixelSize, of extent: (width: Double, height: Double), limits: DecodeLimits
        ) throws(CodecError) {
            // Each layer is a picture of its own, and pictures inside have two copies.
            try limits.check(
                target, format: .svg, bytesPerPixel: 4 * (1 + min(total.layers, 1000)))
            // The view box of the root scales, too; others inside of it are seldom smaller.
            let scale = max(
                Double(target.width) / min(extent.width, boxWidth),
                Double(target.height) / min(extent.height, boxHeight))
            guard total.scale * scale <= Self.maxScale else {
                throw .limit("transforms that enlarge too much")
            }
            let shared = min(total.tileShare * total.reach * total.reach, 1e30)
            let tile = max(total.tile, shared) * scale * scale
            guard tile <= Double(max(target.area, limits.maxPixels / 4)) else {
                throw .limit("patterns with tiles larger than the picture")
            }
            let window = total.window * max(scale * scale, 1)
            guard Double(target.area) * (total.perPixel + window) <= Self.maxNanoseconds else {
                throw .limit("filters and layers that take too long at \(target)")
            }
        }

        private mutating func collect(
            _ text: SVGText, limits: DecodeLimits, depth: Int
        ) throws(CodecError) {
            var scanner = SVGScanner(text.bytes)
            var open: [Int] = []
            var isStyle = false
            var run = 0
            var textLevel = Int.max
            while let token = try scanner.next() {
                if case .text = token {} else { run = 0 }
                switch token {
                case .start(let name, let attributes, let isEmpty):
                    guard elements.count < Self.maxElements else {
                        throw .limit("more than \(Self.maxElements) elements")
                    }
                    try addEmbedded(attributes, limits: limits, depth: depth)
                    let place = elements.count
                    if place == 0 { readBox(attributes) }
                    elements.append(SVGElement(name: name, attributes: attributes))
                    elements[place].end = place + 1
                    if let id = elements[place].id, placeOfID[id] == nil { placeOfID[id] = place }
                    isStyle = name.lowercased() == "style" && !isEmpty
                    if !isEmpty {
                        open.append(place)
                        if elements[place].isText { textLevel = min(textLevel, open.count) }
                    }
                case .end:
                    if open.count == textLevel { textLevel = .max }
                    if let place = open.popLast() { elements[place].end = elements.count }
                    isStyle = false
                case .text(let bytes):
                    if isStyle {
                        style += bytes
                    } else if open.count >= textLevel, let place = open.last {
                        // What was counted before of the same run is counted again, which is more.
                        run += bytes.count
                        elements[place].add(text: run)
                    }
                }
            }
            for place in open { elements[place].end = elements.count }
        }

        private mutating func readBox(_ attributes: [(name: String, value: String)]) {
            guard let box = attributes.first(where: { $0.name == "viewBox" })?.value else { return }
            let sides = box.split { " ,\t\r\n".contains($0) }.compactMap { Double($0) }
            guard sides.count == 4, sides[2] > 0, sides[3] > 0 else { return }
            (boxWidth, boxHeight) = (sides[2], sides[3])
        }

        /// Counts the pictures that attributes hold, and examines documents in them.
        private mutating func addEmbedded(
            _ attributes: [(name: String, value: String)], limits: DecodeLimits, depth: Int
        ) throws(CodecError) {
            for (_, value) in attributes where value.holds("data:") {
                guard let content = SVGEmbedded(value) else { continue }
                embeddedPixels += try content.check(limits: limits, depth: depth)
                guard embeddedPixels <= limits.maxPixels / 2 else {
                    throw .limit("embedded pictures of \(embeddedPixels) pixels in all")
                }
            }
        }
    }
#endif

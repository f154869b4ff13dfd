#if SVG
    import WebImageCoding
    import WebImagePixels

    /// A reader of a document's elements, style sheets and embedded images.
    struct SVGCollector {
        /// A style sheet and its range in the text.
        struct Sheet {
            let range: Range<Int>
            let sheet: SVGStyleSheet
        }

        private(set) var elements: [SVGElement] = []
        private(set) var sheets: [Sheet] = []
        private(set) var embedded = SVGEmbeddedCost()
        /// The ranges of attributes that librsvg must not see.
        private(set) var hidden: [Range<Int>] = []
        /// The media types that librsvg must not see, and the ranges of their attributes.
        private(set) var wrongTypes: [(type: String, range: Range<Int>)] = []
        /// `true` if there are embedded images that are not drawn.
        private(set) var hidesImages = false
        private let limits: DecodeLimits
        private let depth: Int
        private var scanner: SVGScanner
        private var open: [Int] = []
        /// The nesting level of the open style element, the offset of its text, and the text.
        private var style: (level: Int, start: Int, text: [UInt8])?
        private var textRun = SVGTextRun()
        private var textLevel = Int.max
        /// The inputs that the next filter primitive may name: others are ignored.
        private var inputs: Set<String> = []

        private static let maxElements = 250_000
        /// The elements whose address librsvg loads as a document.
        private static let loading: Set<String> = [
            "use", "include", "tref", "pattern", "lineargradient", "radialgradient", "filter",
            "textpath", "mpath", "stylesheet",
        ]

        private static let sources: Set<String> = [
            "SourceGraphic", "SourceAlpha", "FillPaint", "StrokePaint",
        ]

        init(_ text: SVGText, limits: DecodeLimits, depth: Int) {
            scanner = SVGScanner(text.bytes)
            self.limits = limits
            self.depth = depth
        }

        mutating func run() throws(CodecError) {
            while let token = try scanner.next() {
                if case .text = token {} else { textRun = SVGTextRun() }
                switch token {
                case .start(let name, let attributes, let isEmpty):
                    try start(name, attributes, isEmpty: isEmpty)
                case .end:
                    try end()
                case .text(let bytes):
                    if style?.level == open.count {
                        style?.text += bytes
                    } else if style == nil, open.count >= textLevel, let place = open.last {
                        // Earlier parts of the same run are counted again, which overestimates.
                        textRun.append(bytes)
                        elements[place].add(run: textRun)
                    }
                }
            }
            for place in open { elements[place].end = elements.count }
        }

        private mutating func start(
            _ name: String, _ attributes: [(name: String, value: String)], isEmpty: Bool
        ) throws(CodecError) {
            let place = elements.count
            guard place < Self.maxElements else {
                throw .limit("more than \(Self.maxElements) elements")
            }
            var element = SVGElement(
                name: name, attributes: hidingInvalid(in: attributes, of: name.lowercased()),
                parent: open.last, end: place + 1)
            try addEmbedded(in: &element, attributes)
            if element.kind == "feconvolvematrix", element.numbers.isMatrixTooLarge {
                throw .limit("an feConvolveMatrix of more than 400 numbers")
            }
            if element.kind.hasPrefix("fe"), let outer = open.last {
                element.isShareOfFilter =
                    elements[outer].attribute("primitiveUnits") == "objectBoundingBox"
            }
            elements.append(element)
            guard !isEmpty else { return }
            open.append(place)
            if element.isText { textLevel = min(textLevel, open.count) }
            if name == "style", style == nil {
                style = (open.count, scanner.place, [])
            }
        }

        private mutating func end() throws(CodecError) {
            if let style, style.level == open.count {
                let range = style.start..<max(scanner.tokenStart, style.start)
                sheets.append(Sheet(range: range, sheet: try SVGStyleSheet(style.text)))
                self.style = nil
            }
            if open.count == textLevel { textLevel = .max }
            if let place = open.popLast() { elements[place].end = elements.count }
        }

        /// Removes invalid attributes, which browsers ignore, but for which librsvg draws nothing.
        ///
        /// Embedded documents keep theirs: librsvg draws them from the original text.
        private mutating func hidingInvalid(
            in attributes: [(name: String, value: String)], of element: String
        ) -> [(name: String, value: String)] {
            guard depth == 0 else { return attributes }
            var result = attributes
            for (place, (name, value)) in attributes.enumerated().reversed() {
                let isValid =
                    if element.hasPrefix("fe"), name == "in" || name == "in2" {
                        SVGAttributeKind.name(in: value).map(inputs.contains) ?? false
                    } else {
                        SVGAttributeKind(name, of: element, attributes)?.accepts(value) ?? true
                    }
                guard !isValid else { continue }
                hidden.append(scanner.attributeRanges[place])
                result.remove(at: place)
            }
            if element == "filter" { inputs = Self.sources }
            // librsvg does not see tiles.
            if element.hasPrefix("fe"), element != "fetile" {
                let names = result.filter { $0.name == "result" }
                inputs.formUnion(names.compactMap { SVGAttributeKind.name(in: $0.value) })
            }
            return result
        }

        /// Counts images in attributes, and examines embedded documents.
        ///
        /// - Parameter attributes: All attributes, as the scanner has read them.
        private mutating func addEmbedded(
            in element: inout SVGElement, _ attributes: [(name: String, value: String)]
        ) throws(CodecError) {
            for (place, (name, value)) in attributes.enumerated()
            where value.utf8.contains(UInt8(ascii: ":")) {
                if name == "href", SVGAddress.isEmbedded(value) {
                    if Self.loading.contains(element.kind) {
                        throw .unsupported(.svg, "a document embedded in \(element.kind)")
                    }
                    guard element.kind == "image" || element.kind == "feimage" else { continue }
                    if let image = try embedded.add(value, limits: limits, depth: depth) {
                        element.pixels += image.pixels
                        if let type = image.wrongType {
                            wrongTypes.append((type, scanner.attributeRanges[place]))
                        }
                    } else {
                        hidden.append(scanner.attributeRanges[place])
                        hidesImages = true
                    }
                } else if value.utf8.contains(UInt8(ascii: "(")) {
                    try Self.checkAddresses(in: value)
                }
            }
        }

        /// Rejects documents in addresses of properties.
        private static func checkAddresses(in value: String) throws(CodecError) {
            let tokens = SVGToken.all(in: value.utf8)
            for (place, token) in tokens.enumerated() {
                var address = ""
                if case .url(let text) = token { address = text }
                if case .function(let name) = token, name.lowercased() == "url",
                    case .string(let text)? = tokens[(place + 1)...].first(where: { $0 != .space })
                {
                    address = text
                }
                if SVGAddress.isEmbedded(address) {
                    throw .unsupported(.svg, "a document embedded in a property")
                }
            }
        }
    }

    /// The pixels and time of embedded images and documents.
    struct SVGEmbeddedCost {
        private(set) var pixels = 0
        private(set) var time = 0.0

        /// Adds the content of an address; returns its pixels and a wrong media type, or nil if it is not
        /// drawn.
        mutating func add(
            _ address: String, limits: DecodeLimits, depth: Int
        ) throws(CodecError) -> (pixels: Double, wrongType: String?)? {
            guard let content = SVGEmbedded(SVGAddress.trimmed(address)) else { return (0, nil) }
            guard let cost = try content.check(limits: limits, depth: depth) else { return nil }
            pixels += cost.pixels
            time += cost.time
            guard pixels <= limits.maxPixels / 2 else {
                throw .limit("embedded images of \(pixels) pixels in total")
            }
            return (Double(cost.pixels), content.wrongType)
        }
    }
#endif

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
        /// The ends of the names of attributes that librsvg must not see.
        private(set) var hiddenNames: [Int] = []
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

        private static let maxElements = 250_000
        /// The elements whose address librsvg loads as a document.
        private static let loading: Set<String> = [
            "use", "include", "tref", "pattern", "lineargradient", "radialgradient", "filter",
            "textpath", "mpath", "stylesheet",
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
                name: name, attributes: hidingInvalidBoxes(in: attributes), parent: open.last,
                end: place + 1)
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

        /// Removes invalid view boxes, which browsers ignore, but for which librsvg draws nothing.
        private mutating func hidingInvalidBoxes(
            in attributes: [(name: String, value: String)]
        ) -> [(name: String, value: String)] {
            var result = attributes
            for place in attributes.indices.reversed()
            where attributes[place].name == "viewBox" && !Self.isBox(attributes[place].value) {
                hiddenNames.append(scanner.nameEnds[place])
                result.remove(at: place)
            }
            return result
        }

        /// Returns `true` for four numbers, of which the last two are not negative.
        private static func isBox(_ text: String) -> Bool {
            let tokens = SVGToken.all(in: text.utf8).filter {
                $0 != .space && $0 != .comment && $0 != .delim(UInt8(ascii: ","))
            }
            let numbers = tokens.compactMap { token -> Double? in
                if case .number(let digits, unit: "") = token { Double(digits) } else { nil }
            }
            return tokens.count == 4 && numbers.count == 4 && numbers[2] >= 0 && numbers[3] >= 0
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
                    if let pixels = try embedded.add(value, limits: limits, depth: depth) {
                        element.pixels += pixels
                    } else {
                        hiddenNames.append(scanner.nameEnds[place])
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

        /// Adds the content of an address; returns its pixels, or nil if it is not drawn.
        mutating func add(
            _ address: String, limits: DecodeLimits, depth: Int
        ) throws(CodecError) -> Double? {
            guard let content = SVGEmbedded(SVGAddress.trimmed(address)) else { return 0 }
            guard let cost = try content.check(limits: limits, depth: depth) else { return nil }
            pixels += cost.pixels
            time += cost.time
            guard pixels <= limits.maxPixels / 2 else {
                throw .limit("embedded images of \(pixels) pixels in total")
            }
            return Double(cost.pixels)
        }
    }
#endif

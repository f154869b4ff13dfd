#if SVG
    /// The invalid attributes of a document's elements, read in document order.
    ///
    /// Browsers ignore them (``SVGAttributeKind``); for some, librsvg draws nothing.
    struct SVGAttributes {
        /// The inputs that the next filter primitive may name: others are ignored.
        private var inputs: Set<String> = []

        private static let sources: Set<String> = [
            "SourceGraphic", "SourceAlpha", "FillPaint", "StrokePaint",
        ]

        /// Removes invalid attributes.
        mutating func edit(_ element: SVGElement) {
            let name = element.name
            guard !name.isEmpty else { return }
            let isPrimitive = name.hasPrefix("fe")
            for attribute in element.attributes where !attribute.hasNamespace {
                let isValid =
                    if isPrimitive, attribute.name == "in" || attribute.name == "in2" {
                        SVGAttributeKind.name(in: attribute.value).map(inputs.contains) ?? false
                    } else {
                        SVGAttributeKind(attribute.name, of: element)?.accepts(attribute.value)
                            ?? true
                    }
                if !isValid { attribute.remove() }
            }
            if name == "filter" { inputs = Self.sources }
            // librsvg does not see tiles.
            if isPrimitive, name != "feTile",
                let result = element["result"].flatMap(SVGAttributeKind.name)
            {
                inputs.insert(result)
            }
        }
    }
#endif

#if SVG
    /// What an element costs by itself, and which others are drawn with it.
    struct SVGElement {
        /// Where the elements inside of it end, in the order of the document.
        var end = 0
        /// How far the whole of it may be drawn, in nanoseconds for a pixel of the picture.
        var perPixel = 0.0
        /// Pictures of the whole canvas that it needs besides the one it is drawn over.
        var layers = 0
        /// The ids of others that are drawn for it, and how often.
        var references: [(id: String, times: Double)] = []
        /// Its own id.
        var id: String?
        /// Whether it is drawn only where another refers to it.
        let isReferredOnly: Bool
        /// Names of the family that filter pixels.
        let isFilterPrimitive: Bool

        private static let referredOnly: Set<String> = [
            "clippath", "defs", "filter", "lineargradient", "marker", "mask", "pattern",
            "radialgradient", "symbol",
        ]

        /// The element of a start tag.
        init(name: String, attributes: [(name: String, value: String)]) {
            let name = name.lowercased()
            isReferredOnly = Self.referredOnly.contains(name)
            isFilterPrimitive = name.hasPrefix("fe")
            var numbers = SVGFilterNumbers()
            for (attribute, value) in attributes {
                read(attribute.lowercased(), value)
                numbers.read(attribute, value)
            }
            if isFilterPrimitive { perPixel += numbers.cost(of: name) }
            if let vertices = attributes.first(where: { $0.name == "d" || $0.name == "points" }) {
                multiplyMarkers(by: Double(vertices.value.utf8.count) / 4, attributes)
            }
        }

        private mutating func read(_ attribute: String, _ value: String) {
            switch attribute {
            case "id": id = value
            case "href":
                if value.hasPrefix("#") { references.append((String(value.dropFirst()), 1)) }
            default:
                references += Self.addresses(in: value).map { ($0, 1) }
            }
            let isLayer =
                switch attribute {
                case "opacity", "mask", "filter", "clip-path", "mix-blend-mode", "isolation": true
                case "style":
                    [
                        "mask", "filter", "clip-path", "mix-blend", "isolation", ";opacity",
                        " opacity",
                    ]
                    .contains { value.contains($0) } || value.hasPrefix("opacity")
                default: false
                }
            if isLayer {
                perPixel += 2
                layers += 1
            }
        }

        /// A marker is drawn at each corner of a line.
        private mutating func multiplyMarkers(
            by corners: Double, _ attributes: [(name: String, value: String)]
        ) {
            for (name, value) in attributes
            where name.hasPrefix("marker") || value.contains("marker") {
                references += Self.addresses(in: value).map { ($0, max(corners, 1)) }
            }
        }

        /// The ids in every `url(#id)` of a property.
        static func addresses(in value: String) -> [String] {
            guard value.contains("url(") else { return [] }
            return value.split(separator: "url(", omittingEmptySubsequences: false).dropFirst()
                .compactMap { part in
                    let inside = part.prefix { $0 != ")" }.filter { !" \t\r\n\"'".contains($0) }
                    return inside.hasPrefix("#") ? String(inside.dropFirst()) : nil
                }
        }
    }
#endif

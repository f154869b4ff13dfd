#if SVG
    /// What an element costs by itself, and which others are drawn with it.
    struct SVGElement {
        /// Where the elements inside of it end, in the order of the document.
        var end = 0
        /// How far the whole of it may be drawn, in nanoseconds for a pixel of the picture.
        var perPixel = 0.0
        /// The same for what looks at a window around each pixel, which grows with the scale.
        var window = 0.0
        /// How many plain elements it is worth.
        var drawn = 1.0
        /// How much larger everything in it is drawn.
        var scale = 1.0
        /// The area of a tile, 0 where it is no pattern, and whether it is a share of what is filled.
        var tile = 0.0
        var isTileShare = false
        /// The longest line in it, in its own units.
        var reach = 0.0
        /// Whether what stands in it is drawn as letters.
        let isText: Bool
        /// The size of its text.
        var font: SVGNumbers.FontSize?
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
            isText = name == "text"
            if name == "pattern" {
                tile = Self.tileArea(attributes)
                isTileShare = !attributes.contains {
                    $0.name == "patternUnits" && $0.value == "userSpaceOnUse"
                }
            }
            var numbers = SVGFilterNumbers()
            for (attribute, value) in attributes {
                read(attribute.lowercased(), value)
                if isFilterPrimitive { numbers.read(attribute, value) }
            }
            if isFilterPrimitive {
                perPixel += numbers.cost(of: name)
                window += name == "femorphology" ? numbers.window : 0
            }
            if let vertices = attributes.first(where: { $0.name == "d" || $0.name == "points" }) {
                multiplyMarkers(by: Double(vertices.value.utf8.count) / 4, attributes)
            }
        }

        private mutating func read(_ attribute: String, _ value: String) {
            switch attribute {
            case "id": id = value
            case "href":
                if value.hasPrefix("#") { references.append((String(value.dropFirst()), 1)) }
            case "transform", "patterntransform", "gradienttransform":
                scale *= SVGNumbers.scale(of: value)
            case "font-size", "font": font = SVGNumbers.fontSize(in: value.lowercased()[...])
            case "d", "points":
                // A curve is cut into lines, the more the farther it reaches.
                reach = max(reach, SVGNumbers.magnitude(of: value))
                drawn += Double(value.utf8.count) / 6 * (10 * reach).squareRoot() / 1000
            case "width", "height", "r", "rx", "ry":
                reach = max(reach, 2 * (SVGNumbers.length(value) ?? 0))
            case "style":
                font = SVGNumbers.styledFontSize(in: value) ?? font
                if value.holds("transform") { scale *= SVGNumbers.scale(of: value) }
                references += Self.addresses(in: value).map { ($0, 1) }
            default:
                references += Self.addresses(in: value).map { ($0, 1) }
            }
            let isLayer =
                switch attribute {
                case "opacity", "mask", "filter", "clip-path", "mix-blend-mode", "isolation": true
                case "style": Self.isLayer(style: value)
                default: false
                }
            if isLayer {
                perPixel += 2
                layers += 1
            }
        }

        private static func isLayer(style: String) -> Bool {
            style.holds("mask") || style.holds("filter") || style.holds("clip-path")
                || style.holds("mix-blend") || style.holds("isolation")
                || style.holds(";opacity") || style.holds(" opacity")
                || style.hasPrefix("opacity")
        }

        /// A marker is drawn at each corner of a line.
        private mutating func multiplyMarkers(
            by corners: Double, _ attributes: [(name: String, value: String)]
        ) {
            for (name, value) in attributes
            where name.hasPrefix("marker") || value.holds("marker") {
                references += Self.addresses(in: value).map { ($0, max(corners, 1)) }
            }
        }

        /// Adds what `count` units of text cost: they become one path, whose lines may all cross.
        mutating func add(text count: Int) {
            drawn += Double(count) * Double(count) / 50
        }

        /// A tile's area, that of one unit where it depends on what is filled.
        private static func tileArea(_ attributes: [(name: String, value: String)]) -> Double {
            var (width, height) = (1.0, 1.0)
            for (name, value) in attributes {
                if name == "width" { width = SVGNumbers.length(value) ?? 1 }
                if name == "height" { height = SVGNumbers.length(value) ?? 1 }
            }
            return width * height
        }

        /// The ids in every `url(#id)` of a property.
        static func addresses(in value: String) -> [String] {
            guard value.holds("url(") else { return [] }
            return value.split(separator: "url(", omittingEmptySubsequences: false).dropFirst()
                .compactMap { part in
                    let inside = part.prefix { $0 != ")" }.filter { !" \t\r\n\"'".contains($0) }
                    return inside.hasPrefix("#") ? String(inside.dropFirst()) : nil
                }
        }
    }
#endif

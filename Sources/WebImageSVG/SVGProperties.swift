#if SVG
    /// The known properties, by their cost.
    enum SVGProperties {
        /// The properties of librsvg with negligible cost, regardless of their value.
        private static let cheap: Set<String> = [
            "alignment-baseline", "baseline-shift", "clip-rule", "color", "color-interpolation",
            "color-interpolation-filters", "color-rendering", "cursor", "direction", "display",
            "dominant-baseline", "fill-opacity", "fill-rule", "flood-color", "flood-opacity",
            "font-family", "font-stretch", "font-style", "font-variant", "font-weight",
            "glyph-orientation-vertical", "glyph-orientation-horizontal", "image-rendering",
            "lighting-color", "mask-type", "overflow", "paint-order",
            "pointer-events", "shape-rendering", "stop-color", "stop-opacity", "stroke-dashoffset",
            "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity",
            "text-anchor", "text-decoration", "text-orientation", "text-rendering", "unicode-bidi",
            "vector-effect", "visibility", "white-space", "writing-mode",
            "enable-background", "line-height", "x", "y", "cx", "cy", "clip", "transform-origin",
            "transform-box", "color-profile", "font-kerning", "kerning", "xml:space", "xml:lang",
        ]
        /// The properties of librsvg whose cost depends on their value.
        private static let counted: Set<String> = [
            "clip-path", "fill", "filter", "font", "font-size", "height", "isolation",
            "letter-spacing", "marker", "marker-end", "marker-mid", "marker-start", "mask",
            "mix-blend-mode", "opacity", "r",
            "rx", "ry", "stroke", "stroke-dasharray", "stroke-width", "transform", "width",
            "word-spacing",
        ]
        /// The prefixes of properties that occur in files of editors but have no effect in librsvg.
        private static let idleFamilies = [
            "-", "animation", "background", "baseline", "block-progression", "border", "bottom",
            "box", "break", "column", "content", "counter", "flex", "float", "font", "grid",
            "inline", "justify", "left", "line", "list", "margin", "max-", "min-", "object",
            "order", "orphans", "outline", "overflow", "padding", "page", "perspective", "position",
            "right", "shape", "solid", "speak", "tab-size", "table", "text", "top", "touch",
            "transition", "user-select", "vertical-align", "widows", "will-change", "word",
            "z-index",
            "align", "audio", "azimuth", "caption", "clear", "elevation", "glyph", "hyphen",
            "marks",
            "pause", "pitch", "play", "quotes", "richness", "size", "stress", "stroke-alignment",
            "viewport", "voice", "volume", "writing", "isolation-", "image", "inkscape",
            "marker-offset",
        ]

        /// Returns `true` if librsvg may support the property and its cost is known.
        static func isKnown(_ name: String) -> Bool {
            cheap.contains(name) || counted.contains(name)
        }

        /// Returns `true` if the cost depends on the value.
        static func isCounted(_ name: String) -> Bool { counted.contains(name) }

        /// Returns `true` if the property is unknown, and therefore counted as a layer.
        static func isForeign(_ name: String) -> Bool {
            if isKnown(name) { return false }
            return !idleFamilies.contains { name.hasPrefix($0) }
        }
    }
#endif

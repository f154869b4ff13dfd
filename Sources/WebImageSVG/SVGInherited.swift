#if SVG
    /// The properties that an element inherits from its parent, or from each `use` that draws it.
    struct SVGInherited: Equatable {
        var fills: Set<String> = []
        var strokes: Set<String> = []
        var isStroked = false
        /// The markers at the ends of a line, and at its corners.
        var ends: Set<String> = []
        var corners: Set<String> = []
        /// The smallest mean length of a dash, 0 without dashes.
        var dash = 0.0
        var strokeWidth = 1.0
        /// `true` if a negative spacing may put letters on one another.
        var narrowsText = false
        /// The parent's own layers, for `inherit`.
        var masks: Set<String> = []
        var filters: [String: Int] = [:]
        var clips: Set<String> = []
        var functionCost = 0.0
        /// The paints of all elements that refer to it, for `context-fill` and `context-stroke`.
        var context: Set<String> = []

        /// The number of referenced ids.
        var references: Int {
            let sets = [fills, strokes, ends, corners, masks, clips, context]
            return sets.reduce(filters.count) { $0 + $1.count }
        }

        /// Returns the properties of a child element with `style`.
        func applying(_ style: SVGStyle) -> SVGInherited {
            var result = self
            if let fills = style.fills { result.fills = fills }
            if let strokes = style.strokes { result.strokes = strokes }
            if let isStroked = style.isStroked { result.isStroked = isStroked }
            if style.usesContext {
                result.fills.formUnion(context)
                result.strokes.formUnion(context)
            }
            if let ends = style.ends { result.ends = ends }
            if let corners = style.corners { result.corners = corners }
            if let dash = style.dash { result.dash = dash }
            if let width = style.strokeWidth { result.strokeWidth = width }
            result.narrowsText = narrowsText || style.narrowsText
            if !style.inheritsLayers {
                (result.masks, result.filters, result.clips) = ([], [:], [])
                result.functionCost = 0
            }
            result.masks.formUnion(style.masks)
            result.filters.merge(style.filters) { max($0, $1) }
            result.clips.formUnion(style.clips)
            result.functionCost += style.functionCost
            return result
        }

        /// Merges the properties of another referring element.
        mutating func add(_ other: SVGInherited) {
            fills.formUnion(other.fills)
            strokes.formUnion(other.strokes)
            isStroked = isStroked || other.isStroked
            ends.formUnion(other.ends)
            corners.formUnion(other.corners)
            if other.dash > 0 { dash = dash > 0 ? min(dash, other.dash) : other.dash }
            strokeWidth = max(strokeWidth, other.strokeWidth)
            narrowsText = narrowsText || other.narrowsText
            masks.formUnion(other.masks)
            filters.merge(other.filters) { max($0, $1) }
            context.formUnion(other.context)
            clips.formUnion(other.clips)
            functionCost = max(functionCost, other.functionCost)
        }
    }
#endif

#if SVG
    /// The most expensive style that an element's declarations allow; overridden ones count too.
    struct SVGStyle {
        /// The nanoseconds for each image pixel, and the number of simultaneous layers.
        private(set) var layerCost = 0.0
        private(set) var layers = 0
        /// The ids of masks, of filters with the number of applications, and of clips.
        private(set) var masks: Set<String> = []
        private(set) var filters: [String: Int] = [:]
        private(set) var clips: Set<String> = []
        /// The nanoseconds of filter functions for a pixel.
        private(set) var functionCost = 0.0
        /// `true` if it inherits layers, which normally apply to the parent only.
        private(set) var inheritsLayers = false
        /// The paints of its text and shapes; nil if they are inherited.
        private(set) var fills: Set<String>?
        private(set) var strokes: Set<String>?
        private(set) var isStroked: Bool?
        /// `true` if it may use the paint of the referring element.
        private(set) var usesContext = false
        /// The ids of markers at the ends of lines, and at every corner.
        private(set) var ends: Set<String>?
        private(set) var corners: Set<String>?
        /// The smallest mean length of a dash, 0 without dashes.
        private(set) var dash: Double?
        private(set) var strokeWidth: Double?
        /// The largest scale by its transforms.
        var scale: Double { largestScale.map { isScaleCertain ? $0 : max($0, 1) } ?? 1 }
        private var largestScale: Double?
        private var isScaleCertain = true
        private(set) var turns = false
        private(set) var font: SVGNumbers.FontSize?
        /// `true` if a negative spacing may put letters on one another.
        private(set) var narrowsText = false
        /// The largest value of each geometry property.
        private(set) var sides: [String: Double] = [:]

        /// Adds a declaration.
        mutating func add(
            _ name: String, _ value: [SVGToken], _ units: SVGUnits, isAttribute: Bool = false
        ) {
            guard SVGProperties.isCounted(name) else {
                if SVGProperties.isForeign(name) { addLayer(2, 1) }
                return
            }
            let ids = Self.addresses(in: value)
            let word = Self.word(value)
            let isContext = word?.hasPrefix("context-") ?? false
            let isInherited = word == "inherit"
            switch name {
            case "fill":
                usesContext = usesContext || isContext
                if !isInherited { Self.add(ids, to: &fills) }
            case "stroke":
                if !isInherited {
                    usesContext = usesContext || isContext
                    Self.add(ids, to: &strokes)
                    isStroked = (isStroked ?? false) || word != "none"
                }
            case "marker", "marker-mid":
                if !isInherited { Self.add(ids, to: &corners) }
            case "marker-start", "marker-end": if !isInherited { Self.add(ids, to: &ends) }
            case "stroke-dasharray": if !isInherited { addDashes(value, units) }
            case "stroke-width":
                let width = units.lengths(in: value).max()
                strokeWidth = width.map { max($0, strokeWidth ?? 0) } ?? strokeWidth
            case "font", "font-size":
                let text = value.map(\.text).joined().lowercased()
                font = SVGNumbers.larger(SVGNumbers.fontSize(in: text[...]), font)
            case "letter-spacing", "word-spacing":
                narrowsText = narrowsText || Self.isNegative(value)
            case "transform":
                addTransform(SVGTransform(value, isAttribute: isAttribute))
                turns = turns || SVGNumbers.turns(value.map(\.text).joined())
            case "width", "height", "r", "rx", "ry":
                sides[name] = max(sides[name] ?? 0, units.lengths(in: value).max() ?? 0)
            default: addLayers(name, value, ids, word)
            }
        }

        /// Adds the declarations of another style.
        mutating func add(_ other: SVGStyle) {
            addLayer(other.layerCost, other.layers)
            masks.formUnion(other.masks)
            filters.merge(other.filters) { max($0, $1) }
            clips.formUnion(other.clips)
            functionCost += other.functionCost
            inheritsLayers = inheritsLayers || other.inheritsLayers
            usesContext = usesContext || other.usesContext
            other.fills.map { Self.add($0, to: &fills) }
            other.strokes.map { Self.add($0, to: &strokes) }
            if let more = other.isStroked { isStroked = (isStroked ?? false) || more }
            other.ends.map { Self.add($0, to: &ends) }
            other.corners.map { Self.add($0, to: &corners) }
            if let more = other.dash { addDash(more) }
            if let more = other.strokeWidth { strokeWidth = max(strokeWidth ?? 0, more) }
            if let more = other.largestScale {
                addScale(more, isCertain: other.isScaleCertain)
            }
            turns = turns || other.turns
            narrowsText = narrowsText || other.narrowsText
            font = SVGNumbers.larger(font, other.font)
            sides.merge(other.sides) { max($0, $1) }
        }

        /// Allows for none of its transforms to apply, since the rules may not match.
        mutating func doubtTransforms() { isScaleCertain = isScaleCertain && largestScale == nil }

        private mutating func addTransform(_ transform: SVGTransform) {
            addScale(transform.scale, isCertain: transform.isCertain)
        }

        /// Adds the scale of a transform; only one of all declared ones applies.
        private mutating func addScale(_ scale: Double, isCertain: Bool) {
            isScaleCertain = isScaleCertain && isCertain && largestScale == nil
            largestScale = max(largestScale ?? 0, scale)
        }

        private mutating func addLayer(_ cost: Double, _ count: Int) {
            layerCost += cost
            layers += count
        }

        private mutating func addLayers(
            _ name: String, _ value: [SVGToken], _ ids: [String], _ word: String?
        ) {
            if word == "none" || word == "auto" || (name == "mix-blend-mode" && word == "normal") {
                return
            }
            if word == "inherit" {
                inheritsLayers = true
                return addLayer(16, 2)
            }
            switch name {
            case "opacity":
                if case .number(let digits, let unit)? = value.first,
                    Double(digits).map({ $0 >= (unit == "%" ? 100 : 1) }) ?? false
                {
                    return
                }
                addLayer(2, 1)
            case "mask":
                masks.formUnion(ids)
                addLayer(16, 3)
            case "clip-path":
                clips.formUnion(ids)
                addLayer(1, 1)
            case "filter":
                // Only one of all declarations applies.
                filters.merge(ids.reduce(into: [:]) { $0[$1, default: 0] += 1 }) { max($0, $1) }
                addLayer(8, 3)
                addFunctions(value)
            case "mix-blend-mode": addLayer(12, 1)
            default: addLayer(2, 1)
            }
        }

        private static func isNegative(_ value: [SVGToken]) -> Bool {
            value.contains {
                if case .number(let digits, _) = $0 { digits.hasPrefix("-") } else { false }
            }
        }

        /// Counts each filter function as its equivalent primitives.
        private mutating func addFunctions(_ value: [SVGToken]) {
            for case .function(let name) in value {
                switch name.lowercased() {
                case "url": break
                case "blur": functionCost += 150
                case "drop-shadow": functionCost += 300
                default: functionCost += 80
                }
            }
        }

        private mutating func addDashes(_ value: [SVGToken], _ units: SVGUnits) {
            let lengths = units.smallLengths(in: value)
            let sum = lengths.reduce(0, +)
            addDash(sum > 0 ? sum / Double(lengths.count) : 0)
        }

        private mutating func addDash(_ length: Double) {
            guard let known = dash, known > 0 else { return dash = max(dash ?? 0, length) }
            dash = length > 0 ? min(known, length) : known
        }

        private static func add(_ ids: some Sequence<String>, to all: inout Set<String>?) {
            if all == nil { all = [] }
            all?.formUnion(ids)
        }

        /// The number of referenced ids.
        var references: Int {
            let sets = [fills, strokes, ends, corners, masks, clips]
            return sets.reduce(filters.count) { $0 + ($1?.count ?? 0) }
        }

        private static func word(_ value: [SVGToken]) -> String? {
            if case .ident(let word)? = value.first { word.lowercased() } else { nil }
        }

        /// Returns the ids in all addresses of a value.
        static func addresses(in value: [SVGToken]) -> [String] {
            value.indices.compactMap { place in
                var address: String?
                switch value[place] {
                case .url(let text): address = text
                case .function(let name) where name.lowercased() == "url":
                    let next = value[(place + 1)...].first { $0 != .space && $0 != .comment }
                    if case .string(let text)? = next { address = text }
                default: break
                }
                let text = address.map(SVGAddress.trimmed)
                return text.flatMap { $0.hasPrefix("#") ? String($0.dropFirst()) : nil }
            }
        }
    }

    /// The lengths that relative lengths refer to.
    struct SVGUnits {
        /// The largest and smallest side that a percentage may refer to.
        var largestSide = 0.0
        var smallestSide = Double.infinity
        /// The largest font size.
        var font = 16.0
        /// `true` if rules may set the sides of viewports.
        var hasStyledSides = false
        /// An upper bound of an unspecified side.
        var openSide: Double { max(largestSide, 300) }

        /// Returns the maximum of each length in a value, in user units.
        func lengths(in value: [SVGToken]) -> [Double] {
            lengths(in: value, share: max(largestSide, 300) * 1.5 / 100, em: max(font, 16))
        }

        /// Returns the minimum of each length in a value.
        func smallLengths(in value: [SVGToken]) -> [Double] {
            lengths(in: value, share: min(smallestSide, 100) / 100, em: 0.1)
        }

        private func lengths(in value: [SVGToken], share: Double, em: Double) -> [Double] {
            value.compactMap { token in
                guard case .number(let digits, let unit) = token, let number = Double(digits) else {
                    return nil
                }
                let length = number.magnitude
                return switch unit.lowercased() {
                case "%": length * share
                case "em", "ex", "ch", "rem": length * em
                case "in": length * 96
                case "cm": length * 38
                case "mm", "q": length * 3.8
                case "pt": length * 4 / 3
                case "pc": length * 16
                default: length
                }
            }
        }
    }
#endif

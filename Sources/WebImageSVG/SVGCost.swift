#if SVG
    import WebImageCoding
    import WebImagePixels

    /// What drawing a document costs at most, estimated from its elements and references.
    ///
    /// librsvg cannot be stopped once it draws, so its work is counted before: elements drawn through
    /// references to references, layers, filters, dashes, letters, lines that cross, pictures inside.
    struct SVGCost {
        private let scene: SVGScene
        /// Pixels and time of embedded documents and pictures.
        private let embedded: SVGEmbeddedCost
        /// The style sheets' text for librsvg, and where it belongs.
        private let sheets: [SVGCollector.Sheet]
        /// `true` if rules were left out that librsvg might take.
        var isReduced: Bool { sheets.contains { $0.sheet.isReduced } }

        private static let maxDrawn = 200_000.0
        private static let maxFontSize = 200_000.0
        private static let maxScale = 1e7
        private static let maxTextScale = 1e6
        private static let maxNanoseconds = 6e9
        private static let maxLineBytes = 256e6
        /// The viewport that `csvg_extent` measures in.
        private static let measuringViewport = (width: 300.0, height: 150.0)

        /// Examines `text`.
        ///
        /// - Parameter depth: How many documents this one is embedded in.
        init(of text: SVGText, limits: DecodeLimits, depth: Int = 0) throws(CodecError) {
            var collector = SVGCollector(text, limits: limits, depth: depth)
            try collector.run()
            sheets = collector.sheets
            embedded = collector.embedded
            scene = try SVGScene(collector.elements, sheets: sheets.map(\.sheet))
            let side = max(scene.box.x, scene.box.y, 100)
            var weights = SVGWeights(scene, scale: 1, canvas: SIMD2(side, side))
            let total = try weights.total()
            guard total.drawn <= Self.maxDrawn else {
                throw .limit("more to draw than \(Int(Self.maxDrawn)) plain elements")
            }
            // librsvg 2.54 ends the process where the height of a line overflows.
            guard max(total.fontSize, 24 * total.fontFactor) <= Self.maxFontSize else {
                throw .limit("text of more than \(Int(Self.maxFontSize)) pixels")
            }
        }

        /// Puts the sheets into `text` as they were understood.
        func writeSheets(to text: inout SVGText) {
            for sheet in sheets.reversed() { text.replace(sheet.range, by: sheet.sheet.text) }
        }

        /// `true` if librsvg must measure what is drawn to know the picture's size.
        private var needsMeasuring: Bool {
            guard let root = scene.elements.first, root.box == nil else { return false }
            return ["width", "height"].contains {
                root.attribute($0).map { $0.contains("%") || $0 == "auto" } ?? true
            }
        }

        /// Refuses a document that takes too long to measure.
        ///
        /// librsvg measures a document by drawing it: paths into nothing, filters and layers into
        /// pictures of the viewport's size.
        func checkMeasuring() throws(CodecError) {
            guard needsMeasuring else { return }
            let side = max(scene.box.x, scene.box.y, Self.measuringViewport.width)
            let area = Self.measuringViewport.width * Self.measuringViewport.height
            try checkTime(scale: 1, canvas: SIMD2(side, side), area: area)
        }

        /// Refuses a size at which drawing would take too long or too much memory.
        func check(
            _ target: PixelSize, of extent: (width: Double, height: Double), limits: DecodeLimits
        ) throws(CodecError) {
            let (canvas, scale) = self.scale(target, of: extent)
            // Sides of viewports that are not told may be as long as the picture's.
            let open = max(max(extent.width, extent.height) / scene.units.openSide, 1)
            let total = try checkTime(
                scale: scale, canvas: canvas, area: Double(target.area), open: open)
            // Each layer is a picture of its own, and pictures inside have two copies.
            try limits.check(
                target, format: .svg, bytesPerPixel: 4 * (1 + Int(min(total.layers, 1000))))
            let largest = scene.elements.reduce(0) { max($0, $1.context.isFinite ? $1.context : 0) }
            guard largest * scale <= Self.maxScale else {
                throw .limit("transforms that enlarge too much")
            }
            guard total.tile <= Double(max(target.area, limits.maxPixels / 4)) else {
                throw .limit("patterns with tiles larger than the picture")
            }
        }

        /// Refuses text that is enlarged so much that its height overflows in librsvg 2.54, which
        /// ends the process; an empty line is as high as one of 12 pixels.
        private func checkText(_ total: SVGWeight, scale: Double) throws(CodecError) {
            // Sizes are counted twice as large as they are written.
            let size = max(total.fontSize, 24 * total.fontFactor) / 2
            // Lengths in em count from a smaller size where sizes are relative to each other.
            let em = max(size / scene.units.font, 1)
            for element in scene.elements where element.isText {
                guard size * em * em * element.context * scale <= Self.maxTextScale else {
                    throw .limit("text enlarged to over \(Int(Self.maxTextScale)) pixels")
                }
            }
        }

        /// The time that drawing takes at a size, in nanoseconds.
        func time(
            at target: PixelSize, of extent: (width: Double, height: Double)
        ) throws(CodecError) -> Double {
            let (canvas, scale) = self.scale(target, of: extent)
            var weights = SVGWeights(scene, scale: scale, canvas: canvas)
            return time(of: try weights.total(), area: Double(target.area))
        }

        private func time(of total: SVGWeight, area: Double) -> Double {
            total.time + total.perPixel * area + embedded.time
        }

        /// The picture's sides, and its pixels for a unit inside of the root.
        private func scale(
            _ target: PixelSize, of extent: (width: Double, height: Double)
        ) -> (SIMD2<Double>, Double) {
            let canvas = SIMD2(Double(target.width), Double(target.height))
            let sides = SIMD2(
                scene.box.x > 0 ? min(extent.width, scene.box.x) : extent.width,
                scene.box.y > 0 ? min(extent.height, scene.box.y) : extent.height)
            return (canvas, max(canvas.x / sides.x, canvas.y / sides.y))
        }

        @discardableResult
        private func checkTime(
            scale: Double, canvas: SIMD2<Double>, area: Double, open: Double = 1
        ) throws(CodecError) -> SVGWeight {
            var weights = SVGWeights(scene, scale: scale, canvas: canvas)
            let total = try weights.total()
            try checkText(total, scale: scale * open)
            guard total.bytes <= Self.maxLineBytes else {
                throw .limit("a line of more dashes than \(Int(Self.maxLineBytes)) bytes hold")
            }
            guard time(of: total, area: area) <= Self.maxNanoseconds else {
                throw .limit("lines, filters and layers that take too long at this size")
            }
            return total
        }
    }
#endif

#if SVG
    import WebImageCoding
    import WebImagePixels

    /// An upper bound of the cost of drawing, estimated from a document's elements and references.
    ///
    /// librsvg cannot be cancelled while it draws, so its work is estimated first. Expensive are
    /// nested references, layers, filters, dashes, letters, crossing lines, and embedded images.
    struct SVGCost {
        private let scene: SVGScene
        /// The pixels and time of embedded documents and images.
        private let embedded: SVGEmbeddedCost
        /// The style sheets as rewritten for librsvg, and their ranges.
        private let sheets: [SVGCollector.Sheet]
        /// The ranges of attributes that librsvg must not see.
        private let hidden: [Range<Int>]
        private let wrongTypes: [(type: String, range: Range<Int>)]
        private let hidesImages: Bool
        /// `true` if rules or images were omitted that librsvg might apply.
        var isReduced: Bool { hidesImages || sheets.contains { $0.sheet.isReduced } }
        /// The pixels of an `em` in the size of the root.
        var em: Double { scene.em }

        private static let maxDrawn = 200_000.0
        private static let maxFontSize = 200_000.0
        private static let maxScale = 1e7
        private static let maxTextScale = 1e6
        private static let maxNanoseconds = 6e9
        private static let nanosecondsOfFont = 2e6
        private static let maxLineBytes = 256e6
        /// The viewport in which `csvg_extent` measures.
        private static let measuringViewport = (width: 300.0, height: 150.0)

        /// Examines `text`.
        ///
        /// - Parameter depth: The number of documents that enclose this one.
        init(of text: SVGText, limits: DecodeLimits, depth: Int = 0) throws(CodecError) {
            var collector = SVGCollector(text, limits: limits, depth: depth)
            try collector.run()
            sheets = collector.sheets
            embedded = collector.embedded
            hidden = collector.hidden
            wrongTypes = collector.wrongTypes
            hidesImages = collector.hidesImages
            scene = try SVGScene(collector.elements, sheets: sheets.map(\.sheet))
            let side = max(scene.box.x, scene.box.y, 100)
            var weights = SVGWeights(scene, scale: 1, canvas: SIMD2(side, side))
            let total = try weights.total()
            guard total.drawn <= Self.maxDrawn else {
                throw .limit("drawing costs more than \(Int(Self.maxDrawn)) plain elements")
            }
            // librsvg 2.54 aborts the process if the height of a line overflows.
            guard max(total.fontSize, 24 * total.fontFactor) <= Self.maxFontSize else {
                throw .limit("a font size of more than \(Int(Self.maxFontSize)) pixels")
            }
        }

        /// Replaces the sheets in `text` by their rewritten form, and hides attributes.
        func rewrite(_ text: inout SVGText) {
            for range in hidden { text.hide(range) }
            for (type, range) in wrongTypes { text.hideType(type, in: range) }
            for sheet in sheets.reversed() { text.replace(sheet.range, by: sheet.sheet.text) }
        }

        /// `true` if librsvg must measure the drawing to determine the image size.
        private var needsMeasuring: Bool {
            guard let root = scene.elements.first, root.box == nil else { return false }
            return ["width", "height"].contains {
                root.attribute($0).map { $0.contains("%") || $0 == "auto" } ?? true
            }
        }

        /// Rejects a document that takes too long to measure.
        ///
        /// librsvg measures a document by drawing it: paths without output, filters and layers into
        /// bitmaps of the viewport's size.
        func checkMeasuring() throws(CodecError) {
            guard needsMeasuring else { return }
            let side = max(scene.box.x, scene.box.y, Self.measuringViewport.width)
            let area = Self.measuringViewport.width * Self.measuringViewport.height
            try checkTime(scale: 1, canvas: SIMD2(side, side), area: area)
        }

        /// Rejects a size at which drawing would take too much time or memory.
        func check(
            _ target: PixelSize, of extent: (width: Double, height: Double), limits: DecodeLimits
        ) throws(CodecError) {
            let (canvas, scale) = self.scale(target, of: extent)
            // Unspecified sides of viewports may be as long as the image's.
            let open = max(max(extent.width, extent.height) / scene.units.openSide, 1)
            let total = try checkTime(
                scale: scale, canvas: canvas, area: Double(target.area), open: open)
            // Each layer is a bitmap of its own.
            try limits.check(
                target, format: .svg, bytesPerPixel: 4 * (1 + Int(min(total.layers, 1000))))
            let largest = scene.elements.reduce(0) { max($0, $1.context.isFinite ? $1.context : 0) }
            guard largest * scale <= Self.maxScale else {
                throw .limit("transforms that enlarge more than \(Int(Self.maxScale)) times")
            }
            guard total.tile <= Double(max(target.area, limits.maxPixels / 4)) else {
                throw .limit("patterns with tiles larger than the image")
            }
        }

        /// Rejects enlarged text whose height would overflow in librsvg 2.54, which then aborts the
        /// process; an empty line is as high as one of 12 pixels.
        private func checkText(_ total: SVGWeight, scale: Double) throws(CodecError) {
            // Font sizes are counted at twice their value.
            let size = max(total.fontSize, 24 * total.fontFactor) / 2
            // Lengths in em may refer to a smaller size if sizes are relative to each other.
            let em = max(size / scene.units.font, 1)
            for element in scene.elements where element.isText {
                guard size * em * em * element.context * scale <= Self.maxTextScale else {
                    throw .limit(
                        "a font size enlarged to more than \(Int(Self.maxTextScale)) pixels")
                }
            }
        }

        /// Returns the drawing time at a size, in nanoseconds.
        func time(
            at target: PixelSize, of extent: (width: Double, height: Double)
        ) throws(CodecError) -> Double {
            let (canvas, scale) = self.scale(target, of: extent)
            var weights = SVGWeights(scene, scale: scale, canvas: canvas)
            return time(of: try weights.total(), area: Double(target.area))
        }

        private func time(of total: SVGWeight, area: Double) -> Double {
            let fonts = Double(scene.fontCount) * Self.nanosecondsOfFont
            return total.time + total.perPixel * area + embedded.time + fonts
        }

        /// Returns the image's sides, and the pixels of a unit in the root element.
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
                throw .limit("dashed lines that need more than \(Int(Self.maxLineBytes)) bytes")
            }
            guard time(of: total, area: area) <= Self.maxNanoseconds else {
                throw .limit("lines, filters and layers that take too long to draw at this size")
            }
            return total
        }
    }
#endif

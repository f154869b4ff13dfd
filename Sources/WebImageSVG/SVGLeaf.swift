#if SVG
    /// The cost of a single element at an image size.
    ///
    /// The figures are about twice the times of librsvg 2.54 and cairo 1.16 on one core of 2024.
    struct SVGLeaf {
        private let element: SVGElement
        private let isTurned: Bool
        private let largestArea: Double
        private let largestTile: SIMD2<Double>
        /// The pixels of one of the element's units, and the image's sides.
        private let scale: Double
        private let canvas: SIMD2<Double>
        /// The fraction of the image that it may cover.
        private(set) var share = 1.0
        /// `true` if it is filled, stroked or has letters.
        let isDrawn: Bool
        private let font: Double

        private static let maxCoordinate = 4e6

        init(
            _ element: SVGElement, _ scene: SVGScene, scale: Double, canvas: SIMD2<Double>
        ) {
            self.element = element
            self.canvas = canvas
            // Fractional units are about as large as the image.
            self.scale =
                element.context.isFinite ? element.context * scale : max(canvas.x, canvas.y)
            isTurned = element.isTurned || element.kind == "image"
            largestArea = max(scene.largestArea * scale * scale, canvas.x * canvas.y)
            largestTile = scene.largestTile
            font = scene.units.font
            isDrawn = element.shape != nil || element.text.letters > 0 || element.kind == "image"
            let width = element.inherited.isStroked ? element.inherited.strokeWidth : 0
            var sides = SIMD2(0.0, 0.0)
            if let shape = element.shape {
                sides = SIMD2(shape.width + width, shape.height + width)
            } else if element.text.letters > 0 {
                sides = SIMD2(element.text.letters * font * 1.2 + width, 1.5 * font + width)
            } else if element.kind == "image", let width = element.style.sides["width"],
                let height = element.style.sides["height"]
            {
                sides = SIMD2(width, height)
            } else {
                return
            }
            let area = sides.x * self.scale * sides.y * self.scale
            let most = max(canvas.x * canvas.y, 1)
            share = area.isNaN || !element.context.isFinite ? 1 : min(area / most, 1)
        }

        /// The number of drawn elements: 1 or 0.
        var count: Double { isDrawn ? 1 : 0 }

        /// The maximum number of markers on a line.
        var corners: Double { max(element.shape?.pieces ?? 1, 1) + 1 }

        /// Adds the element to the weight of its content and references.
        func add(to sum: inout SVGWeight) {
            sum.drawn += 1
            sum.leaves += count
            sum.depth += 1
            sum.set(element.style.font)
            sum.time += 4000
            if isDrawn { addDrawing(to: &sum) }
            if element.style.layers > 0 {
                sum.perPixel += element.style.layerCost + element.inherited.functionCost
                sum.layers += Double(element.style.layers)
            }
            switch element.kind {
            case "lineargradient": sum.paint += 4
            case "radialgradient": sum.paint += 20
            case "stop": sum.paint += 0.05
            case "pattern": addTile(to: &sum)
            case "image", "feimage": sum.time += element.pixels * 4
            default: break
            }
            if element.kind.hasPrefix("fe") { addPrimitive(to: &sum) }
        }

        private func addDrawing(to sum: inout SVGWeight) {
            let isStroked = element.inherited.isStroked
            sum.perPixel += share * (isStroked ? 1.2 : 0.6)
            if element.kind == "image" { sum.perPixel += share * (isTurned ? 16 : 4) }
            if element.text.letters > 0 {
                sum.time += element.text.time(
                    size: font * scale, sides: canvas.x + canvas.y, isStroked: isStroked,
                    isStacked: element.inherited.narrowsText)
                addDashes(
                    length: element.text.letters * font * 20, pieces: element.text.letters * 20,
                    height: font, to: &sum)
            }
            guard let shape = element.shape else { return }
            let pieces = shape.pieces + curvePieces(shape)
            var time = pieces * 150 + rows(shape.rows, busiest: shape.busiestRow)
            if shape.reach * scale > Self.maxCoordinate, shape.pieces > 12 {
                // Beyond the range of cairo's coordinates, lines wrap around.
                time += shape.pieces * shape.pieces * 1e8
            }
            sum.outlines += shape.pieces > 6 || shape.curves > 0 ? time : 1000
            sum.time += time
            guard isStroked else { return }
            addStroke(shape, pieces: pieces, to: &sum)
            addDashes(
                length: shape.length, pieces: shape.pieces, height: shape.height, to: &sum)
        }

        private func curvePieces(_ shape: SVGPath) -> Double {
            guard shape.curves > 0 else { return 0 }
            let size = min(shape.length / shape.curves * scale, 1e9)
            return shape.curves * max(size, 1).squareRoot()
        }

        private func rows(_ rows: Double, busiest: Double) -> Double {
            let most = busiest * canvas.y
            let all = rows * scale
            return all.isNaN ? most : min(all, most)
        }

        /// Adds a stroke, which is filled as the outline of the area it covers.
        private func addStroke(_ shape: SVGPath, pieces: Double, to sum: inout SVGWeight) {
            let width = element.inherited.strokeWidth
            let round = (width * scale + 1).squareRoot()
            let mean = shape.length / max(shape.pieces, 1) + width
            let high = max(shape.height + width, .leastNormalMagnitude)
            let active = shape.pieces * min(mean / high, 1)
            let wide = shape.pieces * width * 24 * (1 + 3 * active.squareRoot())
            let busiest = shape.pieces * 48 * (1 + 6 * shape.pieces.squareRoot())
            sum.time += pieces * min(round, 3000) * 300
            sum.time += rows(2.5 * shape.rows + wide, busiest: 2.5 * shape.busiestRow + busiest)
        }

        /// Adds dashes: cairo draws each as its own shape, and all of them as one polygon.
        private func addDashes(
            length: Double, pieces: Double, height: Double, to sum: inout SVGWeight
        ) {
            guard element.inherited.dash > 0, element.inherited.isStroked else { return }
            let (dash, width) = (element.inherited.dash, element.inherited.strokeWidth)
            let count = length / dash
            let round = min((width * scale + 1).squareRoot(), 3000)
            sum.bytes = max(sum.bytes, count * (100 + 130 * round))
            sum.time += count * (600 + 300 * round)
            // Only the visible part is processed by rows.
            let visible = min(length, pieces * (canvas.x + canvas.y) / scale) / dash
            let rows = visible * (width + dash) * scale * 4
            let high = max(min((height + width) * scale, canvas.y), 1)
            sum.time += rows * 6 * (1 + 3 * (rows / high).squareRoot())
        }

        private func addTile(to sum: inout SVGWeight) {
            let units = element.attribute("patternUnits")
            let (width, height) = (element.style.sides["width"], element.style.sides["height"])
            // Missing attributes come from another pattern, which is counted too.
            if units == nil, width == nil, height == nil, !element.links.isEmpty { return }
            // Tiles that are not pixel-aligned are resampled, each pixel from many; of small ones
            // each row is read in more parts.
            var resampling = 900.0
            if units == "userSpaceOnUse", let width, let height {
                let parts = 1 / max(width * scale, 2) + 1 / max(height * scale, 2)
                resampling = max(resampling, 4500 * parts)
            }
            sum.paint += resampling
            let other = element.links.isEmpty ? SIMD2(0, 0) : largestTile
            let sides = SIMD2(width ?? other.x, height ?? other.y)
            var area = sides.x * scale * sides.y * scale
            if units != "userSpaceOnUse" {
                let share = min(sides.x, 10) * min(sides.y, 10) * largestArea
                area = units == nil && !element.links.isEmpty ? max(area, share) : share
            }
            sum.tile = max(sum.tile, area)
            let excess = max(area - canvas.x * canvas.y, 0)
            sum.time += area * 5 + excess * sum.perPixel
        }

        private func addPrimitive(to sum: inout SVGWeight) {
            let units = element.isShareOfFilter ? canvas : SIMD2(scale, scale)
            let cost = element.numbers.cost(of: element.kind, scale: units, canvas: canvas)
            sum.paint += cost
            if cost >= 20 { sum.perPixel += 8 }
            let isKept = element.attribute("result") != nil
            sum.layers += (isKept ? 1 : 0) + min(element.numbers.enlargement(units) - 1, 1e6)
        }

        /// Returns the fraction of the image that a filter covers when applied to `leaf`.
        static func filterShare(_ filter: SVGElement, of leaf: SVGLeaf) -> Double {
            guard filter.kind == "filter", leaf.isDrawn,
                filter.attribute("filterUnits") != "userSpaceOnUse"
            else { return 1 }
            var factor = 1.0
            for name in ["width", "height"] {
                let text = filter.attribute(name)
                let number = text.map { SVGPathReader.numbers(in: $0).first ?? 1.2 } ?? 1.2
                factor *= max(text?.contains("%") ?? false ? number / 100 : number, 0)
            }
            return min(leaf.share * factor, 1)
        }
    }
#endif

#if SVG
    import WebImageCoding
    import WebImagePixels

    /// A file that was examined and parsed, ready to be drawn.
    struct SVGDrawing: ~Copyable {
        /// The size in whole CSS pixels, reduced if it exceeds the limits.
        let size: PixelSize
        private let document: SVGDocument
        private let extent: (width: Double, height: Double)
        private let cost: SVGCost

        /// Inflates, examines and parses `bytes`.
        init(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) {
            try SVGLibrary.require()
            var text = try SVGText(of: bytes, limits: limits)
            text.passOverStyleSheets()
            if Task.isCancelled { throw .cancelled }
            let cost = try SVGCost(of: text, limits: limits)
            if Task.isCancelled { throw .cancelled }
            cost.rewrite(&text)
            text.passOverTiles()
            let document = try SVGDocument(text)
            try cost.checkMeasuring()
            let extent = try document.extent(em: cost.em)
            self.init(document, extent: extent, cost: cost, limits: limits)
        }

        private init(
            _ document: consuming SVGDocument, extent: (width: Double, height: Double),
            cost: SVGCost, limits: DecodeLimits
        ) {
            self.document = document
            self.extent = extent
            self.cost = cost
            size = Self.size(of: extent, within: limits)
        }

        /// The most pixels of a document that states a size beyond the limits.
        private static let mostReducedPixels = 1 << 24
        /// The longest side of a surface of cairo.
        private static let longestSide = 32767

        /// Returns the size in whole pixels; beyond the limits, a smaller one of the same shape.
        private static func size(
            of extent: (width: Double, height: Double), within limits: DecodeLimits
        ) -> PixelSize {
            let size = PixelSize(width: whole(extent.width), height: whole(extent.height))
            do throws(CodecError) {
                try limits.check(size, format: .svg)
                if max(size.width, size.height) <= longestSide { return size }
            } catch {}
            return reduced(extent, within: limits)
        }

        private static func reduced(
            _ extent: (width: Double, height: Double), within limits: DecodeLimits
        ) -> PixelSize {
            let most = min(limits.maxPixels, limits.maxBytes / 8, mostReducedPixels)
            let area = Double(max(most, 1)) / extent.width / extent.height
            let scale = min(
                area.squareRoot(), Double(longestSide) / max(extent.width, extent.height))
            // Rounding errors must not cost a pixel; a side of one pixel leaves less for the other.
            func side(_ length: Double) -> Int {
                min(max(1, Int(length * scale + 1e-6)), max(most, 1))
            }
            return PixelSize(width: side(extent.width), height: side(extent.height))
        }

        /// The metadata of the file.
        var metadata: ImageMetadata {
            var metadata = ImageMetadata(size: size, hasAlpha: true)
            metadata.isVector = true
            return metadata
        }

        /// Draws the document on a new bitmap of size `target`.
        func draw(at target: PixelSize, limits: DecodeLimits) throws(CodecError) -> Bitmap {
            try cost.check(target, of: extent, limits: limits)
            if Task.isCancelled { throw .cancelled }
            var bitmap = try Bitmap(decoding: target)
            try document.draw(over: &bitmap, width: extent.width, height: extent.height)
            return bitmap
        }

        /// Returns a side in whole pixels; huge sides stay above every limit.
        private static func whole(_ side: Double) -> Int {
            side < 1e15 ? max(1, Int(side.rounded())) : 1_000_000_000_000_000
        }
    }
#endif

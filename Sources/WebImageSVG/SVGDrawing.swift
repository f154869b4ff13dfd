#if SVG
    import WebImageCoding
    import WebImagePixels

    /// A file that was examined and parsed, ready to be drawn.
    struct SVGDrawing: ~Copyable {
        /// The size in whole CSS pixels.
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
            cost.writeSheets(to: &text)
            text.passOverTiles()
            let document = try SVGDocument(text)
            try cost.checkMeasuring()
            let extent = try document.extent()
            self.init(document, extent: extent, cost: cost)
        }

        private init(
            _ document: consuming SVGDocument, extent: (width: Double, height: Double),
            cost: SVGCost
        ) {
            self.document = document
            self.extent = extent
            self.cost = cost
            size = PixelSize(
                width: Self.whole(extent.width), height: Self.whole(extent.height))
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

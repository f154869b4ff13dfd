#if GIF
    import WebImageCoding
    import WebImagePixels

    /// A writer of canvases, each stored as the change to the one before.
    ///
    /// A frame is held back until the next one is known. If a pixel becomes transparent, the frame
    /// before must cover that pixel and be cleared.
    struct GIFAnimationWriter {
        private let writer: GIFWriter
        private let quality: GIFQuality
        /// The table of the first frame, which later frames share if it has all their colours.
        private let shared: GIFTable
        private var delays = GIFDelays()
        private var pending: GIFPicture
        private var pendingDelay: Int
        /// The canvas on which the frame after the pending one is drawn.
        private var shown: Bitmap

        /// Creates a writer with the first canvas.
        init(
            first: Bitmap, quality: GIFQuality, loopCount: Int, duration: Duration
        ) throws(CodecError) {
            self.quality = quality
            shown = first
            let rows = GIFRows(first)
            pending = try GIFPicture(first.whole, quality: quality) { rows.row($0) }
            // Later frames need a transparent index for unchanged pixels.
            shared =
                pending.table.colors.count > 255
                ? pending.table : GIFTable(pending.table.colors, hasTransparency: true)
            writer = try GIFWriter(size: first.size, palette: shared)
            try writer.loop(loopCount)
            pendingDelay = delays.next(duration)
        }

        /// Appends a canvas of the same size.
        mutating func add(_ canvas: Bitmap, duration: Duration) throws(CodecError) {
            if let vanishing = bounds(in: canvas, where: { $0 != 0 && $1 == 0 }) {
                var outer = GIFBounds()
                outer.add(pending.rect)
                outer.add(vanishing)
                let rect = outer.rect ?? pending.rect
                try flush(rect, disposal: .clear)
                shown.fill(rect, with: SIMD4(0, 0, 0, 0))
            } else {
                try flush(pending.rect, disposal: .keep)
            }
            pending = try difference(to: canvas)
            pendingDelay = delays.next(duration)
            shown = canvas
        }

        /// Returns the complete file.
        mutating func finish() throws(CodecError) -> ByteBlock {
            try flush(pending.rect, disposal: .keep)
            return try writer.finish()
        }

        private func flush(
            _ rect: PixelRect, disposal: FrameLayout.Disposal
        ) throws(CodecError) {
            try writer.control(
                hundredths: pendingDelay, disposal: disposal,
                transparentIndex: pending.table.transparentIndex)
            try pending.write(to: writer, outer: rect, shared: shared, isInterlaced: false)
        }

        /// Returns the pixels that turn `shown` into `canvas`; one pixel if nothing changes.
        private func difference(to canvas: Bitmap) throws(CodecError) -> GIFPicture {
            let none = PixelRect(x: 0, y: 0, size: PixelSize(width: 1, height: 1))
            let rect = bounds(in: canvas, where: { $0 != $1 }) ?? none
            let (old, new) = (GIFRows(shown), GIFRows(canvas))
            let picture = try GIFPicture(
                rect, quality: quality, needsTransparency: true, shared: shared
            ) { y in
                let before = old.row(y)
                var row = new.row(y)
                for x in row.indices where row[x] == before[x] { row[x] = 0 }
                return row
            }
            guard picture.lacksOneColor else { return picture }
            // A whole opaque canvas needs no transparent index, so it has room for one more colour.
            let whole = try GIFPicture(canvas.whole, quality: quality) { new.row($0) }
            return whole.isExact ? whole : picture
        }

        /// Returns the bounds of the pixels whose old and new values satisfy `condition`.
        private func bounds(
            in canvas: Bitmap, where condition: (UInt32, UInt32) -> Bool
        ) -> PixelRect? {
            let (old, new) = (GIFRows(shown), GIFRows(canvas))
            var result = GIFBounds()
            for y in 0..<canvas.size.height where !new.isSame(y, as: old) {
                let (before, after) = (old.row(y), new.row(y))
                let differs = { condition(before[$0], after[$0]) }
                guard let first = before.indices.first(where: differs),
                    let last = before.indices.last(where: differs)
                else { continue }
                result.add(first...last, row: y)
            }
            return result.rect
        }
    }

    extension Bitmap {
        /// The rectangle of the whole bitmap.
        fileprivate var whole: PixelRect { PixelRect(x: 0, y: 0, size: size) }
    }
#endif

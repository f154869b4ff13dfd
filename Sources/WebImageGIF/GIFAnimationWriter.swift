#if GIF
    import WebImageCoding
    import WebImagePixels

    /// Writes canvases one after the other, as what changes between them.
    ///
    /// A frame is held back until the next one is known: where a pixel becomes transparent, the frame
    /// before has to reach as far and to be cleared.
    struct GIFAnimationWriter {
        private let writer: GIFWriter
        private let quality: GIFQuality
        /// The table of the first frame, which others use if they can.
        private let shared: GIFTable
        private var delays = GIFDelays()
        private var pending: GIFPicture
        private var pendingDelay: Int
        /// What is shown when the pending frame is: where the next one is drawn on.
        private var shown: Bitmap

        /// Begins with the first canvas.
        init(
            first: Bitmap, quality: GIFQuality, loopCount: Int, duration: Duration
        ) throws(CodecError) {
            self.quality = quality
            shown = first
            var rows = GIFRows(first)
            pending = try GIFPicture(first.whole, quality: quality) { rows.row($0) }
            // Later frames need an index for what stays as it is.
            shared =
                pending.table.colors.count > 255
                ? pending.table : GIFTable(pending.table.colors, hasTransparency: true)
            writer = try GIFWriter(size: first.size, palette: shared)
            try writer.loop(loopCount)
            pendingDelay = delays.next(duration)
        }

        /// Adds a canvas.
        mutating func add(_ canvas: Bitmap, duration: Duration) throws(CodecError) {
            guard canvas.size == shown.size else {
                throw .encoding(.gif, "a frame of \(canvas.size) in an animation of \(shown.size)")
            }
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

        /// The file.
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

        /// What is to be drawn on `shown` so that it becomes `canvas`; one pixel where nothing is.
        private func difference(to canvas: Bitmap) throws(CodecError) -> GIFPicture {
            let none = PixelRect(x: 0, y: 0, size: PixelSize(width: 1, height: 1))
            let rect = bounds(in: canvas, where: { $0 != $1 }) ?? none
            var (old, new) = (GIFRows(shown), GIFRows(canvas))
            let picture = try GIFPicture(
                rect, quality: quality, needsTransparency: true, shared: shared
            ) { y in
                let before = old.row(y)
                var row = new.row(y)
                for x in row.indices where row[x] == before[x] { row[x] = 0 }
                return row
            }
            guard picture.lacksOneColor else { return picture }
            // A whole opaque canvas needs no index for what stays: it may have one colour more.
            let whole = try GIFPicture(canvas.whole, quality: quality) { new.row($0) }
            return whole.isExact ? whole : picture
        }

        /// The rectangle around pixels whose old and new values fulfil `condition`.
        private func bounds(
            in canvas: Bitmap, where condition: (UInt32, UInt32) -> Bool
        ) -> PixelRect? {
            var (old, new) = (GIFRows(shown), GIFRows(canvas))
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
        /// All of it.
        fileprivate var whole: PixelRect { PixelRect(x: 0, y: 0, size: size) }
    }
#endif

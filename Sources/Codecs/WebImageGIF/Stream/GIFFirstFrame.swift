#if GIF
    import WebImageCoding
    import WebImagePixels

    /// The first frame of a file whose bytes are still arriving.
    struct GIFFirstFrame {
        /// The canvas with the rows decoded so far.
        private(set) var canvas: Bitmap
        /// The number of rows decoded so far.
        private(set) var rowCount = 0
        /// `true` if rows are missing at the end of the frame, which the options allow.
        private(set) var isTruncated = false
        private var rect = PixelRect(x: 0, y: 0, size: PixelSize(width: 0, height: 0))
        private var isInterlaced = false
        private var state = State.closed

        /// The state of the decoder.
        private enum State {
            case closed
            case open(GIFSource, GIFFrameReader)
            /// A row is damaged or longer than an encoder would write it, so decoding restarts once
            /// the frame is complete.
            case waiting
            case done
        }

        /// Creates a clear canvas of a size that the limits allow.
        init(canvas size: PixelSize) throws(CodecError) {
            canvas = try Bitmap(decoding: size)
        }

        /// Decodes as far as the bytes suffice.
        ///
        /// - Parameter isWhole: `true` if no more bytes of the frame will arrive.
        /// - Throws: `CodecError` if a decode of the whole file fails too.
        mutating func decode(
            _ frame: GIFFrame, from bytes: UnsafeRawBufferPointer, isWhole: Bool,
            options: DecodeOptions
        ) throws(CodecError) {
            (rect, isInterlaced) = (frame.rect, frame.isInterlaced)
            // A preview may share the storage.
            if case .open = state { try canvas.makeUnique() }
            switch (state, isWhole) {
            case (.done, _), (.waiting, false): return
            case (.waiting, true), (.closed, true):
                canvas = try Bitmap(decoding: canvas.size)
                isTruncated = try !frame.draw(from: bytes, on: &canvas, options: options)
                (state, rowCount) = (.done, rect.size.height)
            case (.closed, false):
                try options.limits.check(rect.size, format: .gif, bytesPerPixel: 1)
                try decodeRows(of: frame, from: bytes) { () throws(CodecError) in
                    let source = try GIFSource(bytes)
                    return (source, try GIFFrameReader(frame, of: source, options: options))
                }
            case (.open(let source, let reader), false):
                try decodeRows(of: frame, from: bytes) { (source, reader) }
            case (.open(let source, let reader), true):
                source.lend(bytes, end: frame.end, isWhole: true)
                try reader.draw(upTo: rect.size.height, on: &canvas)
                isTruncated = reader.isTruncated
                canvas.isOpaque =
                    reader.isOpaque && rect.clamped(to: canvas.size).size == canvas.size
                (state, rowCount) = (.done, rect.size.height)
            }
        }

        /// Decodes the rows that are certainly complete, never the last: reading it consumes the
        /// frame's end.
        private mutating func decodeRows(
            of frame: GIFFrame, from bytes: UnsafeRawBufferPointer,
            open: () throws(CodecError) -> (GIFSource, GIFFrameReader)
        ) throws(CodecError) {
            do {
                let (source, reader) = try open()
                state = .open(source, reader)
                source.lend(bytes, end: frame.end, isWhole: false)
                while case let rows = source.available / reader.maxBytesOfRow, rows > 0,
                    rowCount < rect.size.height - 1
                {
                    let end = min(rowCount + rows, rect.size.height - 1)
                    try reader.draw(upTo: end, on: &canvas)
                    rowCount = reader.rowCount
                }
            } catch .cancelled {
                throw .cancelled
            } catch {
                state = .waiting
            }
        }

        /// Returns the canvas; missing rows of an interlaced frame repeat the row above.
        func preview() -> Bitmap {
            let visible = rect.clamped(to: canvas.size)
            guard case .open = state, isInterlaced, !visible.size.isEmpty else { return canvas }
            var result = canvas
            guard result.tryMakeUnique() else { return canvas }
            result.repeatRows(of: visible, after: rowCount, of: rect.size.height)
            return result
        }
    }
#endif

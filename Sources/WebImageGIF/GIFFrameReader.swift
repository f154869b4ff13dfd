#if GIF
    import CGIF
    import WebImageCoding
    import WebImagePixels

    /// Decodes one frame row by row onto a canvas.
    struct GIFFrameReader {
        private let source: GIFSource
        private let frame: GIFFrame
        private let colors: [UInt32]

        /// Opens a frame.
        ///
        /// - Throws: `CodecError` when its header is damaged or it has no colours.
        init(_ frame: GIFFrame, of source: GIFSource) throws(CodecError) {
            try source.open(frame)
            guard let map = source.file.pointee.Image.ColorMap ?? source.file.pointee.SColorMap
            else {
                throw .damaged(.gif, "a frame without a colour table")
            }
            self.source = source
            self.frame = frame
            colors = Self.palette(map.pointee, transparentIndex: frame.transparentIndex)
        }

        /// Draws what of the frame lies on `canvas` over what is there.
        ///
        /// - Returns: Whether every pixel drawn was opaque.
        /// - Throws: `CodecError` when the pixels end early or are damaged, or the task is cancelled.
        func draw(on canvas: inout Bitmap) throws(CodecError) -> Bool {
            let visible = frame.rect.clamped(to: canvas.size)
            var isOpaque = true
            var row = [UInt8](repeating: 0, count: frame.rect.size.width)
            for (index, y) in rows.enumerated() {
                if index % 16 == 0, Task.isCancelled { throw .cancelled }
                guard DGifGetLine(source.file, &row, Int32(row.count)) == GIF_OK else {
                    throw source.failure("the frame's pixels")
                }
                guard y < visible.size.height, !visible.size.isEmpty else { continue }
                let stride = canvas.bytesPerRow
                canvas.withUnsafeMutableRows { pixels in
                    let start = pixels + (visible.y + y) * stride + visible.x * 4
                    for x in 0..<visible.size.width {
                        let color = colors[Int(row[x])]
                        if color == 0 { isOpaque = false } else { start.store(color, at: x) }
                    }
                }
            }
            return isOpaque
        }

        /// The rows of the frame in the order of the file (GIF89a, appendix E).
        private var rows: [Int] {
            let height = frame.rect.size.height
            guard source.file.pointee.Image.Interlace else { return Array(0..<height) }
            return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { first, step in
                Array(stride(from: first, to: height, by: step))
            }
        }

        /// The pixels of all 256 indices as they lie in memory; 0, which is transparent, for the
        /// transparent one and for those without a colour, as in browsers.
        private static func palette(
            _ map: ColorMapObject, transparentIndex: UInt8?
        ) -> [UInt32] {
            var colors = [UInt32](repeating: 0, count: 256)
            for index in 0..<min(max(Int(map.ColorCount), 0), 256) {
                guard let color = map.Colors?[index] else { break }
                let pixel =
                    0xFF << 24 | UInt32(color.Red) << 16
                    | UInt32(color.Green) << 8 | UInt32(color.Blue)
                colors[index] = pixel.littleEndian
            }
            if let transparentIndex { colors[Int(transparentIndex)] = 0 }
            return colors
        }
    }

    extension UnsafeMutablePointer<UInt8> {
        /// Writes the four bytes of a pixel, which are inside and aligned.
        @inline(__always)
        fileprivate func store(_ pixel: UInt32, at x: Int) {
            UnsafeMutableRawPointer(self).storeBytes(
                of: pixel, toByteOffset: x * 4, as: UInt32.self)
        }
    }
#endif

#if GIF
    import CGIF
    import WebImageCoding
    import WebImagePixels

    /// Decodes one frame row by row.
    ///
    /// Used by one task at a time, within the calls that lend the bytes of its source.
    final class GIFFrameReader {
        /// How many rows were decoded.
        private(set) var rowCount = 0
        /// Whether every pixel drawn was opaque.
        private(set) var isOpaque = true
        private let source: GIFSource
        private let frame: GIFFrame
        private let size: PixelSize
        /// Whether the rows come in the order of ``GIFInterlace``.
        let isInterlaced: Bool
        private let colors: [UInt32]
        private let indices: UnsafeMutablePointer<UInt8>

        /// Opens a frame.
        ///
        /// - Throws: `CodecError` when its header is damaged or it has no colours, or `limits` forbid
        ///   its size.
        init(
            _ frame: GIFFrame, of source: GIFSource, limits: DecodeLimits
        ) throws(CodecError) {
            // Also what is cut away is decoded, and takes its time.
            try limits.check(frame.rect.size, format: .gif, bytesPerPixel: 1)
            try source.open(frame)
            guard let map = source.file.pointee.Image.ColorMap ?? source.file.pointee.SColorMap
            else { throw .damaged(.gif, "a frame without a colour table") }
            self.source = source
            self.frame = frame
            size = frame.rect.size
            isInterlaced = source.file.pointee.Image.Interlace
            colors = Self.palette(map.pointee, of: frame)
            indices = .allocate(capacity: size.width)
        }

        deinit {
            indices.deallocate()
        }

        /// The most bytes a row takes that an encoder wrote: a code of twelve bits for each pixel, or
        /// two of nine where the table is cleared before each, and the lengths of sub-blocks.
        var maxBytesOfRow: Int { size.width * 9 / 4 + size.width / 64 + 512 }

        /// Decodes rows up to the one before number `end` of the file's order, and draws what of them
        /// lies on `canvas` over what is there.
        ///
        /// - Throws: `CodecError` when the pixels end early or are damaged, or the task is cancelled.
        func draw(upTo end: Int, on canvas: inout Bitmap) throws(CodecError) {
            let visible = frame.rect.clamped(to: canvas.size)
            let stride = canvas.bytesPerRow
            try canvas.withUnsafeMutableRows { pixels throws(CodecError) in
                while rowCount < end {
                    let y = try decodeRow()
                    guard y < visible.size.height else { continue }
                    let row = pixels + (visible.y + y) * stride + visible.x * 4
                    write(to: row, count: visible.size.width)
                }
            }
        }

        /// Decodes the next row into the indices; tells which one it is from the top.
        private func decodeRow() throws(CodecError) -> Int {
            if rowCount & 15 == 0, Task.isCancelled { throw .cancelled }
            guard DGifGetLine(source.file, indices, Int32(size.width)) == GIF_OK else {
                throw source.failure("the frame's pixels")
            }
            defer { rowCount += 1 }
            return isInterlaced ? GIFInterlace.row(rowCount, of: size.height) : rowCount
        }

        /// Writes the colours of the first `count` indices; transparent ones leave what is there.
        private func write(to row: UnsafeMutablePointer<UInt8>, count: Int) {
            // Safe because rows of a bitmap are aligned to pixels, and an index is below 256.
            let target = UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt32.self)
            colors.withUnsafeBufferPointer { colors in
                guard let colors = colors.baseAddress else { return }
                if frame.isOpaque {
                    for x in 0..<count { target[x] = colors[Int(indices[x])] }
                    return
                }
                for x in 0..<count {
                    let color = colors[Int(indices[x])]
                    if color == 0 { isOpaque = false } else { target[x] = color }
                }
            }
        }

        /// The pixels of all 256 indices as they lie in memory; 0, which is transparent, for the
        /// transparent one and for those without a colour, as in browsers.
        private static func palette(_ map: ColorMapObject, of frame: GIFFrame) -> [UInt32] {
            // Only broken codes lead out of the table of an opaque frame.
            let missing: UInt32 = frame.isOpaque ? 0xFF << 24 : 0
            var colors = [UInt32](repeating: missing.littleEndian, count: 256)
            for index in 0..<min(max(Int(map.ColorCount), 0), 256) {
                guard let color = map.Colors?[index] else { break }
                let pixel =
                    0xFF << 24 | UInt32(color.Red) << 16
                    | UInt32(color.Green) << 8 | UInt32(color.Blue)
                colors[index] = pixel.littleEndian
            }
            if let index = frame.transparentIndex { colors[Int(index)] = 0 }
            return colors
        }
    }
#endif

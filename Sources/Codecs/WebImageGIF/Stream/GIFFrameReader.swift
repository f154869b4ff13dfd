#if GIF
    import CGIF
    import WebImageCoding
    import WebImagePixels

    /// A decoder of one frame, row by row.
    ///
    /// Used by one task at a time, within the calls that lend the bytes of its source.
    final class GIFFrameReader {
        /// The number of rows decoded so far, or missing.
        private(set) var rowCount = 0
        /// `true` if every pixel drawn so far was opaque.
        private(set) var isOpaque = true
        /// The number of rows before the missing ones, which the options allow; nil if none is
        /// missing.
        private(set) var truncatedCount: Int?
        var isTruncated: Bool { truncatedCount != nil }
        private let allowsTruncatedData: Bool
        private let source: GIFSource
        private let frame: GIFFrame
        private let size: PixelSize
        private let colors: [UInt32]
        private let indices: UnsafeMutablePointer<UInt8>
        /// `true` if the frame has no code of a pixel, so that nothing is drawn.
        private var isWithoutCodes = false
        /// The decoder of codes that giflib refuses; nil for others.
        private var longCodes: GIFLongCodes?

        /// Opens a frame.
        ///
        /// - Throws: `CodecError` if its header is damaged or it exceeds the limits.
        init(
            _ frame: GIFFrame, of source: GIFSource, options: DecodeOptions
        ) throws(CodecError) {
            // Clipped pixels are decoded too and take time.
            try options.limits.check(frame.rect.size, format: .gif, bytesPerPixel: 1)
            try source.open(frame)
            let map = source.file.pointee.Image.ColorMap ?? source.file.pointee.SColorMap
            self.source = source
            self.frame = frame
            allowsTruncatedData = options.allowsTruncatedData
            size = frame.rect.size
            colors = Self.palette(map?.pointee, of: frame)
            longCodes = GIFLongCodes(frame)
            indices = .allocate(capacity: size.width)
        }

        deinit {
            indices.deallocate()
        }

        /// The maximum size of a row from an encoder, in bytes.
        ///
        /// A pixel takes 12 bits, or 9 and a clear code; sub-blocks add their lengths.
        var maxBytesOfRow: Int { size.width * 9 / 4 + size.width / 64 + 512 }

        /// Decodes rows up to number `end` in file order, exclusive, and draws them clipped to
        /// `canvas`; missing rows are not drawn, or repeat those above in an interlaced frame.
        ///
        /// - Throws: `CodecError` if the pixels are truncated or damaged, or the task is cancelled.
        func draw(upTo end: Int, on canvas: inout Bitmap) throws(CodecError) {
            let visible = frame.rect.clamped(to: canvas.size)
            let stride = canvas.bytesPerRow
            try canvas.withUnsafeMutableRows { pixels throws(CodecError) in
                while rowCount < end {
                    guard let y = try decodeRow(), y < visible.size.height else { continue }
                    let row = pixels + (visible.y + y) * stride + visible.x * 4
                    write(to: row, count: visible.size.width)
                }
            }
            guard let truncatedCount, frame.isInterlaced, rowCount == size.height else { return }
            canvas.repeatRows(of: visible, after: truncatedCount, of: size.height)
        }

        /// Decodes the next row and draws its first `count` pixels, or none if it is missing.
        ///
        /// - Throws: The errors of ``draw(upTo:on:)``.
        func drawNext(on row: UnsafeMutablePointer<UInt8>, count: Int) throws(CodecError) {
            if try decodeRow() != nil { write(to: row, count: count) }
        }

        /// Decodes the next row into `indices`; returns its number from the top, nil if it is
        /// missing.
        private func decodeRow() throws(CodecError) -> Int? {
            if rowCount & 15 == 0, Task.isCancelled { throw .cancelled }
            defer { rowCount += 1 }
            if isTruncated { return nil }
            if rowCount == 0 { isWithoutCodes = source.isWithoutCodes(of: frame) }
            if isWithoutCodes {
                isOpaque = false
                return nil
            }
            let isRead =
                longCodes?.read(into: indices, count: size.width, from: source)
                ?? (DGifGetLine(source.file, indices, Int32(size.width)) == GIF_OK)
            guard isRead else {
                let error = source.failure("the pixel data of a frame")
                guard case .truncated = error, allowsTruncatedData, rowCount > 0 else {
                    throw error
                }
                (truncatedCount, isOpaque) = (rowCount, false)
                return nil
            }
            return frame.isInterlaced ? GIFInterlace.row(rowCount, of: size.height) : rowCount
        }

        /// Writes the colours of the first `count` indices; transparent ones are skipped.
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

        /// Returns the pixels of all 256 indices in memory order; as in browsers, transparent and
        /// undefined indices give 0, which is transparent.
        ///
        /// Without a table, all colours are black.
        private static func palette(_ map: ColorMapObject?, of frame: GIFFrame) -> [UInt32] {
            // In an opaque frame, only damaged codes give an undefined index.
            let missing: UInt32 = frame.isOpaque || map == nil ? 0xFF << 24 : 0
            var colors = [UInt32](repeating: missing.littleEndian, count: 256)
            for index in 0..<min(max(Int(map?.ColorCount ?? 0), 0), 256) {
                guard let color = map?.Colors?[index] else { break }
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

#if AVIF
    import CAVIFShim
    import WebImageCoding
    import WebImagePixels

    /// The planes of a decoded frame, converted to rows of premultiplied BGRA of 8 bits, or of
    /// straight RGBA of 16.
    struct AVIFBands {
        private let avif: UnsafePointer<CAVIF>
        private let image: UnsafePointer<avifImage>
        private let colors: AVIFColors
        /// The conversion of planes that is not left to libavif.
        private let matrix: MatrixConversion?
        /// The size of the frame.
        let size: PixelSize
        /// The bits of a sample of the frame.
        let bits: Int

        /// The number of rows converted at once; even, since two rows may share their chroma.
        private static let height = 64
        /// The additional rows above and below that chroma upsampling needs.
        private static let margin = 2

        /// `true` if rows are reduced to the half or less, where chroma needs no interpolation.
        private let isHalved: Bool

        /// Creates the rows of the frame that `file` decoded last.
        init(_ file: AVIFFile, _ colors: AVIFColors, isHalved: Bool) {
            avif = file.avif
            image = file.image
            size = file.size
            bits = Int(image.pointee.depth)
            // A frame may have other bits than the header says.
            matrix = colors.sampleFormat == .rgba16 ? image.pointee.deepMatrix : colors.matrix
            self.colors = colors
            self.isHalved = isHalved
        }

        /// `true` if there are planes of chroma.
        private var hasChroma: Bool {
            let planes = image.pointee.yuvPlanes
            return image.pointee.yuvFormat != AVIF_PIXEL_FORMAT_YUV400 && planes.0 != nil
                && planes.1 != nil && planes.2 != nil
        }

        /// `true` if there is no alpha plane.
        var isOpaque: Bool { image.pointee.alphaPlane == nil }

        private var isPremultiplied: Bool {
            !isOpaque && image.pointee.alphaPremultiplied != 0 && !StraightColors.areKept
        }

        /// Converts all rows into `bitmap`, which has the frame's size, if they need no mapping.
        func convertAll(into bitmap: inout Bitmap) throws(CodecError) {
            let stride = bitmap.bytesPerRow
            let result = bitmap.withUnsafeMutableRows { rows in
                convert(image, into: rows, stride: stride)
            }
            try check(result)
            guard isPremultiplied else { return }
            bitmap.withUnsafeMutableRows { rows in
                for y in 0..<size.height { Self.clamp(rows + y * stride, count: size.width) }
            }
        }

        /// Calls `body` with each row of `part` from the top, and its number; the row is aligned
        /// and padded as in a bitmap.
        ///
        /// - Throws: `CodecError` if the conversion fails or the task is cancelled.
        func forEachRow(
            in part: PixelRect, _ body: (_ y: Int, _ row: UnsafePointer<UInt8>) -> Void
        ) throws(CodecError) {
            var target = Bitmap(size: PixelSize(width: part.size.width, height: 1))
            try forEachConvertedRow(in: part) { y, row in
                target.withUnsafeMutableRows { target in
                    store(row, from: part.x, into: target, count: part.size.width)
                    body(y - part.y, target)
                }
            }
        }

        /// Calls `body` with each row of `part` from the top, in straight RGBA of 16 bits, and its
        /// number.
        ///
        /// - Throws: As ``forEachRow(in:_:)``.
        func forEachDeepRow(
            in part: PixelRect, _ body: (_ y: Int, _ row: UnsafePointer<UInt16>) -> Void
        ) throws(CodecError) {
            try forEachConvertedRow(in: part) { y, row in
                let pixels = row.assumingMemoryBound(to: UInt16.self)
                if !isOpaque { cavif_store_alpha(image, UInt32(y), pixels) }
                body(y - part.y, pixels + part.x * 4)
            }
        }

        /// Calls `body` with each whole row of the frame that is in `part`, and its number in the
        /// frame.
        private func forEachConvertedRow(
            in part: PixelRect, _ body: (_ y: Int, _ row: UnsafeMutableRawPointer) -> Void
        ) throws(CodecError) {
            let stride = size.width * (colors.hasWideRows ? 8 : 4)
            let count = stride * (Self.height + 2 * Self.margin)
            try CodecError.requireMemory(count)
            let rows = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
            defer { rows.deallocate() }
            var top = part.y & ~1
            let end = part.y + part.size.height
            while top < end {
                if Task.isCancelled { throw .cancelled }
                let first = max(top - Self.margin, 0)
                let last = min(top + Self.height + Self.margin, size.height)
                try convert(rows: first..<last, into: rows, stride)
                for y in max(top, part.y)..<min(top + Self.height, end) {
                    body(y, rows + (y - first) * stride)
                }
                top += Self.height
            }
        }

        /// Stores a converted row in the form of a bitmap.
        private func store(
            _ row: UnsafeMutableRawPointer, from column: Int,
            into target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            if let mapping = colors.mapping {
                let samples = row.assumingMemoryBound(to: UInt16.self) + column * 4
                let layout = CurveMapping.Layout(
                    channels: 4, maximum: 65535, isPremultiplied: isPremultiplied)
                mapping.map(samples, layout, into: target, count: count)
            } else {
                let samples = row.assumingMemoryBound(to: UInt8.self) + column * 4
                target.update(from: samples, count: count * 4)
                if isPremultiplied { Self.clamp(target, count: count) }
            }
        }

        /// Converts a range of rows that begins with an even one.
        private func convert(
            rows: Range<Int>, into target: UnsafeMutableRawPointer, _ stride: Int
        ) throws(CodecError) {
            if let matrix {
                let planes = try planes
                for y in rows {
                    let row = target + (y - rows.lowerBound) * stride
                    matrix.convert(
                        planes, row: y, columns: 0..<size.width,
                        into: row.assumingMemoryBound(to: UInt16.self))
                }
                return
            }
            let bytes = target.assumingMemoryBound(to: UInt8.self)
            if let weights = colors.weights, colors.avoidsLibYUV, isHalved, isOpaque,
                !colors.hasWideRows, hasChroma
            {
                cavif_convert_rows(
                    image, weights.red, weights.blue, UInt32(rows.lowerBound), UInt32(rows.count),
                    bytes, stride)
                return
            }
            guard let view = avif.pointee.avifImageCreateEmpty() else {
                throw .limit("libavif ran out of memory")
            }
            defer { avif.pointee.avifImageDestroy(view) }
            var part = avifCropRect(
                x: 0, y: UInt32(rows.lowerBound), width: UInt32(size.width),
                height: UInt32(rows.count))
            try check(avif.pointee.avifImageSetViewRect(view, image, &part))
            view.pointee.alphaPremultiplied = image.pointee.alphaPremultiplied
            // The view does not own the plane, and alpha is stored afterwards.
            if colors.sampleFormat == .rgba16 { view.pointee.alphaPlane = nil }
            try check(convert(view, into: bytes, stride: stride))
        }

        /// Converts to premultiplied BGRA of 8 bits, or for a mapping and deep pixels to RGBA of 16
        /// bits with the stored alpha.
        private func convert(
            _ image: UnsafePointer<avifImage>, into target: UnsafeMutablePointer<UInt8>, stride: Int
        ) -> avifResult {
            var rgb = avifRGBImage()
            avif.pointee.avifRGBImageSetDefaults(&rgb, image)
            let isDeep = colors.hasWideRows
            rgb.depth = isDeep ? 16 : 8
            rgb.format = isDeep ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_BGRA
            rgb.alphaPremultiplied =
                isDeep ? image.pointee.alphaPremultiplied : StraightColors.areKept ? 0 : 1
            rgb.avoidLibYUV = colors.avoidsLibYUV ? 1 : 0
            if colors.avoidsLibYUV || isDeep, isHalved {
                rgb.chromaUpsampling = AVIF_CHROMA_UPSAMPLING_NEAREST
            }
            rgb.pixels = target
            rgb.rowBytes = UInt32(stride)
            return avif.pointee.avifImageYUVToRGB(image, &rgb)
        }

        /// The planes of the frame.
        private var planes: SamplePlanes {
            get throws(CodecError) {
                let frame = image.pointee
                func plane(
                    _ start: UnsafeMutablePointer<UInt8>?, _ bytesPerRow: UInt32
                ) throws(CodecError) -> SamplePlanes.Plane {
                    guard let start else { throw .damaged(.avif, "a plane is missing") }
                    return SamplePlanes.Plane(
                        start: start, bytesPerRow: Int(bytesPerRow), isWide: frame.depth > 8)
                }
                let luma = try plane(frame.yuvPlanes.0, frame.yuvRowBytes.0)
                // Greys are three channels of the same samples, see ``avifImage/deepMatrix``.
                let isGray =
                    colors.sampleFormat == .rgba16 && frame.yuvFormat == AVIF_PIXEL_FORMAT_YUV400
                let isHalved = frame.yuvFormat != AVIF_PIXEL_FORMAT_YUV444 && !isGray
                return SamplePlanes(
                    luma: luma,
                    blue: isGray ? luma : try plane(frame.yuvPlanes.1, frame.yuvRowBytes.1),
                    red: isGray ? luma : try plane(frame.yuvPlanes.2, frame.yuvRowBytes.2),
                    alpha: isOpaque
                        ? nil
                        : (try plane(frame.alphaPlane, frame.alphaRowBytes), 1 << frame.depth - 1),
                    chromaShift: (
                        isHalved ? 1 : 0, frame.yuvFormat == AVIF_PIXEL_FORMAT_YUV420 ? 1 : 0
                    ))
            }
        }

        /// Clamps colours to alpha, which lossy compression of premultiplied pixels exceeds.
        private static func clamp(_ row: UnsafeMutablePointer<UInt8>, count: Int) {
            for pixel in 0..<count {
                let at = row + pixel * 4
                for channel in 0..<3 { at[channel] = min(at[channel], at[3]) }
            }
        }

        private func check(_ result: avifResult) throws(CodecError) {
            guard result != AVIF_RESULT_OK else { return }
            throw CodecError(result, "the colour conversion", detail: "", avif)
        }
    }
#endif

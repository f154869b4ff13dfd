#if AVIF
    import CAVIFShim
    import WebImageCoding
    import WebImagePixels

    /// The planes of a decoded frame, converted to rows of premultiplied BGRA.
    struct AVIFBands {
        private let avif: UnsafePointer<CAVIF>
        private let image: UnsafePointer<avifImage>
        /// The size of the frame.
        let size: PixelSize

        /// The number of rows converted at once; even, since two rows may share their chroma.
        private static let height = 64
        /// The additional rows above and below that chroma upsampling needs.
        private static let margin = 2

        /// Creates the rows of the frame that `file` decoded last.
        init(_ file: AVIFFile) {
            avif = file.avif
            image = file.image
            size = file.size
        }

        /// `true` if there is no alpha plane.
        var isOpaque: Bool { image.pointee.alphaPlane == nil }

        /// Converts all rows into `bitmap`, which has the frame's size.
        func convertAll(into bitmap: inout Bitmap) throws(CodecError) {
            let stride = bitmap.bytesPerRow
            let result = bitmap.withUnsafeMutableRows { rows in
                convert(image, isPremultiplied: true, into: rows, stride: stride)
            }
            try check(result)
            guard image.pointee.alphaPremultiplied != 0, !isOpaque else { return }
            bitmap.withUnsafeMutableRows { rows in
                for y in 0..<size.height { Self.clamp(rows + y * stride, count: size.width) }
            }
        }

        /// Calls `body` with each row of `part` from the top, and its number; the row is aligned
        /// and padded as in a bitmap.
        ///
        /// - Parameter tones: The conversion to sRGB; nil if the colours need none.
        /// - Throws: `CodecError` if the conversion fails or the task is cancelled.
        func forEachRow(
            in part: PixelRect, _ tones: AVIFTones?,
            _ body: (_ y: Int, _ row: UnsafePointer<UInt8>) -> Void
        ) throws(CodecError) {
            let stride = size.width * 4
            try CodecError.requireMemory(stride * (Self.height + 2 * Self.margin))
            let rows = UnsafeMutablePointer<UInt8>.allocate(
                capacity: stride * (Self.height + 2 * Self.margin))
            defer { rows.deallocate() }
            var target = Bitmap(size: PixelSize(width: part.size.width, height: 1))
            var top = part.y & ~1
            let end = part.y + part.size.height
            while top < end {
                if Task.isCancelled { throw .cancelled }
                let first = max(top - Self.margin, 0)
                let last = min(top + Self.height + Self.margin, size.height)
                try convert(
                    rows: first..<last, isPremultiplied: tones == nil, into: rows, stride)
                for y in max(top, part.y)..<min(top + Self.height, end) {
                    let row = rows + (y - first) * stride + part.x * 4
                    target.withUnsafeMutableRows { target in
                        store(row, tones, into: target, count: part.size.width)
                        body(y - part.y, target)
                    }
                }
                top += Self.height
            }
        }

        /// Stores a converted row in the form of a bitmap.
        private func store(
            _ row: UnsafePointer<UInt8>, _ tones: AVIFTones?,
            into target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            if let tones {
                tones.map(row, into: target, count: count)
            } else {
                target.update(from: row, count: count * 4)
                if image.pointee.alphaPremultiplied != 0, !isOpaque {
                    Self.clamp(target, count: count)
                }
            }
        }

        /// Converts a range of rows that begins with an even one.
        private func convert(
            rows: Range<Int>, isPremultiplied: Bool, into target: UnsafeMutablePointer<UInt8>,
            _ stride: Int
        ) throws(CodecError) {
            guard let view = avif.pointee.avifImageCreateEmpty() else {
                throw .limit("libavif ran out of memory")
            }
            defer { avif.pointee.avifImageDestroy(view) }
            var part = avifCropRect(
                x: 0, y: UInt32(rows.lowerBound), width: UInt32(size.width),
                height: UInt32(rows.count))
            try check(avif.pointee.avifImageSetViewRect(view, image, &part))
            view.pointee.alphaPremultiplied = image.pointee.alphaPremultiplied
            try check(
                convert(
                    view, isPremultiplied: isPremultiplied, into: target, stride: stride))
        }

        private func convert(
            _ image: UnsafePointer<avifImage>, isPremultiplied: Bool,
            into target: UnsafeMutablePointer<UInt8>, stride: Int
        ) -> avifResult {
            var rgb = avifRGBImage()
            avif.pointee.avifRGBImageSetDefaults(&rgb, image)
            rgb.depth = 8
            rgb.format = AVIF_RGB_FORMAT_BGRA
            // Tones are mapped before colour is multiplied by alpha.
            rgb.alphaPremultiplied = isPremultiplied ? 1 : 0
            rgb.pixels = target
            rgb.rowBytes = UInt32(stride)
            return avif.pointee.avifImageYUVToRGB(image, &rgb)
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

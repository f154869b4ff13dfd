#if JPEGXL
    import WebImageCoding
    import WebImagePixels

    /// The size and form of each frame's bitmap, checked against the limits before any allocation.
    struct JPEGXLPlan {
        /// The header of the file.
        let header: JPEGXLHeader
        /// The size of the bitmaps.
        let size: PixelSize
        /// The least memory in bytes that the library takes for a frame besides the bitmap.
        let libraryByteCount: Int

        /// - Throws: `CodecError.limit` if the decode needs more memory than allowed.
        init(_ walk: JPEGXLHeaders, _ header: JPEGXLHeader, options: DecodeOptions)
            throws(CodecError)
        {
            self.header = header
            let full = header.size
            let upright = header.orientation.upright(full)
            let target = header.orientation.upright(options.downsampling.scaledSize(of: upright))
            size = header.black == nil ? Self.size(of: full, for: target) : full
            libraryByteCount =
                walk.frameBytes + full.area * header.samples.libraryBytesPerPixel(of: header.alpha)
            // Layers that later ones refer to are kept as floating point.
            let library = walk.references * header.channels * 4 + (header.black == nil ? 0 : 1)
            let bitmap = header.samples.format.bytesPerPixel
            let ours = size == full ? bitmap : bitmap - 1
            try options.limits.check(full, format: .jxl, bytesPerPixel: ours + library)
            let largest = max(full.area, walk.largestLayer.area)
            let (bytes, overflow) = (largest * (ours + library)).addingReportingOverflow(
                walk.hiddenBytes)
            guard !overflow, bytes <= options.limits.maxBytes else {
                throw .limit("\(full) needs more than the \(options.limits.maxBytes) bytes allowed")
            }
        }

        /// `true` if pixels are averaged during decoding.
        var isScaled: Bool { size != header.size }

        /// Returns the size to average to before the caller scales to `target` itself.
        private static func size(of full: PixelSize, for target: PixelSize) -> PixelSize {
            let size = PixelSize(
                width: side(target.width, of: full.width),
                height: side(target.height, of: full.height))
            // Sums take the bytes of four pixels, so for a smaller reduction the whole bitmap needs
            // less.
            guard 5 * size.width <= 2 * full.width, 5 * size.height <= 2 * full.height else {
                return full
            }
            return size
        }

        private static func side(_ target: Int, of full: Int) -> Int {
            // At less than 1.5 times the target, the average would become visible.
            max((target * 3 + 1) / 2, (full + JPEGXLAverage.maxRatio - 1) / JPEGXLAverage.maxRatio)
        }
    }
#endif

#if JPEGXL
    import WebImageCoding
    import WebImagePixels

    /// What is made of each frame, checked against the limits before anything is allocated.
    struct JPEGXLPlan {
        /// The head of the file.
        let header: JPEGXLHeader
        /// The size of the bitmaps to make.
        let size: PixelSize

        /// - Throws: `CodecError.limit` when the decode needs more than is allowed.
        init(_ walk: JPEGXLWalk, _ header: JPEGXLHeader, options: DecodeOptions) throws(CodecError)
        {
            self.header = header
            let full = header.size
            let upright = header.orientation.upright(full)
            let target = header.orientation.upright(options.downsampling.scaledSize(of: upright))
            size = header.black == nil ? Self.size(of: full, for: target) : full
            // Layers that later ones build on are kept as floating point.
            let library = walk.references * header.channels * 4 + (header.black == nil ? 0 : 1)
            let ours = size == full ? 4 : 3
            try options.limits.check(full, format: .jxl, bytesPerPixel: ours + library)
            let largest = max(full.area, walk.largestLayer.area)
            let (bytes, overflow) = (largest * (ours + library)).addingReportingOverflow(
                walk.hiddenBytes)
            guard !overflow, bytes <= options.limits.maxBytes else {
                throw .limit("\(full) needs more than the \(options.limits.maxBytes) bytes allowed")
            }
        }

        /// Whether pixels are averaged while they are decoded.
        var isScaled: Bool { size != header.size }

        /// The size to average to so that the caller can scale on to `target` with a better filter.
        private static func size(of full: PixelSize, for target: PixelSize) -> PixelSize {
            let size = PixelSize(
                width: side(target.width, of: full.width),
                height: side(target.height, of: full.height))
            // Sums take 16 bytes a pixel: with less of a reduction the whole bitmap is smaller.
            guard 5 * size.width <= 2 * full.width, 5 * size.height <= 2 * full.height else {
                return full
            }
            return size
        }

        private static func side(_ target: Int, of full: Int) -> Int {
            // With less than this much more than the target, the average would show.
            max((target * 3 + 1) / 2, (full + JPEGXLAverage.maxRatio - 1) / JPEGXLAverage.maxRatio)
        }
    }
#endif

#if AVIF
    import CAVIFShim
    import WebImageCoding
    import WebImagePixels

    /// The conversion of a frame's planes to a bitmap: size, orientation and colours.
    struct AVIFPixels {
        /// The crop and orientation of the frame.
        let transform: AVIFTransform
        /// The size of the crop before orientation if it is reduced; nil in full size.
        let reducedSize: PixelSize?
        /// The colours of the pixels.
        let colors: AVIFColors
        /// The size in the headers, which every frame must have.
        private let storedSize: PixelSize
        /// The part of the picture that the reduced one covers.
        private let coverage: Coverage
        /// The most bytes of planes and bitmaps in use at once.
        let byteCount: Int

        /// Plans the pixels of `file` before decoding.
        ///
        /// - Parameter isPlayed: `true` if more than the first frame may be requested.
        /// - Throws: `CodecError.limit` if planes and bitmap need more memory than allowed.
        init(
            _ file: AVIFFile, options: DecodeOptions, isPlayed: Bool
        ) throws(CodecError) {
            storedSize = file.size
            transform = AVIFTransform(file.image)
            colors = try AVIFColors(file, options)
            let format = colors.sampleFormat
            let (full, planes) = (transform.crop.size, file.planeBytesPerPixel)
            reducedSize = options.downsampling.reducedSize(of: full, transform.orientation)
            coverage = options.downsampling.coverage(of: full, transform.orientation)
            try options.limits.check(
                file.size, format: .avif,
                bytesPerPixel: planes + (reducedSize == nil ? format.bytesPerPixel : 0))
            let held = file.heldBytes(afterAll: isPlayed)
            let pixels =
                reducedSize.map { format.scalingByteCount(from: full, to: $0) }
                ?? Bitmap.byteCount(of: file.size, as: format)
            let (bytes, overflow) = held.addingReportingOverflow(pixels)
            guard !overflow, bytes <= options.limits.maxBytes else {
                let size = reducedSize == nil ? file.size : full
                throw .limit("\(size) needs more than the \(options.limits.maxBytes) bytes allowed")
            }
            let isTurned = transform.orientation != .up || reducedSize == nil && full != file.size
            byteCount = held + (isTurned ? 2 : 1) * pixels
        }

        /// Returns the bitmap of the frame decoded last.
        ///
        /// - Throws: `CodecError` if the frame contradicts the headers, or the task is cancelled.
        func bitmap(of file: AVIFFile) throws(CodecError) -> Bitmap {
            guard file.size == storedSize else {
                throw .damaged(.avif, "a frame is \(file.size), its header says \(storedSize)")
            }
            let isHalved =
                reducedSize.map { size in
                    size.width <= transform.crop.size.width / 2
                        && size.height <= transform.crop.size.height / 2
                } ?? false
            let bands = AVIFBands(file, colors, isHalved: isHalved)
            let stored =
                switch (reducedSize, colors.sampleFormat) {
                case (nil, _): try colors.hasWideRows ? copied(bands) : whole(bands)
                case (let size?, .bgra8): try reduced(bands, to: size)
                case (let size?, .rgba16), (let size?, .rgbaHalf): try deepReduced(bands, to: size)
                }
            let byteCount = transform.orientation == .up ? 0 : stored.byteCount * 2
            return try Bitmap.reserving(byteCount) { () throws(CodecError) in
                stored.oriented(transform.orientation)
            }
        }

        private var colorSpace: ColorSpace { colors.result.colorSpace }

        /// Converts all rows in one call, directly into the bitmap.
        private func whole(_ bands: AVIFBands) throws(CodecError) -> Bitmap {
            var bitmap = try Bitmap(
                decoding: bands.size, colorSpace: colorSpace, isOpaque: bands.isOpaque,
                isCleared: false)
            try bands.convertAll(into: &bitmap)
            let crop = transform.crop
            let byteCount = crop.size == bands.size ? 0 : Bitmap.byteCount(of: crop.size)
            return try Bitmap.reserving(byteCount) { () throws(CodecError) in
                bitmap.cropped(to: crop)
            }
        }

        /// Converts rows one by one, into the bitmap.
        private func copied(_ bands: AVIFBands) throws(CodecError) -> Bitmap {
            let (crop, format) = (transform.crop, colors.sampleFormat)
            var bitmap = try Bitmap(
                decoding: crop.size, as: format, colorSpace: colorSpace, isOpaque: bands.isOpaque,
                isCleared: false)
            bitmap.significantBits = min(bands.bits, format.mostBits)
            let (stride, count) = (bitmap.bytesPerRow, crop.size.width * format.bytesPerPixel)
            func copy(_ row: UnsafeRawPointer, to y: Int) {
                bitmap.withUnsafeMutableRows { rows in
                    UnsafeMutableRawPointer(rows + y * stride).copyMemory(
                        from: row, byteCount: count)
                }
            }
            switch format {
            case .bgra8: try bands.forEachRow(in: crop) { y, row in copy(row, to: y) }
            case .rgba16, .rgbaHalf:
                try bands.forEachDeepRow(in: crop) { y, row in copy(row, to: y) }
            }
            return bitmap
        }

        /// Scales rows as they are converted, without a full-size bitmap.
        private func reduced(
            _ bands: AVIFBands, to size: PixelSize
        ) throws(CodecError) -> Bitmap {
            var scaler = try RowScaler(
                decoding: transform.crop.size, to: size, covering: coverage,
                colorSpace: colorSpace, isOpaque: bands.isOpaque)
            try bands.forEachRow(in: transform.crop) { _, row in scaler.append(row) }
            return scaler.result
        }

        private func deepReduced(
            _ bands: AVIFBands, to size: PixelSize
        ) throws(CodecError) -> Bitmap {
            var scaler = try DeepRowScaler(
                decoding: transform.crop.size, to: size, covering: coverage,
                colorSpace: colorSpace, isOpaque: bands.isOpaque, significantBits: bands.bits)
            try bands.forEachDeepRow(in: transform.crop) { _, row in scaler.append(row) }
            return scaler.result
        }
    }

    extension AVIFFile {
        /// The bytes that the library keeps for each pixel of a frame.
        var planeBytesPerPixel: Int {
            let image = image.pointee
            let colour =
                switch image.yuvFormat {
                case AVIF_PIXEL_FORMAT_YUV444: 3
                case AVIF_PIXEL_FORMAT_YUV400: 1
                default: 2
                }
            return (colour + (hasAlpha ? 1 : 0)) * (image.depth > 8 ? 2 : 1)
        }
    }
#endif

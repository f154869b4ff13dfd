#if AVIF
    import CAVIFShim
    import WebImageCoding
    import WebImagePixels

    /// What is made of the planes of a frame: a picture of which size, in which colours.
    struct AVIFPixels {
        /// Which part of the frame, and how it is turned.
        let transform: AVIFTransform
        /// The size of the part, turned or not, when it is made smaller at once; nil in full size.
        let reducedSize: PixelSize?
        /// Whether an embedded profile says what the colours are.
        let hasProfile: Bool
        /// Width and height that the headers promise for every frame.
        private let storedSize: PixelSize

        /// Plans the pixels of `file`, before any is decoded.
        ///
        /// - Parameter isPlayed: `true` if more than the first frame may be asked for.
        /// - Throws: `CodecError.limit` when planes and bitmap need more memory than allowed.
        init(
            _ file: AVIFFile, options: DecodeOptions, isPlayed: Bool
        ) throws(CodecError) {
            storedSize = file.size
            transform = AVIFTransform(file.image)
            hasProfile = file.image.pointee.icc.size > 0
            let (full, planes) = (transform.crop.size, file.planeBytesPerPixel)
            reducedSize = options.downsampling.reducedSize(of: full, transform.orientation)
            try options.limits.check(
                file.size, format: .avif,
                bytesPerPixel: planes + (reducedSize == nil ? 4 : 0))
            let held = file.heldBytes(afterAll: isPlayed)
            if let reducedSize {
                try options.limits.checkScaling(of: full, to: reducedSize, besides: held)
            } else {
                let (bytes, overflow) = held.addingReportingOverflow(
                    Bitmap.byteCount(of: file.size))
                guard !overflow, bytes <= options.limits.maxBytes else {
                    throw .limit(
                        "\(file.size) needs more than the \(options.limits.maxBytes) bytes allowed")
                }
            }
        }

        /// The picture of the frame that was decoded last.
        ///
        /// - Throws: `CodecError` when the frame is not what the headers say, or the task is cancelled.
        func bitmap(of file: AVIFFile) throws(CodecError) -> Bitmap {
            guard file.size == storedSize else {
                throw .damaged(.avif, "a frame has \(file.size), the header \(storedSize)")
            }
            let bands = AVIFBands(file)
            let tones = hasProfile ? nil : AVIFTones(file.image)
            let stored: Bitmap
            if let reducedSize {
                stored = try reduced(bands, tones, to: reducedSize)
            } else if let tones {
                stored = try toned(bands, tones)
            } else {
                stored = try whole(bands)
            }
            let byteCount = transform.orientation == .up ? 0 : stored.byteCount * 2
            return try Bitmap.reserving(byteCount) { () throws(CodecError) in
                stored.oriented(transform.orientation)
            }
        }

        private var colorSpace: ColorSpace { hasProfile ? .embedded : .sRGB }

        /// Every row in one call, straight into the bitmap.
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

        private func toned(_ bands: AVIFBands, _ tones: AVIFTones) throws(CodecError) -> Bitmap {
            let (crop, size) = (transform.crop, transform.crop.size)
            var bitmap = try Bitmap(
                decoding: size, colorSpace: colorSpace, isOpaque: bands.isOpaque,
                isCleared: false)
            let stride = bitmap.bytesPerRow
            try bands.forEachRow(in: crop, tones) { y, row in
                bitmap.withUnsafeMutableRows { rows in
                    (rows + y * stride).update(from: row, count: size.width * 4)
                }
            }
            return bitmap
        }

        /// Rows are scaled as they are converted, so that no full bitmap is made.
        private func reduced(
            _ bands: AVIFBands, _ tones: AVIFTones?, to size: PixelSize
        ) throws(CodecError) -> Bitmap {
            var scaler = try RowScaler(
                decoding: transform.crop.size, to: size, colorSpace: colorSpace,
                isOpaque: bands.isOpaque)
            try bands.forEachRow(in: transform.crop, tones) { _, row in scaler.append(row) }
            return scaler.result
        }
    }

    extension AVIFFile {
        /// What the library keeps for each pixel of a frame.
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

#if HEIF
    import WebImageCoding
    import WebImagePixels

    /// Decoded rows in libheif's layout.
    struct HEIFRows {
        /// The first row; valid as long as the library's image.
        let start: UnsafePointer<UInt8>
        /// The bytes from one row to the next.
        let stride: Int
        let size: PixelSize
        /// RGB, or RGBA with straight or premultiplied alpha.
        let format: PixelFormat
        /// `true` if colour is premultiplied already.
        let isPremultiplied: Bool

        /// Converts all rows to a bitmap in full size.
        func bitmap(_ colorSpace: ColorSpace) throws(CodecError) -> Bitmap {
            var bitmap = try Bitmap(
                decoding: size, colorSpace: colorSpace, isOpaque: !format.hasAlpha,
                isCleared: false)
            let targetStride = bitmap.bytesPerRow
            bitmap.withUnsafeMutableRows { rows in
                for y in 0..<size.height { convert(y, into: rows + y * targetStride) }
            }
            return bitmap
        }

        /// Scales rows as they are converted, without a full-size bitmap.
        func reduced(
            to target: PixelSize, covering coverage: Coverage, _ colorSpace: ColorSpace
        ) throws(CodecError) -> Bitmap {
            var scaler = try RowScaler(
                decoding: size, to: target, covering: coverage, colorSpace: colorSpace,
                isOpaque: !format.hasAlpha)
            var line = Bitmap(size: PixelSize(width: size.width, height: 1))
            for y in 0..<size.height {
                line.withUnsafeMutableRows { row in
                    convert(y, into: row)
                    scaler.append(row)
                }
            }
            return scaler.result
        }

        private func convert(_ y: Int, into target: UnsafeMutablePointer<UInt8>) {
            let row = start + y * stride
            guard isPremultiplied else {
                return Convert.premultiplied(
                    from: row, as: format, into: target, count: size.width)
            }
            // Lossy compression of premultiplied pixels can exceed their alpha.
            for pixel in 0..<size.width {
                let (from, to) = (row + pixel * 4, target + pixel * 4)
                let alpha = from[3]
                (to[0], to[1], to[2], to[3]) = (
                    min(from[2], alpha), min(from[1], alpha), min(from[0], alpha), alpha
                )
            }
        }
    }
#endif

#if HEIF
    import WebImageCoding
    import WebImagePixels

    /// Decoded rows in libheif's layout.
    struct HEIFRows {
        /// Rows of libheif, valid as long as its image.
        enum Samples {
            /// RGB or RGBA of 8 bits.
            case bytes(UnsafePointer<UInt8>, stride: Int)
            /// Planes of any depth, and their conversion.
            case planes(SamplePlanes, MatrixConversion)
        }

        let samples: Samples
        let size: PixelSize
        /// The conversion to 8 bits; nil for rows that have them.
        let mapping: CurveMapping?
        let hasAlpha: Bool
        /// `true` if colour is premultiplied already.
        let isPremultiplied: Bool

        /// Converts all rows to a bitmap in full size.
        func bitmap(_ colorSpace: ColorSpace) throws(CodecError) -> Bitmap {
            var bitmap = try Bitmap(
                decoding: size, colorSpace: colorSpace, isOpaque: !hasAlpha, isCleared: false)
            let targetStride = bitmap.bytesPerRow
            var line = wideLine
            bitmap.withUnsafeMutableRows { rows in
                for y in 0..<size.height {
                    guard y & 63 > 0 || !Task.isCancelled else { return }
                    convert(y, &line, into: rows + y * targetStride)
                }
            }
            if Task.isCancelled { throw .cancelled }
            return bitmap
        }

        /// Scales rows as they are converted, without a full-size bitmap.
        func reduced(
            to target: PixelSize, covering coverage: Coverage, _ colorSpace: ColorSpace
        ) throws(CodecError) -> Bitmap {
            var scaler = try RowScaler(
                decoding: size, to: target, covering: coverage, colorSpace: colorSpace,
                isOpaque: !hasAlpha)
            var (row, line) = (Bitmap(size: PixelSize(width: size.width, height: 1)), wideLine)
            for y in 0..<size.height {
                if y & 63 == 0, Task.isCancelled { throw .cancelled }
                row.withUnsafeMutableRows { row in
                    convert(y, &line, into: row)
                    scaler.append(row)
                }
            }
            return scaler.result
        }

        /// Room for a row of 16 bits, if one is mapped.
        private var wideLine: [UInt16] {
            mapping == nil ? [] : Array(repeating: 0, count: size.width * 4)
        }

        private func convert(
            _ y: Int, _ line: inout [UInt16], into target: UnsafeMutablePointer<UInt8>
        ) {
            let channels = hasAlpha ? 4 : 3
            switch samples {
            case .bytes(let start, let stride):
                let row = start + y * stride
                guard let mapping else { return convert(row, into: target) }
                for index in 0..<size.width * channels { line[index] = UInt16(row[index]) }
                map(mapping, line, channels, maximum: 255, into: target)
            case .planes(let planes, let matrix):
                line.withUnsafeMutableBufferPointer { line in
                    guard let start = line.baseAddress else { return }
                    matrix.convert(planes, row: y, columns: 0..<size.width, into: start)
                }
                mapping.map { map($0, line, 4, maximum: 65535, into: target) }
            }
        }

        private func map(
            _ mapping: CurveMapping, _ line: [UInt16], _ channels: Int, maximum: Int,
            into target: UnsafeMutablePointer<UInt8>
        ) {
            let layout = CurveMapping.Layout(
                channels: channels, maximum: maximum, isPremultiplied: isPremultiplied)
            line.withUnsafeBufferPointer { line in
                guard let start = line.baseAddress else { return }
                mapping.map(start, layout, into: target, count: size.width)
            }
        }

        private func convert(
            _ row: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>
        ) {
            guard isPremultiplied else {
                return Convert.premultiplied(
                    from: row, as: hasAlpha ? .rgba8 : .rgb8, into: target, count: size.width)
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

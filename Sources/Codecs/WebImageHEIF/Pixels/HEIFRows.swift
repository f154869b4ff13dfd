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
        /// The bits of a sample that the bitmap states.
        let bits: Int
        let hasAlpha: Bool
        /// `true` if colour is premultiplied already.
        let isPremultiplied: Bool

        /// The layout of the bitmap's samples: deep for planes that are not mapped, which
        /// ``convert(_:_:into:)`` writes with 16 bits.
        private var format: SampleFormat {
            if case .planes = samples, mapping == nil { .rgba16 } else { .bgra8 }
        }

        /// Converts all rows to a bitmap in full size.
        func bitmap(_ colorSpace: ColorSpace) throws(CodecError) -> Bitmap {
            var bitmap = try Bitmap(
                decoding: size, as: format, colorSpace: colorSpace, isOpaque: !hasAlpha,
                isCleared: false)
            bitmap.significantBits = bits
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
            switch format {
            case .bgra8:
                var scaler = try RowScaler(
                    decoding: size, to: target, covering: coverage, colorSpace: colorSpace,
                    isOpaque: !hasAlpha)
                try forEachRow { row in row.withUnsafeRows { scaler.append($0) } }
                return scaler.result
            case .rgba16, .rgbaHalf:
                var scaler = try DeepRowScaler(
                    decoding: size, to: target, covering: coverage, colorSpace: colorSpace,
                    isOpaque: !hasAlpha, significantBits: bits)
                try forEachRow { row in row.withDeepRows { scaler.append($0) } }
                return scaler.result
            }
        }

        /// Calls `body` with each row from the top.
        ///
        /// - Throws: `CodecError.cancelled` if the task is cancelled.
        private func forEachRow(_ body: (Bitmap) -> Void) throws(CodecError) {
            var row = Bitmap(size: PixelSize(width: size.width, height: 1), as: format)
            var line = wideLine
            for y in 0..<size.height {
                if y & 63 == 0, Task.isCancelled { throw .cancelled }
                row.withUnsafeMutableRows { convert(y, &line, into: $0) }
                body(row)
            }
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
                guard let mapping else {
                    // Safe because the target is a row of a deep bitmap then, see `format`.
                    let pixels = UnsafeMutableRawPointer(target)
                        .assumingMemoryBound(to: UInt16.self)
                    matrix.convert(planes, row: y, columns: 0..<size.width, into: pixels)
                    return isPremultiplied ? divide(pixels) : ()
                }
                line.withUnsafeMutableBufferPointer { line in
                    guard let start = line.baseAddress else { return }
                    matrix.convert(planes, row: y, columns: 0..<size.width, into: start)
                }
                map(mapping, line, 4, maximum: 65535, into: target)
            }
        }

        /// Divides the colours of a row by alpha; lossy compression can exceed it.
        private func divide(_ row: UnsafeMutablePointer<UInt16>) {
            for pixel in 0..<size.width {
                let samples = row + pixel * 4
                let alpha = UInt32(samples[3])
                for channel in 0..<3 where alpha < 65535 {
                    let color = (UInt32(samples[channel]) * 65535 + alpha / 2) / max(alpha, 1)
                    samples[channel] = alpha == 0 ? 0 : UInt16(min(color, 65535))
                }
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

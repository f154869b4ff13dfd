#if GIF
    import WebImageCoding
    import WebImagePixels

    /// The reduction of a still image by rows, without a full-size bitmap.
    struct GIFScaling {
        private let frame: GIFFrame
        private let canvas: PixelSize
        private let target: PixelSize
        private let coverage: Coverage

        /// Creates the reduction; nil for animations, whose frames depend on each other, for
        /// interlaced frames, and if the size is not reduced.
        init?(_ structure: GIFStructure, _ downsampling: Downsampling) {
            guard let frame = structure.onlyFrame,
                let target = downsampling.reducedSize(of: structure.canvas)
            else { return nil }
            canvas = structure.canvas
            self.target = target
            coverage = downsampling.coverage(of: structure.canvas)
            self.frame = frame
        }

        /// Decodes and scales the frame; reports missing rows, which the options allow.
        ///
        /// - Throws: `CodecError` as a full decode does, but with the limits of a reduced bitmap.
        func decoded(
            from bytes: UnsafeRawBufferPointer, options: DecodeOptions
        ) throws(CodecError) -> (bitmap: Bitmap, isTruncated: Bool) {
            try options.limits.check(canvas, format: .gif, bytesPerPixel: 1)
            try options.limits.checkScaling(of: canvas, to: target)
            let reader = try GIFFrameReader(frame, of: GIFSource(bytes), options: options)
            let visible = frame.rect.clamped(to: canvas)
            var scaler = try makeScaler()
            var line = Bitmap(size: PixelSize(width: canvas.width, height: 1))
            for y in 0..<canvas.height {
                line.fill(line.bounds, with: SIMD4(0, 0, 0, 0))
                if y >= visible.y, y < visible.y + visible.size.height {
                    try line.withUnsafeMutableRows { row throws(CodecError) in
                        try reader.drawNext(on: row + visible.x * 4, count: visible.size.width)
                    }
                }
                line.withUnsafeRows { scaler.append($0) }
            }
            // Rows below the canvas are decoded too, since they may be damaged.
            while reader.rowCount < frame.rect.size.height {
                try line.withUnsafeMutableRows { row throws(CodecError) in
                    try reader.drawNext(on: row, count: 0)
                }
            }
            var result = scaler.result
            if !reader.isOpaque { result.isOpaque = false }
            return (result, reader.isTruncated)
        }

        /// Scales a decoded canvas; the result equals ``decoded(from:options:)``.
        func scaled(_ bitmap: Bitmap) throws(CodecError) -> Bitmap {
            var scaler = try makeScaler()
            bitmap.withUnsafeRows { rows in
                for y in 0..<canvas.height { scaler.append(rows + y * bitmap.bytesPerRow) }
            }
            var result = scaler.result
            result.isOpaque = result.isOpaque && bitmap.isOpaque
            return result
        }

        private func makeScaler() throws(CodecError) -> RowScaler {
            try RowScaler(
                decoding: canvas, to: target, covering: coverage, colorSpace: .sRGB,
                isOpaque: frame.isOpaque && frame.rect.clamped(to: canvas).size == canvas)
        }
    }

    extension GIFStructure {
        /// The frame of a still image whose rows are stored from top to bottom; otherwise nil.
        var onlyFrame: GIFFrame? {
            guard frames.count == 1, !frames[0].isInterlaced else { return nil }
            return frames[0]
        }
    }

    extension Bitmap {
        fileprivate var bounds: PixelRect { PixelRect(x: 0, y: 0, size: size) }
    }
#endif

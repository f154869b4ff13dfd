#if TIFF
    import CTIFFShim
    import WebImageCoding
    import WebImagePixels

    /// The decoding of one page into a bitmap, band by band.
    struct TIFFPicture: ~Copyable {
        private let reader: TIFFReader
        private let model: TIFFModel?
        private let size: PixelSize
        /// The layout of the pixels of the bitmap.
        let format: SampleFormat
        /// The light of the samples; nil unless the format is `rgbaHalf`.
        private let light: LinearLight?
        /// The size to scale rows to during decoding; nil for full size.
        private let reduced: PixelSize?
        /// The part of the page that the scaled one covers.
        private let coverage: Coverage

        init(_ reader: consuming TIFFReader, options: DecodeOptions) throws(CodecError) {
            size = reader.storedSize
            model = TIFFModel(reader.directory)
            light = reader.light(options)
            format = reader.sampleFormat(options, light)
            reduced = options.downsampling.reducedSize(of: size, reader.orientation)
            coverage = options.downsampling.coverage(of: size, reader.orientation)
            self.reader = reader
            try check(options.limits)
        }

        /// Decodes all pixels; cancellation is checked between bands.
        func decode(colorSpace: ColorSpace) throws(CodecError) -> Bitmap {
            let source = try TIFFBands(reader, model, as: format, light)
            if let reduced { return try decode(source, colorSpace, scaledTo: reduced) }
            var bitmap = try Bitmap(
                decoding: size, as: format, colorSpace: colorSpace, isOpaque: isOpaque)
            bitmap.significantBits = significantBits
            let stride = bitmap.bytesPerRow
            try bitmap.withUnsafeMutableRows { (rows) throws(CodecError) in
                for first in Swift.stride(from: 0, to: size.height, by: source.height) {
                    try read(source, from: first, into: rows + first * stride, stride: stride)
                }
            }
            bitmap.headroom = source.brightest
            return bitmap
        }

        private func decode(
            _ source: TIFFBands, _ colorSpace: ColorSpace, scaledTo target: PixelSize
        ) throws(CodecError) -> Bitmap {
            switch format {
            case .bgra8:
                var scaler = try RowScaler(
                    decoding: size, to: target, covering: coverage, colorSpace: colorSpace,
                    isOpaque: isOpaque)
                try forEachRow(of: source) { scaler.append($0) }
                return scaler.result
            case .rgba16, .rgbaHalf:
                var scaler = try DeepRowScaler(
                    decoding: size, to: target, as: format, covering: coverage,
                    colorSpace: colorSpace, isOpaque: isOpaque, significantBits: significantBits)
                try forEachRow(of: source) { row in
                    // Safe because rows of a deep bitmap are aligned to samples of two bytes.
                    scaler.append(UnsafeRawPointer(row).assumingMemoryBound(to: UInt16.self))
                }
                var result = scaler.result
                result.headroom = source.brightest
                return result
            }
        }

        /// Calls `body` with one row after the other, in the format of the bitmap.
        private func forEachRow(
            of source: TIFFBands, _ body: (UnsafePointer<UInt8>) -> Void
        ) throws(CodecError) {
            var band = try Bitmap(
                decoding: PixelSize(width: size.width, height: source.height), as: format)
            let stride = band.bytesPerRow
            for first in Swift.stride(from: 0, to: size.height, by: source.height) {
                try band.withUnsafeMutableRows { rows throws(CodecError) in
                    let count = try read(source, from: first, into: rows, stride: stride)
                    for row in 0..<count { body(rows + row * stride) }
                }
            }
        }

        /// `true` if codes of a fax were damaged or missing.
        var isDamaged: Bool { reader.isDamaged }

        private var isOpaque: Bool { model?.alpha == nil }

        private var significantBits: Int { min(Int(reader.directory.bits), format.mostBits) }

        /// Returns the bytes of a bitmap, or of scaling rows to `reduced`.
        static func byteCount(
            of size: PixelSize, reduced: PixelSize?, as format: SampleFormat
        ) -> Int {
            guard let reduced else { return Bitmap.byteCount(of: size, as: format) }
            return switch format {
            case .bgra8: RowScaler.byteCount(from: size, to: reduced)
            case .rgba16, .rgbaHalf: DeepRowScaler.byteCount(from: size, to: reduced)
            }
        }

        /// Reads the band that begins at row `first`, unless the task is cancelled.
        ///
        /// - Returns: The number of its rows.
        @discardableResult
        private func read(
            _ source: TIFFBands, from first: Int, into rows: UnsafeMutablePointer<UInt8>,
            stride: Int
        ) throws(CodecError) -> Int {
            guard !Task.isCancelled else { throw .cancelled }
            let count = min(source.height, size.height - first)
            try source.read(reader, first: first, count: count, into: rows, stride: stride)
            return count
        }

        /// Rejects a page that exceeds the limits, before memory for it is allocated.
        private func check(_ limits: DecodeLimits) throws(CodecError) {
            let directory = reader.directory
            try TIFFCompression(directory.compression).requireDecodable()
            guard TIFFBands.isSound(directory, model) else {
                throw .damaged(.tiff, "strips or tiles are too small for their pixels")
            }
            let buffers = TIFFBands.byteCount(
                of: directory, model, as: format, isReduced: reduced != nil)
            try limits.check(
                reduced ?? size, format: .tiff, bytesPerPixel: format.bytesPerPixel)
            let pixels = Self.byteCount(of: size, reduced: reduced, as: format)
            guard let buffers, buffers <= limits.maxBytes - pixels else {
                throw .limit("strips or tiles need more than the \(limits.maxBytes) bytes allowed")
            }
            try limits.check(
                samples: TIFFBands.sampleCount(of: directory, model),
                of: "strips or tiles of \(size) pixels")
            try TIFFStreams(directory, room: limits.maxBytes - pixels - buffers).check(reader)
        }
    }
#endif

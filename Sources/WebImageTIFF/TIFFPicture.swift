#if TIFF
    import CTIFFShim
    import WebImageCoding
    import WebImagePixels

    /// The decoding of one page into a bitmap, band by band.
    struct TIFFPicture: ~Copyable {
        private let reader: TIFFReader
        private let model: TIFFModel?
        private let size: PixelSize
        /// The size to reduce to while decoding, nil to keep it.
        private let reduced: PixelSize?

        init(_ reader: consuming TIFFReader, options: DecodeOptions) throws(CodecError) {
            size = reader.storedSize
            model = TIFFModel(reader.directory)
            let upright = reader.orientation.upright(size)
            let wanted = options.downsampling.scaledSize(of: upright)
            reduced =
                size.isEmpty
                ? nil : TIFFReducer.size(from: size, for: reader.orientation.upright(wanted))
            self.reader = reader
            try check(options.limits)
        }

        /// Decodes all pixels; looks for cancellation between bands.
        func decode(colorSpace: ColorSpace) throws(CodecError) -> Bitmap {
            let isOpaque = model?.alpha == nil
            var bitmap = Bitmap(
                size: reduced ?? size, colorSpace: colorSpace, isOpaque: isOpaque)
            let source = try TIFFBands(reader, model)
            guard let reduced else {
                let stride = bitmap.bytesPerRow
                try bitmap.withUnsafeMutableRows { (rows) throws(CodecError) in
                    try eachBand(of: source.height) { (first, count) throws(CodecError) in
                        try source.read(
                            reader, first: first, count: count, into: rows + first * stride,
                            stride: stride)
                    }
                }
                return bitmap
            }
            var reducer = TIFFReducer(from: size, to: reduced)
            let stride = size.width * 4
            let band = UnsafeMutablePointer<UInt8>.allocate(capacity: stride * source.height)
            defer { band.deallocate() }
            for first in Swift.stride(from: 0, to: size.height, by: source.height) {
                guard !Task.isCancelled else { throw .cancelled }
                let count = min(source.height, size.height - first)
                try source.read(reader, first: first, count: count, into: band, stride: stride)
                reducer.take(band, stride: stride, count: count, into: &bitmap)
            }
            return bitmap
        }

        private func eachBand(
            of height: Int, _ body: (Int, Int) throws(CodecError) -> Void
        ) throws(CodecError) {
            for first in stride(from: 0, to: size.height, by: height) {
                guard !Task.isCancelled else { throw .cancelled }
                try body(first, min(height, size.height - first))
            }
        }

        /// Refuses what is too large, before anything is allocated.
        private func check(_ limits: DecodeLimits) throws(CodecError) {
            try limits.check(size, format: .tiff, bytesPerPixel: 1)
            let directory = reader.directory
            guard TIFFBands.isSound(directory, model) else {
                throw .damaged(.tiff, "strips or tiles too small for what they hold")
            }
            let buffers = TIFFBands.byteCount(of: directory, model, isReduced: reduced != nil)
            let target = reduced ?? size
            try limits.check(target, format: .tiff)
            guard let buffers, buffers <= limits.maxBytes - Bitmap.byteCount(of: target) else {
                throw .limit("strips or tiles need more than the \(limits.maxBytes) bytes allowed")
            }
            guard TIFFBands.isQuick(directory, model, limits: limits) else {
                throw .limit("strips or tiles hold far more than the picture of \(size)")
            }
        }
    }
#endif

#if PNG
    import WebImageCoding
    import WebImagePixels

    extension PNGFile {
        /// The size to reduce rows to while they are decoded; nil to keep them as they are.
        ///
        /// An `eXIf` that turns the picture may stand behind the pixels. Where none was before them, the
        /// size is enough for both ways.
        func target(of downsampling: Downsampling) -> PixelSize? {
            guard let size = header?.size else { return nil }
            let known = exif == nil ? [Orientation.up, .right] : [orientation]
            let targets = known.map {
                $0.upright(downsampling.scaledSize(of: $0.upright(size)))
            }
            let target = PixelSize(
                width: min(targets.map(\.width).max() ?? size.width, size.width),
                height: min(targets.map(\.height).max() ?? size.height, size.height))
            return target == size ? nil : target
        }

        /// Checks the memory that decoding takes, before any of it is allocated.
        ///
        /// - Throws: `CodecError.limit` when it is too much.
        func check(target: PixelSize?) throws(CodecError) {
            guard let size = header?.size else { return }
            // libpng holds up to three rows of 16-bit samples, which counts where rows are few.
            guard let target else {
                return try limits.check(size, format: .png, bytesPerPixel: 4 + 24 / size.height)
            }
            try limits.checkScaling(of: size, to: target, besides: 24 * size.width)
        }
    }
#endif

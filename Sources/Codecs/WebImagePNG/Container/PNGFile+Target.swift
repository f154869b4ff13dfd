#if PNG
    import WebImageCoding
    import WebImagePixels

    extension PNGFile {
        /// Returns the size to reduce rows to during decoding; nil to keep the stored size.
        ///
        /// An `eXIf` chunk that rotates the image may follow the pixels. If none precedes them, the
        /// size is large enough for both orientations; for a crop nothing is reduced then, since
        /// the filter would reach over its edges.
        func target(of downsampling: Downsampling) -> PixelSize? {
            guard let size = header?.size, exif != nil || !downsampling.crops else { return nil }
            let known = exif == nil ? [Orientation.up, .right] : [orientation]
            let targets = known.map {
                $0.upright(downsampling.scaledSize(of: $0.upright(size)))
            }
            let target = PixelSize(
                width: min(targets.map(\.width).max() ?? size.width, size.width),
                height: min(targets.map(\.height).max() ?? size.height, size.height))
            return target == size ? nil : target
        }

        /// Returns the part of the image that a target covers.
        ///
        /// A target that is larger than needed is scaled again and covers all.
        func coverage(of downsampling: Downsampling, target: PixelSize?) -> Coverage {
            guard let size = header?.size, target == downsampling.reducedSize(of: size, orientation)
            else { return Coverage() }
            return downsampling.coverage(of: size, orientation)
        }

        /// Checks the memory for decoding before it is allocated.
        ///
        /// - Throws: `CodecError.limit` if it is too much.
        func check(target: PixelSize?, as samples: SampleFormat = .bgra8) throws(CodecError) {
            guard let size = header?.size else { return }
            // libpng holds up to three rows of 16-bit samples, which matters if there are few rows.
            guard let target else {
                return try limits.check(
                    size, format: .png, bytesPerPixel: samples.bytesPerPixel + 24 / size.height)
            }
            try limits.checkScaling(
                of: size, to: target, as: samples, besides: 24 * size.width)
        }
    }
#endif

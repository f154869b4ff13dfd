#if HEIF
    import CHEIFShim
    import WebImageCoding
    import WebImagePixels

    /// The source and size of a decode, checked before any allocation.
    struct HEIFPixels {
        /// The primary image, or a thumbnail that is large enough.
        let source: HEIFHandle
        /// `true` if a thumbnail is decoded.
        let isThumbnail: Bool
        private let heif: UnsafePointer<CHEIF>
        private let plan: HEIFPlan
        /// The size to reduce rows to; nil for full size.
        private let target: PixelSize?
        private let coverage: Coverage
        private let limits: DecodeLimits

        /// Plans the pixels of `file`.
        ///
        /// - Throws: `CodecError.limit` if the decode needs more memory than allowed.
        init(_ file: HEIFFile, options: DecodeOptions) throws(CodecError) {
            heif = file.heif
            limits = options.limits
            target = options.downsampling.reducedSize(of: file.primary.size)
            coverage = options.downsampling.coverage(of: file.primary.size)
            let thumbnail = target.flatMap { file.thumbnail(for: $0) }
            isThumbnail = thumbnail != nil
            source = thumbnail ?? file.primary
            plan = try file.plan(of: source)
            let size = source.size
            let (library, reduced) = (source.libraryBytesPerPixel, reducedSize(of: size))
            for size in [size, source.storedSize] where !size.isEmpty {
                try limits.check(
                    size, format: .heic, bytesPerPixel: library + (reduced == nil ? 4 : 0))
                guard let reduced else { continue }
                try limits.checkScaling(of: size, to: reduced, besides: size.area * library)
            }
        }

        /// Decodes the image with the colours of the file.
        ///
        /// - Parameter sequences: The decoders whose current pictures replace those of the file.
        /// - Throws: `CodecError` if the bytes are damaged, or the task is cancelled.
        func decode(
            colorSpace: ColorSpace, sequences: [OpaquePointer] = []
        ) throws(CodecError) -> Bitmap {
            if Task.isCancelled { throw .cancelled }
            let image = try decodeImage(sequences)
            defer { heif.pointee.heif_image_release(image) }
            if Task.isCancelled { throw .cancelled }
            return try bitmap(of: image, colorSpace)
        }

        private func decodeImage(
            _ sequences: [OpaquePointer]
        ) throws(CodecError) -> OpaquePointer {
            var image: OpaquePointer?
            let error = plan.runs.withUnsafeBufferPointer { runs in
                guard let start = runs.baseAddress else { return heif_error() }
                var plan = CHEIFPlan(
                    runs: start, count: runs.count, most_pixels: UInt64(max(limits.maxPixels, 0)))
                return sequences.withUnsafeBufferPointer { pointers in
                    cheif_decode(
                        source.handle, source.hasAlpha, &plan,
                        sequences.isEmpty ? nil : pointers.baseAddress, pointers.count, &image)
                }
            }
            if let failure = CodecError(error, "the image") { throw failure }
            guard let image else { throw .damaged(.heic, "libheif returned no image") }
            return image
        }

        private func bitmap(
            of image: OpaquePointer, _ colorSpace: ColorSpace
        ) throws(CodecError) -> Bitmap {
            let size = PixelSize(
                width: Int(heif.pointee.heif_image_get_width(image, heif_channel_interleaved)),
                height: Int(heif.pointee.heif_image_get_height(image, heif_channel_interleaved)))
            try limits.check(size, format: .heic, bytesPerPixel: 1)
            var stride: Int32 = 0
            guard
                let start = heif.pointee.heif_image_get_plane_readonly(
                    image, heif_channel_interleaved, &stride),
                Int(stride) >= size.width * (source.hasAlpha ? 4 : 3)
            else { throw .damaged(.heic, "libheif returned no pixels") }
            let rows = HEIFRows(
                start: start, stride: Int(stride), size: size,
                format: source.hasAlpha ? .rgba8 : .rgb8,
                isPremultiplied: source.hasAlpha && source.isPremultiplied)
            guard let reduced = reducedSize(of: size) else { return try rows.bitmap(colorSpace) }
            return try rows.reduced(to: reduced, covering: coverage, colorSpace)
        }

        /// Returns the size to reduce rows of `size` to during conversion; nil for full size.
        private func reducedSize(of size: PixelSize) -> PixelSize? {
            guard let target, target != size, target.width <= size.width,
                target.height <= size.height
            else { return nil }
            return target
        }
    }

    extension HEIFHandle {
        /// The library's bytes for each pixel: luma and chroma planes, at least 4:2:0, and the
        /// converted pixels.
        fileprivate var libraryBytesPerPixel: Int {
            (depth > 8 ? 4 : 2) + (hasAlpha ? 4 : 3)
        }
    }
#endif

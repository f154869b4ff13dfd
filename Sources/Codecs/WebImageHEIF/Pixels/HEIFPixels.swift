#if HEIF
    import CHEIFShim
    import WebImageCoding
    import WebImagePixels

    /// The source and size of a decode, checked before any allocation.
    struct HEIFPixels {
        /// The primary image, or a thumbnail that is large enough.
        let source: HEIFImage
        /// `true` if a thumbnail is decoded.
        let isThumbnail: Bool
        private let heif: UnsafePointer<CHEIF>
        private let plan: HEIFCodedImages
        private let way: HEIFColors.Plan
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
            let colors = file.colors(of: source)
            way = try colors.plan(
                file.description(of: colors), peak: colors.peak ?? file.colors.peak,
                planes: file.keepsPlanes, isDeep: file.isDeep)
            try check(source.size)
            try check(source.storedSize)
        }

        /// Checks the memory of an image of `size`, unless it is empty.
        private func check(_ size: PixelSize) throws(CodecError) {
            guard !size.isEmpty else { return }
            let library = source.libraryBytesPerPixel(way)
            let reduced = reducedSize(of: source.size)
            try limits.check(
                size, format: .heic,
                bytesPerPixel: library + (reduced == nil ? way.sampleFormat.bytesPerPixel : 0))
            guard let reduced else { return }
            let (sum, overflow) = way.sampleFormat.scalingByteCount(from: size, to: reduced)
                .addingReportingOverflow(size.area * library)
            guard !overflow, sum <= limits.maxBytes else {
                throw .limit("\(size) needs more than the \(limits.maxBytes) bytes allowed")
            }
        }

        /// The most bytes of planes, their copies and bitmaps in use at once.
        var byteCount: Int {
            let size = source.size
            let pixels =
                reducedSize(of: size).map { way.sampleFormat.scalingByteCount(from: size, to: $0) }
                ?? Bitmap.byteCount(of: size, as: sampleFormat)
            let perPixel = source.libraryBytesPerPixel(way) + Self.decoderBytesPerPixel
            return max(size.area, source.storedSize.area) * perPixel + pixels
        }

        /// The bytes of blocks that libde265 keeps for each pixel, and of planes that libheif
        /// turns.
        private static let decoderBytesPerPixel = 4

        /// The colours of the pixels.
        var color: ColorDescription { way.color }

        /// The layout of the samples of the bitmap.
        var sampleFormat: SampleFormat { way.sampleFormat }

        /// Decodes the image.
        ///
        /// - Parameter sequences: The decoders whose current pictures replace the file's.
        /// - Throws: `CodecError` if the bytes are damaged, or the task is cancelled.
        func decode(sequences: [OpaquePointer] = []) throws(CodecError) -> Bitmap {
            if Task.isCancelled { throw .cancelled }
            let image = try decodeImage(sequences)
            defer { heif.pointee.heif_image_release(image) }
            if Task.isCancelled { throw .cancelled }
            return try bitmap(of: image)
        }

        private func decodeImage(
            _ sequences: [OpaquePointer]
        ) throws(CodecError) -> OpaquePointer {
            var image: OpaquePointer?
            let error = plan.runs.withUnsafeBufferPointer { runs in
                guard let start = runs.baseAddress else { return heif_error() }
                var plan = CHEIFPlan(
                    runs: start, count: runs.count, kept: way.keepsSamples ? plan.colorCount : 0,
                    most_pixels: UInt64(max(limits.maxPixels, 0)))
                return sequences.withUnsafeBufferPointer { pointers in
                    cheif_decode(
                        source.handle, source.hasAlpha, way.matrix != nil, &plan,
                        sequences.isEmpty ? nil : pointers.baseAddress, pointers.count, &image)
                }
            }
            if let failure = CodecError(error, "the image") { throw failure }
            guard let image else { throw .damaged(.heic, "libheif returned no image") }
            return image
        }

        private func bitmap(of image: OpaquePointer) throws(CodecError) -> Bitmap {
            let first = way.matrix != nil ? heif_channel_G : heif_channel_interleaved
            let size = PixelSize(
                width: Int(heif.pointee.heif_image_get_width(image, first)),
                height: Int(heif.pointee.heif_image_get_height(image, first)))
            try limits.check(size, format: .heic, bytesPerPixel: 1)
            let rows = HEIFRows(
                samples: try samples(of: image, size), size: size, mapping: way.mapping,
                bits: way.bits, hasAlpha: source.hasAlpha,
                isPremultiplied: source.hasAlpha && source.isPremultiplied)
            guard let reduced = reducedSize(of: size) else {
                return try rows.bitmap(color.colorSpace)
            }
            return try rows.reduced(to: reduced, covering: coverage, color.colorSpace)
        }

        private func samples(
            of image: OpaquePointer, _ size: PixelSize
        ) throws(CodecError) -> HEIFRows.Samples {
            guard let matrix = way.matrix else {
                let width = size.width * (source.hasAlpha ? 4 : 3)
                let plane = try self.plane(heif_channel_interleaved, of: image, width)
                return .bytes(plane.start, stride: plane.stride)
            }
            func plane(_ channel: heif_channel) throws(CodecError) -> SamplePlanes.Plane {
                let plane = try self.plane(channel, of: image, size.width)
                let isAsStated = plane.maximum == 1 << way.bits - 1 || channel == heif_channel_Alpha
                guard way.sampleFormat == .bgra8 || isAsStated else {
                    throw .damaged(.heic, "the samples have other bits than their header says")
                }
                return SamplePlanes.Plane(
                    start: plane.start, bytesPerRow: plane.stride, isWide: plane.maximum > 255)
            }
            var alpha: (SamplePlanes.Plane, Int)?
            if source.hasAlpha {
                let maximum = try self.plane(heif_channel_Alpha, of: image, size.width).maximum
                alpha = (try plane(heif_channel_Alpha), maximum)
            }
            return .planes(
                SamplePlanes(
                    luma: try plane(heif_channel_G), blue: try plane(heif_channel_B),
                    red: try plane(heif_channel_R), alpha: alpha, chromaShift: (0, 0)),
                matrix)
        }

        private func plane(
            _ channel: heif_channel, of image: OpaquePointer, _ width: Int
        ) throws(CodecError) -> (start: UnsafePointer<UInt8>, stride: Int, maximum: Int) {
            var stride: Int32 = 0
            let bits = heif.pointee.heif_image_get_bits_per_pixel_range(image, channel)
            guard (8...16).contains(bits),
                let start = heif.pointee.heif_image_get_plane_readonly(image, channel, &stride),
                Int(stride) >= width * (channel != heif_channel_interleaved && bits > 8 ? 2 : 1)
            else { throw .damaged(.heic, "libheif returned no pixels") }
            return (start, Int(stride), 1 << Int(bits) - 1)
        }

        /// Returns the size to reduce rows of `size` to during conversion; nil for full size.
        private func reducedSize(of size: PixelSize) -> PixelSize? {
            guard let target, target != size, target.width <= size.width,
                target.height <= size.height
            else { return nil }
            return target
        }
    }

    extension HEIFImage {
        /// Returns the library's bytes for each pixel: luma and chroma planes, at least 4:2:0, and
        /// the converted pixels.
        fileprivate func libraryBytesPerPixel(_ way: HEIFColors.Plan) -> Int {
            let converted = (hasAlpha ? 4 : 3) * (way.matrix == nil || depth <= 8 ? 1 : 2)
            return (way.keepsSamples ? 3 : 2) * (depth > 8 ? 2 : 1) + converted
        }
    }
#endif

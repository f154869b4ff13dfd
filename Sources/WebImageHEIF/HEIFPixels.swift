#if HEIF
    import CHEIFShim
    import WebImageCoding
    import WebImagePixels

    /// What is decoded of a file, and how large the result is; made and checked before any allocation.
    struct HEIFPixels {
        /// The primary picture, or the thumbnail that is enough.
        let source: HEIFHandle
        /// Whether a thumbnail is decoded.
        let isThumbnail: Bool
        private let heif: UnsafePointer<CHEIF>
        private let target: PixelSize
        private let limits: DecodeLimits

        /// Plans the pixels of `file`.
        ///
        /// - Throws: `CodecError.limit` when the decode needs more memory than allowed.
        init(_ file: HEIFFile, options: DecodeOptions) throws(CodecError) {
            heif = file.heif
            limits = options.limits
            target = options.downsampling.scaledSize(of: file.primary.size)
            let thumbnail = file.thumbnail(for: target)
            isThumbnail = thumbnail != nil
            source = thumbnail ?? file.primary
            let size = source.size
            let bitmap = Self.reducedSize(of: size, for: target) == nil ? 4 : 1
            for size in [size, source.storedSize] where !size.isEmpty {
                try limits.check(
                    size, format: .heic, bytesPerPixel: source.libraryBytesPerPixel + bitmap)
            }
        }

        /// Decodes, with the colours as the file has them.
        ///
        /// - Throws: `CodecError` when the bytes are damaged, or the task is cancelled.
        func decode(colorSpace: ColorSpace) throws(CodecError) -> Bitmap {
            if Task.isCancelled { throw .cancelled }
            let image = try decodeImage()
            defer { heif.pointee.heif_image_release(image) }
            if Task.isCancelled { throw .cancelled }
            return try bitmap(of: image, colorSpace)
        }

        private func decodeImage() throws(CodecError) -> OpaquePointer {
            guard let options = heif.pointee.heif_decoding_options_alloc() else {
                throw .limit("libheif found no memory")
            }
            defer { heif.pointee.heif_decoding_options_free(options) }
            options.pointee.convert_hdr_to_8bit = 1
            var image: OpaquePointer?
            let chroma =
                source.hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB
            let error = heif.pointee.heif_decode_image(
                source.handle, &image, heif_colorspace_RGB, chroma, options)
            if let failure = CodecError(error, "the picture") { throw failure }
            guard let image else { throw .damaged(.heic, "there is no picture") }
            return image
        }

        private func bitmap(
            of image: OpaquePointer, _ colorSpace: ColorSpace
        ) throws(CodecError) -> Bitmap {
            let size = PixelSize(
                width: Int(heif.pointee.heif_image_get_width(image, heif_channel_interleaved)),
                height: Int(heif.pointee.heif_image_get_height(image, heif_channel_interleaved)))
            try limits.check(size, format: .heic)
            var stride: Int32 = 0
            guard
                let start = heif.pointee.heif_image_get_plane_readonly(
                    image, heif_channel_interleaved, &stride),
                Int(stride) >= size.width * (source.hasAlpha ? 4 : 3)
            else { throw .damaged(.heic, "there are no pixels") }
            let rows = HEIFRows(
                start: start, stride: Int(stride), size: size,
                format: source.hasAlpha ? .rgba8 : .rgb8,
                isPremultiplied: source.hasAlpha && source.isPremultiplied)
            guard let reduced = Self.reducedSize(of: size, for: target) else {
                return rows.bitmap(colorSpace)
            }
            return rows.reduced(to: reduced, colorSpace)
        }

        /// Twice the target where that is less than the picture: down to there an area average cannot
        /// be told from a better filter, which then does the rest.
        private static func reducedSize(of size: PixelSize, for target: PixelSize) -> PixelSize? {
            let double = PixelSize(width: target.width * 2, height: target.height * 2)
            return double.width < size.width && double.height < size.height ? double : nil
        }
    }

    extension HEIFHandle {
        /// What the library keeps for each pixel: planes of brightness and colour, at least those of
        /// 4:2:0, then their conversion.
        fileprivate var libraryBytesPerPixel: Int {
            (depth > 8 ? 4 : 2) + (hasAlpha ? 4 : 3)
        }
    }
#endif

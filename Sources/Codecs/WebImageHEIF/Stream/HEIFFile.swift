#if HEIF
    import CHEIFShim
    import WebImageCoding
    import WebImagePixels

    /// The headers of a HEIC file opened in libheif.
    ///
    /// Used by one task at a time, within the call that lends the bytes.
    final class HEIFFile {
        let heif: UnsafePointer<CHEIF>
        let primary: HEIFImage
        /// The colours of the primary image.
        let colors: HEIFColors
        /// `true` if pixels are decoded with the bits of the file.
        let isDeep: Bool
        private let options: DecodeOptions
        private let context: HEIFContext
        private let tables: HEIFItems
        private let bytes: UnsafeRawBufferPointer
        /// The bytes that libheif reads, if they differ from the file.
        private let changed: ByteBlock?

        /// Opens `bytes`, which stay valid as long as this object, and reads the headers.
        ///
        /// - Throws: `CodecError` if the headers are damaged or exceed the limits.
        init(_ bytes: UnsafeRawBufferPointer, options: DecodeOptions) throws(CodecError) {
            let limits = options.limits
            let heif = try HEIFLibrary.decodingFunctions()
            self.heif = heif
            try HEVCSizes.check(bytes.bytes, limits: limits)
            let context = try HEIFContext(bytes, limits: limits, heif)
            let primary = try context.primary
            tables = try HEIFItems(bytes.bytes)
            colors = HEIFColors(bytes.bytes, of: primary.item, in: tables)
            // The memory of planes and bitmap depends on the scale, which is chosen later.
            try limits.check(primary.size, format: .heic, bytesPerPixel: 1)
            self.bytes = bytes
            self.options = options
            isDeep = options.isDeep(bits: colors.depth, colors.stated ?? .sRGB)
            changed = tables.changed(
                bytes.bytes, needsPlanes: isDeep || colors.needsPlanes)
            guard let changed else {
                (self.context, self.primary) = (context, primary)
                return
            }
            // Safe because this object keeps the block, whose bytes never move.
            self.context = try changed.withUnsafeBytes { bytes throws(CodecError) in
                try HEIFContext(bytes, limits: limits, heif)
            }
            self.primary = try self.context.primary
        }

        /// `true` if libheif must not convert the planes to RGB.
        var keepsPlanes: Bool { isDeep || colors.needsPlanes }

        /// The metadata in the headers.
        var metadata: ImageMetadata {
            var result = ImageMetadata(size: primary.size, hasAlpha: primary.hasAlpha)
            result.exif = primary.exif
            return result
        }

        /// Returns the colours of the primary image or a thumbnail.
        func colors(of picture: HEIFImage) -> HEIFColors {
            picture.item == primary.item
                ? colors : HEIFColors(bytes.bytes, of: picture.item, in: tables)
        }

        /// Returns what the colours of the primary image or a thumbnail mean: a thumbnail is of the
        /// picture, whatever its stream says.
        func description(of colors: HEIFColors) -> ColorDescription {
            colors.boxed ?? self.colors.stated ?? colors.stated ?? .sRGB
        }

        /// Returns the coded images that decoding `picture` requires.
        ///
        /// - Throws: `CodecError` if the headers do not determine them.
        func plan(of picture: HEIFImage) throws(CodecError) -> HEIFCodedImages {
            guard picture.hasAlpha else {
                return try HEIFCodedImages(tables, of: picture.item, alpha: nil)
            }
            let alpha = picture.alphaItems
            guard let first = alpha.first, alpha.count == 1 else {
                throw .damaged(.heic, "\(alpha.count) alpha planes, expected one")
            }
            return try HEIFCodedImages(tables, of: picture.item, alpha: first)
        }

        /// Returns the smallest thumbnail with the image's aspect ratio that is not smaller than
        /// `target`; nil if there is none.
        func thumbnail(for target: PixelSize) -> HEIFImage? {
            primary.thumbnails
                .filter { thumbnail in
                    let size = thumbnail.size
                    return size.width >= target.width && size.height >= target.height
                        && size.area < primary.size.area && size.hasShape(of: primary.size)
                        && thumbnail.hasAlpha == primary.hasAlpha
                        && hasWay(of: colors(of: thumbnail))
                }
                .min { $0.size.area < $1.size.area }
        }

        /// Returns `true` if samples of these colours are converted as the primary image's: a deep
        /// image has its bits in a thumbnail, too.
        private func hasWay(of own: HEIFColors) -> Bool {
            guard isDeep else { return keepsPlanes || !own.needsPlanes }
            return own.depth >= colors.depth
                && options.isDeep(bits: own.depth, description(of: own))
        }
    }

    /// A context of libheif with the headers of a file.
    private final class HEIFContext {
        private let heif: UnsafePointer<CHEIF>
        private let pointer: OpaquePointer

        /// Reads the headers in `bytes`, which stay valid as long as this object.
        init(
            _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits, _ heif: UnsafePointer<CHEIF>
        ) throws(CodecError) {
            guard let pointer = heif.pointee.heif_context_alloc() else {
                throw .limit("libheif ran out of memory")
            }
            (self.heif, self.pointer) = (heif, pointer)
            let longest = Int32(clamping: min(DecodeLimits.maxSide, max(limits.maxPixels, 1)))
            heif.pointee.heif_context_set_maximum_image_size_limit(pointer, longest)
            // Decoding uses only the caller's thread.
            heif.pointee.heif_context_set_max_decoding_threads(pointer, 0)
            guard let start = bytes.baseAddress, bytes.count > 0 else {
                throw .truncated(.heic, "zero bytes")
            }
            let read = heif.pointee.heif_context_read_from_memory_without_copy(
                pointer, start, bytes.count, nil)
            if let failure = CodecError(read, "the header") { throw failure }
        }

        deinit {
            heif.pointee.heif_context_free(pointer)
        }

        /// The primary image.
        var primary: HEIFImage {
            get throws(CodecError) {
                var handle: OpaquePointer?
                let found = heif.pointee.heif_context_get_primary_image_handle(pointer, &handle)
                if let failure = CodecError(found, "the primary image") { throw failure }
                guard let handle else { throw .damaged(.heic, "there is no primary image") }
                var item: heif_item_id = 0
                let named = heif.pointee.heif_context_get_primary_image_ID(pointer, &item)
                if let failure = CodecError(named, "the primary image") { throw failure }
                return HEIFImage(heif, handle, item: item)
            }
        }
    }

    extension PixelSize {
        /// Returns `true` if the aspect ratios are equal within 1 %.
        fileprivate func hasShape(of other: PixelSize) -> Bool {
            let (mine, others) = (
                Double(width) * Double(other.height), Double(height) * Double(other.width)
            )
            return abs(mine - others) <= 0.01 * others
        }
    }
#endif

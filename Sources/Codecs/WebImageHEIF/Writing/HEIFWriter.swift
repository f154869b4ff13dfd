#if HEIF
    import CHEIFShim
    import WebImageCoding
    import WebImagePixels

    /// A HEIC file that is being written.
    final class HEIFWriter {
        private let heif: UnsafePointer<CHEIF>
        private let context: OpaquePointer
        private let encoder: OpaquePointer
        private let settings: EncodeSettings

        /// Creates an encoder.
        ///
        /// - Throws: `CodecError.encoding` if the library has no encoder.
        init(_ settings: EncodeSettings) throws(CodecError) {
            heif = try HEIFLibrary.functions()
            guard heif.pointee.heif_have_encoder_for_format(heif_compression_HEVC) != 0 else {
                throw .encoding(
                    .heic, "libheif has no HEVC encoder; install the package libheif-plugin-x265")
            }
            guard let context = heif.pointee.heif_context_alloc() else {
                throw .encoding(.heic, "libheif ran out of memory")
            }
            var encoder: OpaquePointer?
            let error = heif.pointee.heif_context_get_encoder_for_format(
                context, heif_compression_HEVC, &encoder)
            guard let encoder else {
                heif.pointee.heif_context_free(context)
                throw .encoding(.heic, error.text)
            }
            self.context = context
            self.encoder = encoder
            self.settings = settings
            try configure()
        }

        deinit {
            heif.pointee.heif_encoder_release(encoder)
            heif.pointee.heif_context_free(context)
        }

        /// Encodes the image, then its thumbnail.
        func add(_ bitmap: Bitmap, hasAlpha: Bool) throws(CodecError) {
            let image = try image(of: bitmap, hasAlpha: hasAlpha)
            defer { heif.pointee.heif_image_release(image) }
            guard let options = heif.pointee.heif_encoding_options_alloc(),
                let nclx = heif.pointee.heif_nclx_color_profile_alloc()
            else { throw .encoding(.heic, "libheif ran out of memory") }
            defer {
                heif.pointee.heif_encoding_options_free(options)
                heif.pointee.heif_nclx_color_profile_free(nclx)
            }
            let codePoints = bitmap.sampleFormat == .rgba16 ? settings.codePoints : nil
            let profile = codePoints == nil ? settings.embedded.profile ?? [] : []
            nclx.describe(
                codePoints, isLossless: settings.isLossless, hasProfile: !profile.isEmpty)
            options.pointee.output_nclx_profile = nclx
            try check(heif.pointee.heif_image_set_nclx_color_profile(image, nclx))
            if codePoints != nil {
                // Not all readers look for PQ and HLG in the stream.
                options.pointee.macOS_compatibility_workaround_no_nclx_profile = 0
                if let light = settings.contentLight {
                    var level = heif_content_light_level(light)
                    heif.pointee.heif_image_set_content_light_level(image, &level)
                }
            }
            if !profile.isEmpty {
                // The coefficients of the matrix are in the other box.
                options.pointee.save_two_colr_boxes_when_ICC_and_nclx_available = 1
                try check(
                    heif.pointee.heif_image_set_raw_color_profile(
                        image, "prof", profile, profile.count))
            }
            try encode(image, of: bitmap.size, options)
        }

        /// Returns the complete file.
        func finish() throws(CodecError) -> ByteBlock {
            let collected = HEIFOutput()
            var writer = heif_writer(writer_api_version: 1, write: HEIFOutput.write)
            let output = Unmanaged.passUnretained(collected).toOpaque()
            try check(
                withExtendedLifetime(collected) {
                    heif.pointee.heif_context_write(context, &writer, output)
                })
            return ByteBlock(copying: collected.bytes)
        }

        private func encode(
            _ image: OpaquePointer, of size: PixelSize,
            _ options: UnsafeMutablePointer<heif_encoding_options>
        ) throws(CodecError) {
            var handle: OpaquePointer?
            try check(
                heif.pointee.heif_context_encode_image(context, image, encoder, options, &handle))
            guard let handle else { throw .encoding(.heic, "libheif returned no image") }
            defer { heif.pointee.heif_image_handle_release(handle) }
            try check(heif.pointee.heif_context_set_primary_image(context, handle))
            if let exif = settings.embedded.exif, !exif.isEmpty {
                try check(
                    heif.pointee.heif_context_add_exif_metadata(
                        context, handle, exif, Int32(clamping: exif.count)))
            }
            if let xmp = settings.embedded.xmp, !xmp.isEmpty {
                try check(
                    heif.pointee.heif_context_add_XMP_metadata(
                        context, handle, xmp, Int32(clamping: xmp.count)))
            }
            let side = settings.thumbnailSide
            guard side > 0, side < max(size.width, size.height) else { return }
            if Task.isCancelled { throw .cancelled }
            var thumbnail: OpaquePointer?
            try check(
                heif.pointee.heif_context_encode_thumbnail(
                    context, image, handle, encoder, options, Int32(side), &thumbnail))
            if let thumbnail { heif.pointee.heif_image_handle_release(thumbnail) }
        }

        private func configure() throws(CodecError) {
            let quality = Int32(HEIFQuality.ofEncoder(settings.quality))
            try check(heif.pointee.heif_encoder_set_lossy_quality(encoder, quality))
            try check(heif.pointee.heif_encoder_set_lossless(encoder, settings.isLossless ? 1 : 0))
            try set("chroma", chroma)
            // The encoder's presets from fast to small; the last, `placebo`, has no benefit.
            let presets = [
                "ultrafast", "veryfast", "veryfast", "faster", "fast", "medium", "medium", "slow",
                "slower", "veryslow",
            ]
            let effort = min(max(settings.effort ?? Self.defaultEffort, 1), presets.count)
            try set("preset", presets[effort - 1])
            if effort == Self.defaultEffort {
                try set("x265:min-cu-size", "16")
                try set("x265:tu-intra-depth", "3")
            }
        }

        private func set(_ parameter: String, _ value: String) throws(CodecError) {
            try check(
                heif.pointee.heif_encoder_set_parameter_string(encoder, parameter, value))
        }

        /// `veryfast` without prediction in blocks of 8 pixels, whose transform still divides: half
        /// its time, about as much as AVIF's, and at equal similarity 5 % more bytes.
        private static let defaultEffort = 2

        /// The chroma layout.
        private var chroma: String {
            let isWhole = settings.isLossless
            return switch isWhole ? (1, 1) : settings.chroma.factors(quality: settings.quality) {
            case (1, 1): "444"
            case (2, 1): "422"
            default: "420"
            }
        }

        /// Creates the library's image in straight alpha.
        private func image(
            of bitmap: Bitmap, hasAlpha: Bool
        ) throws(CodecError) -> OpaquePointer {
            let (width, height) = (
                Int32(clamping: bitmap.size.width), Int32(clamping: bitmap.size.height)
            )
            var created: OpaquePointer?
            try check(
                heif.pointee.heif_image_create(
                    width, height, heif_colorspace_RGB, bitmap.layout(hasAlpha: hasAlpha), &created)
            )
            guard let image = created else { throw .encoding(.heic, "libheif ran out of memory") }
            var stride: Int32 = 0
            let added = heif.pointee.heif_image_add_plane(
                image, heif_channel_interleaved, width, height, bitmap.storedBits)
            guard added.code == heif_error_Ok,
                let rows = heif.pointee.heif_image_get_plane(
                    image, heif_channel_interleaved, &stride)
            else {
                heif.pointee.heif_image_release(image)
                throw .encoding(.heic, "\(bitmap.size): \(added.text)")
            }
            bitmap.write(into: rows, stride: Int(stride), hasAlpha: hasAlpha)
            return image
        }

        private func check(_ error: heif_error) throws(CodecError) {
            guard error.code != heif_error_Ok else { return }
            throw .encoding(.heic, error.text)
        }
    }

    extension Bitmap {
        /// The bits of a sample in a file.
        fileprivate var storedBits: Int32 {
            switch sampleFormat {
            case .bgra8: 8
            case .rgba16, .rgbaHalf: 10
            }
        }

        /// Returns the library's layout of pixels.
        fileprivate func layout(hasAlpha: Bool) -> heif_chroma {
            switch (sampleFormat, hasAlpha) {
            case (.bgra8, false): heif_chroma_interleaved_RGB
            case (.bgra8, true): heif_chroma_interleaved_RGBA
            case (.rgba16, false), (.rgbaHalf, false): heif_chroma_interleaved_RRGGBB_LE
            case (.rgba16, true), (.rgbaHalf, true): heif_chroma_interleaved_RRGGBBAA_LE
            }
        }

        /// Writes all rows in that layout.
        fileprivate func write(
            into target: UnsafeMutablePointer<UInt8>, stride: Int, hasAlpha: Bool
        ) {
            switch sampleFormat {
            case .bgra8:
                writeRows(
                    0..<size.height, into: target, stride: stride, as: hasAlpha ? .rgba8 : .rgb8)
            case .rgba16, .rgbaHalf:
                withDeepRows { rows in
                    for y in 0..<size.height {
                        writeDeepRow(
                            rows + y * bytesPerRow / 2,
                            into: UnsafeMutableRawPointer(target + y * stride), hasAlpha ? 4 : 3)
                    }
                }
            }
        }

        private func writeDeepRow(
            _ row: UnsafePointer<UInt16>, into target: UnsafeMutableRawPointer, _ channels: Int
        ) {
            let top = UInt32(1) << storedBits - 1
            // Safe because the library's rows have the samples of all pixels.
            for x in 0..<size.width {
                for channel in 0..<channels {
                    let rounded = UInt16((UInt32(row[x * 4 + channel]) * top + 32767) / 65535)
                    target.storeBytes(
                        of: rounded.littleEndian, toByteOffset: (x * channels + channel) * 2,
                        as: UInt16.self)
                }
            }
        }
    }

    extension heif_error {
        /// The library's message.
        fileprivate var text: String {
            message.map { String(cString: $0) } ?? "error \(code.rawValue)"
        }
    }

    /// A buffer for the library's output.
    private final class HEIFOutput {
        private(set) var bytes: [UInt8] = []

        /// The library's callback; `target` is this object.
        static let write:
            @convention(c) (
                OpaquePointer?, UnsafeRawPointer?, Int, UnsafeMutableRawPointer?
            ) -> heif_error = { _, data, count, target in
                if let data, let target {
                    let output = Unmanaged<HEIFOutput>.fromOpaque(target).takeUnretainedValue()
                    output.bytes += UnsafeRawBufferPointer(start: data, count: count)
                }
                // Later versions reject a result without a message.
                let text: StaticString = "Success"
                let message = UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
                return heif_error(
                    code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: message)
            }
    }
#endif

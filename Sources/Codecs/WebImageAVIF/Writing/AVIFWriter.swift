#if AVIF
    import CAVIFShim
    import WebImageCoding
    import WebImagePixels

    /// An AVIF file that is being written.
    final class AVIFWriter {
        private let avif: UnsafePointer<CAVIF>
        private let encoder: UnsafeMutablePointer<avifEncoder>
        private let settings: EncodeSettings
        /// The light to state beside the headers that the library writes.
        private var light: ContentLight?

        /// Creates an encoder.
        ///
        /// - Parameter loops: The total number of plays, 0 for infinite.
        /// - Throws: `CodecError.encoding` if the library has no encoder.
        init(_ settings: EncodeSettings, loops: Int) throws(CodecError) {
            avif = try AVIFLibrary.functions()
            let choice = try Self.choice(avif)
            guard let encoder = avif.pointee.avifEncoderCreate() else {
                throw .encoding(.avif, "libavif ran out of memory")
            }
            self.encoder = encoder
            self.settings = settings
            encoder.pointee.codecChoice = choice
            encoder.pointee.maxThreads = 1
            encoder.pointee.timescale = 1000
            // 10 is the library's fastest; 6 takes about a second for two megapixels.
            encoder.pointee.speed = settings.effort.map { Int32(10 - ($0 - 1) * 10 / 9) } ?? 6
            cavif_set_quality(avif, encoder, settings.isLossless ? 100 : Int32(settings.quality))
            cavif_set_loops(encoder, Int32(clamping: loops))
        }

        deinit {
            avif.pointee.avifEncoderDestroy(encoder)
        }

        /// Encodes one frame.
        ///
        /// - Parameter ticks: The duration in milliseconds; nil for a still image.
        func add(_ bitmap: Bitmap, hasAlpha: Bool, ticks: UInt64?) throws(CodecError) {
            let size = bitmap.size
            // All frames of a sequence have the same depth.
            let depth = ticks == nil ? settings.storedDepth(of: bitmap) : 8
            guard
                let image = avif.pointee.avifImageCreate(
                    UInt32(clamping: size.width), UInt32(clamping: size.height), depth, layout)
            else { throw .encoding(.avif, "libavif ran out of memory for \(size)") }
            defer { avif.pointee.avifImageDestroy(image) }
            let codePoints = depth > 8 ? settings.codePoints : nil
            let profile = codePoints == nil ? settings.embedded.profile ?? [] : []
            image.describe(
                codePoints, isLossless: settings.isLossless, hasProfile: !profile.isEmpty)
            if codePoints != nil, let light = settings.contentLight {
                let isStated = cavif_set_light(
                    image, UInt16(clamping: light.maximum), UInt16(clamping: light.average))
                self.light = isStated ? nil : light
            }
            if !profile.isEmpty {
                try check(cavif_set_icc(avif, image, profile, profile.count), "the colour profile")
            }
            if let exif = settings.embedded.exif, !exif.isEmpty {
                try check(cavif_set_exif(avif, image, exif, exif.count), "the EXIF block")
            }
            if let xmp = settings.embedded.xmp, !xmp.isEmpty {
                try check(cavif_set_xmp(avif, image, xmp, xmp.count), "the XMP packet")
            }
            try fill(image, from: bitmap, hasAlpha: hasAlpha)
            let flags = ticks == nil ? AVIF_ADD_IMAGE_FLAG_SINGLE : AVIF_ADD_IMAGE_FLAG_NONE
            try check(
                avif.pointee.avifEncoderAddImage(encoder, image, ticks ?? 1, flags.rawValue),
                "a frame of \(size)")
        }

        /// Returns the complete file.
        func finish() throws(CodecError) -> ByteBlock {
            var output = avifRWData()
            defer { avif.pointee.avifRWDataFree(&output) }
            try check(avif.pointee.avifEncoderFinish(encoder, &output), "the file")
            let file = UnsafeBufferPointer(start: output.data, count: output.size)
            guard let light else { return ByteBlock(copying: file) }
            return ByteBlock(copying: AVIFContentLight.adding(light, to: Array(file)))
        }

        /// Returns libaom if it is available, the only one with lossless coding and all layouts;
        /// otherwise the library's default.
        private static func choice(
            _ avif: UnsafePointer<CAVIF>
        ) throws(CodecError) -> avifCodecChoice {
            let flags = UInt32(AVIF_CODEC_FLAG_CAN_ENCODE.rawValue)
            for choice in [AVIF_CODEC_CHOICE_AOM, AVIF_CODEC_CHOICE_AUTO]
            where avif.pointee.avifCodecName(choice, flags) != nil {
                return choice
            }
            throw .encoding(
                .avif, "libavif was built without an AV1 encoder (libaom, rav1e or SVT-AV1)")
        }

        /// The chroma layout.
        private var layout: avifPixelFormat {
            let isWhole = settings.isLossless
            return switch isWhole ? (1, 1) : settings.chroma.factors(quality: settings.quality) {
            case (1, 1): AVIF_PIXEL_FORMAT_YUV444
            case (2, 1): AVIF_PIXEL_FORMAT_YUV422
            default: AVIF_PIXEL_FORMAT_YUV420
            }
        }

        /// Converts the pixels to planes in straight alpha.
        private func fill(
            _ image: UnsafeMutablePointer<avifImage>, from bitmap: Bitmap, hasAlpha: Bool
        ) throws(CodecError) {
            let height = bitmap.size.height
            let isDeep = image.pointee.depth > 8
            let stride = bitmap.size.width * (isDeep ? 8 : 4)
            try CodecError.requireMemory(stride * height)
            let rows = UnsafeMutableRawPointer.allocate(byteCount: stride * height, alignment: 16)
            defer { rows.deallocate() }
            let bytes = rows.assumingMemoryBound(to: UInt8.self)
            if isDeep {
                let samples = rows.assumingMemoryBound(to: UInt16.self)
                bitmap.writeRounded(into: samples, bits: image.pointee.depth)
            } else {
                bitmap.writeRows(0..<height, into: bytes, stride: stride, as: .bgra8)
            }
            var rgb = avifRGBImage()
            avif.pointee.avifRGBImageSetDefaults(&rgb, image)
            rgb.depth = image.pointee.depth
            rgb.format = isDeep ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_BGRA
            rgb.ignoreAlpha = hasAlpha ? 0 : 1
            rgb.pixels = bytes
            rgb.rowBytes = UInt32(stride)
            try check(avif.pointee.avifImageRGBToYUV(image, &rgb), "the colour conversion")
        }

        private func check(_ result: avifResult, _ what: String) throws(CodecError) {
            guard result != AVIF_RESULT_OK else { return }
            let name = avif.name(of: result)
            let detail = encoder.pointee.diag.text
            throw .encoding(
                .avif, detail.isEmpty ? "\(what): \(name)" : "\(what): \(name): \(detail)")
        }
    }

    extension EncodeSettings {
        /// Returns the bits of a sample in a still: AV1 has 8, 10 and 12.
        fileprivate func storedDepth(of bitmap: Bitmap) -> UInt32 {
            switch storedFormat(of: bitmap) {
            case .bgra8: 8
            case .rgba16, .rgbaHalf: bitmap.significantBits <= 10 ? 10 : 12
            }
        }
    }

    extension Bitmap {
        /// Rounds all samples of a deep bitmap to fewer bits, in rows without padding.
        fileprivate func writeRounded(into target: UnsafeMutablePointer<UInt16>, bits: UInt32) {
            let (count, stride, top) = (size.width * 4, bytesPerRow / 2, UInt32(1) << bits - 1)
            // Safe because the target has room for all pixels.
            withDeepRows { rows in
                for y in 0..<size.height {
                    let (from, to) = (rows + y * stride, target + y * count)
                    for index in 0..<count {
                        to[index] = UInt16((UInt32(from[index]) * top + 32767) / 65535)
                    }
                }
            }
        }
    }

    extension UnsafeMutablePointer<avifImage> {
        /// Sets full-range sRGB, colours of a profile, or code points; lossless stores RGB
        /// directly.
        fileprivate func describe(
            _ codePoints: ColorCodePoints?, isLossless: Bool, hasProfile: Bool
        ) {
            pointee.colorPrimaries = UInt16(
                codePoints?.primaries.rawValue
                    ?? (hasProfile
                        ? AVIF_COLOR_PRIMARIES_UNSPECIFIED : AVIF_COLOR_PRIMARIES_BT709))
            pointee.transferCharacteristics = UInt16(
                codePoints?.transfer.rawValue
                    ?? (hasProfile
                        ? AVIF_TRANSFER_CHARACTERISTICS_UNSPECIFIED
                        : AVIF_TRANSFER_CHARACTERISTICS_SRGB))
            pointee.matrixCoefficients = UInt16(
                isLossless
                    ? AVIF_MATRIX_COEFFICIENTS_IDENTITY
                    : codePoints?.matrix ?? AVIF_MATRIX_COEFFICIENTS_BT601)
            pointee.yuvRange = AVIF_RANGE_FULL
        }
    }

    extension ColorCodePoints {
        /// The matrix of lossy files: that of the primaries, but BT.601's of P3, as cameras do; few
        /// readers derive one.
        fileprivate var matrix: Int {
            switch primaries {
            case .bt709: AVIF_MATRIX_COEFFICIENTS_BT709
            case .bt2020: AVIF_MATRIX_COEFFICIENTS_BT2020_NCL
            default: AVIF_MATRIX_COEFFICIENTS_BT601
            }
        }
    }
#endif

#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding
    import WebImagePixels

    /// A JPEG XL file that is being written.
    final class JPEGXLWriter {
        private let jxl: CJXLFunctions
        private let encoder: OpaquePointer
        private let options: OpaquePointer
        private let size: PixelSize
        private let layout: PixelFormat
        /// The bits of a sample in the file.
        private let bits: UInt32
        private var blocks: [ByteBlock] = []

        /// Begins a file.
        ///
        /// - Parameters:
        ///   - layout: The channels of a pixel.
        ///   - samples: The form of the samples.
        ///   - loops: The total number of plays, 0 for infinite; nil for a still image.
        init(
            _ size: PixelSize, _ layout: PixelFormat, _ samples: JPEGXLStoredSamples,
            _ settings: EncodeSettings, loops: Int?
        ) throws(CodecError) {
            jxl = try JPEGXLLibrary.functions()
            guard let encoder = jxl.JxlEncoderCreate(nil) else {
                throw .encoding(.jxl, "not enough memory for an encoder")
            }
            guard let options = jxl.JxlEncoderFrameSettingsCreate(encoder, nil) else {
                jxl.JxlEncoderDestroy(encoder)
                throw .encoding(.jxl, "not enough memory for an encoder")
            }
            self.encoder = encoder
            self.options = options
            self.size = size
            self.layout = layout
            bits = samples.bits
            try writeHeader(samples, isLossless: settings.isLossless, loops: loops)
            try write(samples.color, profile: settings.embedded.profile)
            try apply(settings)
            try writeMetadata(settings.embedded)
        }

        deinit {
            jxl.JxlEncoderDestroy(encoder)
        }

        /// The bytes written so far; complete after the last frame.
        var file: ByteBlock { ByteBlock.joining(blocks) }

        private func writeHeader(
            _ samples: JPEGXLStoredSamples, isLossless: Bool, loops: Int?
        ) throws(CodecError) {
            var info = JxlBasicInfo()
            jxl.JxlEncoderInitBasicInfo(&info)
            info.xsize = UInt32(clamping: size.width)
            info.ysize = UInt32(clamping: size.height)
            info.bits_per_sample = samples.bits
            info.exponent_bits_per_sample = samples.exponentBits
            info.uses_original_profile = isLossless ? 1 : 0
            info.num_color_channels = layout.isGray ? 1 : 3
            info.num_extra_channels = layout.hasAlpha ? 1 : 0
            info.alpha_bits = layout.hasAlpha ? samples.bits : 0
            info.alpha_exponent_bits = layout.hasAlpha ? samples.exponentBits : 0
            if case .stated(_, let peak) = samples.color { info.intensity_target = peak }
            if let loops {
                info.have_animation = 1
                info.animation.tps_numerator = 1000
                info.animation.tps_denominator = 1
                info.animation.num_loops = UInt32(clamping: loops)
            }
            try require(jxl.JxlEncoderSetBasicInfo(encoder, &info))
            if jxl.JxlEncoderGetRequiredCodestreamLevel(encoder) == 10 {
                try require(jxl.JxlEncoderSetCodestreamLevel(encoder, 10))
            }
        }

        private func write(
            _ color: JPEGXLStoredSamples.Color, profile: [UInt8]?
        ) throws(CodecError) {
            var encoding = JxlColorEncoding()
            jxl.JxlColorEncodingSetToSRGB(&encoding, layout.isGray ? 1 : 0)
            switch color {
            case .file:
                guard let profile else { break }
                return try require(jxl.JxlEncoderSetICCProfile(encoder, profile, profile.count))
            case .stated(let stated, _): encoding = stated
            case .light: encoding.transfer_function = JXL_TRANSFER_FUNCTION_LINEAR
            }
            try require(jxl.JxlEncoderSetColorEncoding(encoder, &encoding))
        }

        private func apply(_ settings: EncodeSettings) throws(CodecError) {
            try set(JXL_ENC_FRAME_SETTING_EFFORT, to: settings.libraryEffort)
            if settings.isLossless {
                try require(jxl.JxlEncoderSetFrameLossless(options, 1))
                if settings.isProgressive { try set(JXL_ENC_FRAME_SETTING_RESPONSIVE, to: 1) }
            } else {
                try require(jxl.JxlEncoderSetFrameDistance(options, settings.distance))
                guard settings.isProgressive else { return }
                try set(JXL_ENC_FRAME_SETTING_PROGRESSIVE_DC, to: 1)
                try set(JXL_ENC_FRAME_SETTING_PROGRESSIVE_AC, to: 1)
            }
        }

        private func set(_ option: JxlEncoderFrameSettingId, to value: Int) throws(CodecError) {
            try require(jxl.JxlEncoderFrameSettingsSetOption(options, option, numericCast(value)))
        }

        /// Writes the boxes of EXIF (the offset of the TIFF structure, then the structure) and XMP.
        private func writeMetadata(_ metadata: EmbeddedMetadata) throws(CodecError) {
            let boxes = [
                ("Exif", metadata.exif.map { [0, 0, 0, 0] + $0 } ?? []),
                ("xml ", metadata.xmp ?? []),
            ].filter { !$0.1.isEmpty }
            guard !boxes.isEmpty else { return }
            try require(jxl.JxlEncoderUseBoxes(encoder))
            for (name, box) in boxes {
                let type = name.utf8.map { CChar(bitPattern: $0) }
                try require(jxl.JxlEncoderAddBox(encoder, type, box, box.count, 0))
            }
        }

        /// Encodes an image.
        ///
        /// - Parameter milliseconds: The duration in an animation; nil for a still image.
        func add(_ bitmap: Bitmap, milliseconds: UInt32?, isLast: Bool) throws(CodecError) {
            if let milliseconds {
                var header = JxlFrameHeader()
                jxl.JxlEncoderInitFrameHeader(&header)
                header.duration = milliseconds
                try require(jxl.JxlEncoderSetFrameHeader(options, &header))
            }
            try CodecError.requireMemory(bitmap.byteCount)
            switch bitmap.sampleFormat {
            case .rgba16 where bits == 8, .bgra8:
                try add(eightBits(of: bitmap), as: JXL_TYPE_UINT8)
            case .rgba16: try add(sixteenBits(of: bitmap), as: JXL_TYPE_UINT16)
            case .rgbaHalf: try add(halves(of: bitmap), as: JXL_TYPE_FLOAT16)
            }
            if isLast { jxl.JxlEncoderCloseInput(encoder) }
            try drain()
        }

        /// Passes samples, which the library rounds to the bits of the file.
        private func add<Sample: BitwiseCopyable>(
            _ samples: [Sample], as type: JxlDataType
        ) throws(CodecError) {
            var format = JxlPixelFormat(
                num_channels: UInt32(layout.bytesPerPixel), data_type: type,
                endianness: JXL_NATIVE_ENDIAN, align: 0)
            let count = samples.count * MemoryLayout<Sample>.stride
            try require(jxl.JxlEncoderAddImageFrame(options, &format, samples, count))
        }

        /// Returns the samples to write, in straight alpha.
        private func eightBits(of bitmap: Bitmap) -> [UInt8] {
            let (height, rowBytes) = (
                bitmap.size.height, bitmap.size.width * layout.bytesPerPixel
            )
            return Array(unsafeUninitializedCapacity: rowBytes * height) { buffer, count in
                guard let base = buffer.baseAddress else { return }
                bitmap.writeRows(0..<height, into: base, stride: rowBytes, as: layout)
                count = buffer.count
            }
        }

        /// Returns the samples of a deep bitmap, in straight alpha.
        private func sixteenBits(of bitmap: Bitmap) -> [UInt16] {
            let count = bitmap.size.area * layout.bytesPerPixel
            return Array(unsafeUninitializedCapacity: count) { buffer, written in
                guard let base = buffer.baseAddress else { return }
                bitmap.writeDeepRows(0..<bitmap.size.height, into: base, as: layout)
                written = count
            }
        }

        /// Returns the half floats of a bitmap, of which the library takes only numbers.
        private func halves(of bitmap: Bitmap) -> [UInt16] {
            let infinity: UInt16 = 0x7C00
            var halves = sixteenBits(of: bitmap)
            for index in halves.indices where halves[index] & infinity == infinity {
                halves[index] = HalfFloat.half(HalfFloat.number(halves[index]))
            }
            return halves
        }

        /// Collects the library's output.
        private func drain() throws(CodecError) {
            var status = JXL_ENC_NEED_MORE_OUTPUT
            while status == JXL_ENC_NEED_MORE_OUTPUT {
                if Task.isCancelled { throw .cancelled }
                blocks.append(
                    ByteBlock(capacity: 1 << 16) { buffer in
                        var next = buffer.bindMemory(to: UInt8.self).baseAddress
                        var left = buffer.count
                        status = jxl.JxlEncoderProcessOutput(encoder, &next, &left)
                        return buffer.count - left
                    })
            }
            try require(status)
        }

        private func require(_ status: JxlEncoderStatus) throws(CodecError) {
            guard status == JXL_ENC_SUCCESS else {
                let number = jxl.JxlEncoderGetError(encoder).rawValue
                throw .encoding(.jxl, "libjxl failed with error \(number) for an image of \(size)")
            }
        }
    }

    extension EncodeSettings {
        /// The library's effort, 1 to 9.
        fileprivate var libraryEffort: Int {
            guard let effort else { return 5 }
            return (effort * 9 + 5) / 10
        }

        /// The library's distance, in just noticeable differences, for a quality as in JPEG.
        fileprivate var distance: Float {
            let quality = Float(self.quality)
            if quality >= 30 { return 0.1 + (100 - quality) * 0.09 }
            // From 6.4 at quality 30 it rises quadratically, up to the library's maximum.
            return 6.4 + (30 - quality) * (30 - quality) * (25 - 6.4) / 900
        }
    }
#endif

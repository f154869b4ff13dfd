#if WebP
    import CWebP
    public import WebImageCoding
    public import WebImagePixels

    /// Encodes WebP with libwebp: lossy by quality, or lossless; alpha is kept in both.
    ///
    /// WebP stores colour for two by two pixels together; for `ChromaSubsampling.none` libwebp
    /// shares it out so that edges stay sharp, which takes longer.
    public struct WebPEncoder: ImageEncoder {
        /// An encoder.
        public init() {}

        /// Name and version of the library.
        public var identity: String { "libwebp \(WebPVersion(WebPGetEncoderVersion()))" }

        /// WebP.
        public var format: ImageFormat { .webp }

        /// Encodes a still; looks for cancellation as often as the library tells its progress.
        ///
        /// - Throws: `CodecError.encoding` when a side is over 16,383 pixels or memory is short.
        public func encode(
            _ bitmap: Bitmap, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            try bitmap.size.checkForWebP()
            let config = try WebPConfig(settings)
            let file = try bitmap.withPicture { picture throws(CodecError) in
                try picture.encode(config)
            }
            guard let exif = settings.embedded.exif else { return file }
            return try file.addingExif(exif)
        }
    }

    extension PixelSize {
        /// - Throws: `CodecError.encoding` when a side is beyond the format.
        func checkForWebP() throws(CodecError) {
            let limit = Int(WEBP_MAX_DIMENSION)
            guard width <= limit, height <= limit else {
                throw .encoding(.webp, "\(self) is over \(limit) on a side")
            }
        }
    }

    extension WebPConfig {
        /// The library's settings for ours; its balance of time and size without an effort.
        init(_ settings: EncodeSettings) throws(CodecError) {
            self.init()
            guard WebPConfigInit(&self) != 0 else { throw .webpMismatch }
            if settings.isLossless {
                // Ten presets, from fastest to smallest; 6 is what the library's tools use.
                guard WebPConfigLosslessPreset(&self, Int32((settings.effort ?? 7) - 1)) != 0 else {
                    throw .webpMismatch
                }
                // Transparent pixels are black already: nothing to look for.
                exact = 1
            } else {
                quality = Float(settings.quality)
                method = Int32(settings.effort.map { ($0 - 1) * 6 / 9 } ?? 4)
                use_sharp_yuv = settings.chroma == .none ? 1 : 0
            }
        }
    }

    extension WebPPicture {
        /// The encoded bytes; they stay in the library's memory until the block is freed.
        fileprivate mutating func encode(_ config: WebPConfig) throws(CodecError) -> ByteBlock {
            var config = config
            var output = WebPMemoryWriter()
            WebPMemoryWriterInit(&output)
            writer = WebPMemoryWrite
            progress_hook = { _, _ in Task.isCancelled ? 0 : 1 }
            let succeeded = withUnsafeMutablePointer(to: &output) { pointer in
                custom_ptr = UnsafeMutableRawPointer(pointer)
                return WebPEncode(&config, &self) != 0
            }
            custom_ptr = nil
            guard succeeded, let memory = output.mem else {
                WebPMemoryWriterClear(&output)
                throw CodecError(error_code)
            }
            return ByteBlock(adoptingWebP: memory, count: output.size)
        }
    }

    extension ByteBlock {
        /// Bytes in memory that the library allocated, freed with the block.
        convenience init(adoptingWebP memory: UnsafePointer<UInt8>, count: Int) {
            let owned = LibraryMemory(base: memory)
            self.init(adopting: UnsafeRawBufferPointer(start: memory, count: count)) {
                owned.free()
            }
        }
    }

    /// Memory that libwebp made and one block frees.
    // Safe because only that block reaches it, and frees it once.
    private struct LibraryMemory: @unchecked Sendable {
        let base: UnsafePointer<UInt8>
        func free() { WebPFree(UnsafeMutableRawPointer(mutating: base)) }
    }

    extension CodecError {
        /// The headers and the library do not fit.
        static let webpMismatch = CodecError.encoding(
            .webp, "the installed libwebp is another than was built against")

        /// What an error of libwebp's encoder means.
        init(_ error: WebPEncodingError) {
            let reason =
                switch error {
                case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
                    "libwebp found no memory"
                case VP8_ENC_ERROR_INVALID_CONFIGURATION: "libwebp does not know the settings"
                case VP8_ENC_ERROR_BAD_DIMENSION: "libwebp refuses the size"
                case VP8_ENC_ERROR_PARTITION0_OVERFLOW: "the modes of its blocks exceed 512 kB"
                case VP8_ENC_ERROR_PARTITION_OVERFLOW: "a partition exceeds 16 MB"
                case VP8_ENC_ERROR_BAD_WRITE: "the bytes could not be kept"
                case VP8_ENC_ERROR_FILE_TOO_BIG: "the file exceeds 4 GB"
                default: "libwebp stopped with error \(error.rawValue)"
                }
            self = error == VP8_ENC_ERROR_USER_ABORT ? .cancelled : .encoding(.webp, reason)
        }
    }
#endif

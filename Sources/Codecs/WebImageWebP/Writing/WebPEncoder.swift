#if WebP
    import CWebP
    public import WebImageCoding
    public import WebImagePixels

    /// A WebP encoder based on libwebp: lossy by quality, or lossless; both with alpha.
    ///
    /// Lossy WebP stores colour at half resolution. For `ChromaSubsampling.none`, libwebp's sharp
    /// conversion keeps edges crisp, which takes longer. A picture or an animation of at most 256
    /// colours a frame is encoded in both ways unless lossless is asked for, and the smaller file
    /// is kept.
    public struct WebPEncoder: ImageEncoder {
        /// Creates an encoder.
        public init() {}

        /// 24: the match search of a lossless image; a lossy one needs less.
        public var workingBytesPerPixel: Int { 24 }

        /// The name and version of the library.
        public var identity: String { "libwebp \(WebPVersion(WebPGetEncoderVersion()))" }

        /// The format: WebP.
        public var format: ImageFormat { .webp }

        /// `true`: such samples are stored straight.
        public var keepsTranslucency: Bool { true }

        /// Returns `true` for profiles of colours.
        public func canEmbed(profile: [UInt8]) -> Bool { !ICCProfile.isGray(profile) }

        /// Encodes a still image; cancellation is checked whenever the library reports progress.
        ///
        /// - Throws: `CodecError.encoding` for a side above 16,383 pixels or if memory is short.
        public func encode(
            _ bitmap: Bitmap, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            try bitmap.size.checkForWebP()
            let isStraight = settings.isLossless && bitmap.isWidened && !bitmap.isOpaque
            let bitmap = isStraight ? bitmap : bitmap.inEightBits
            var file = try Self.file(of: bitmap, settings)
            if !settings.isLossless, bitmap.hasColors(atMost: Self.fewColors) {
                file = file.smaller(try Self.file(of: bitmap, settings.asLossless))
            }
            return try file.adding(settings.embedded)
        }

        /// The most colours of a picture that is encoded in both ways.
        static let fewColors = 256

        private static func file(
            of bitmap: Bitmap, _ settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            let config = try WebPConfig(settings)
            return try bitmap.withPicture { picture throws(CodecError) in
                try picture.encode(config)
            }
        }
    }

    extension PixelSize {
        /// Checks the size; throws `CodecError.encoding` if a side exceeds the format's maximum.
        func checkForWebP() throws(CodecError) {
            let limit = Int(WEBP_MAX_DIMENSION)
            guard width <= limit, height <= limit else {
                throw .encoding(.webp, "\(self) exceeds \(limit) pixels a side")
            }
        }
    }

    extension WebPPicture {
        /// Returns the encoded bytes, in memory of the library until the block is freed.
        mutating func encode(_ config: WebPConfig) throws(CodecError) -> ByteBlock {
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

    extension EncodeSettings {
        /// These settings without loss, for a try beside a lossy file.
        ///
        /// The last effort takes a hundred times as long as that file, minutes for a megapixel.
        var asLossless: EncodeSettings {
            var settings = self
            settings.isLossless = true
            settings.effort = settings.effort.map { min($0, 9) }
            return settings
        }
    }

    extension ByteBlock {
        /// Returns the smaller of two files, the other one if they are alike.
        func smaller(_ other: ByteBlock) -> ByteBlock { other.count <= count ? other : self }

        /// Creates a block over memory that the library allocated; frees it with the block.
        convenience init(adoptingWebP memory: UnsafePointer<UInt8>, count: Int) {
            self.init(owning: UnsafeMutableRawPointer(mutating: memory), count: count) {
                WebPFree($0)
            }
        }
    }
#endif

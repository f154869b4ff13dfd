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

        /// Twenty-four: what the search for matches of a lossless picture takes; a lossy one takes less.
        public var workingBytesPerPixel: Int { 24 }

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
            guard let exif = settings.embedded.exif, !exif.isEmpty else { return file }
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

    extension WebPPicture {
        /// The encoded bytes; they stay in the library's memory until the block is freed.
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
#endif

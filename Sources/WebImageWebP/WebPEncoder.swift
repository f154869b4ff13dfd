#if WebP
    import CWebP
    public import WebImageCoding
    public import WebImagePixels

    /// Encodes a still WebP with libwebp: lossy by quality, or lossless; alpha is kept in both.
    public struct WebPEncoder: ImageEncoder {
        /// An encoder.
        public init() {}

        /// Name and version of the library.
        public var identity: String { "libwebp \(WebPVersion(WebPGetEncoderVersion()))" }

        /// WebP.
        public var format: ImageFormat { .webp }

        /// Encodes with method 4, the library's balance of time and size.
        ///
        /// - Throws: `CodecError.encoding` when a side is over 16,383 pixels or memory is short.
        public func encode(
            _ bitmap: Bitmap, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            let limit = Int(WEBP_MAX_DIMENSION)
            guard bitmap.size.width <= limit, bitmap.size.height <= limit else {
                throw .encoding(.webp, "\(bitmap.size) is over \(limit) on a side")
            }
            var config = WebPConfig()
            var picture = WebPPicture()
            guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0 else {
                throw .encoding(.webp, "the installed libwebp is another than was built against")
            }
            config.method = 4
            config.lossless = settings.isLossless ? 1 : 0
            // In lossless mode quality is effort, and the pixels are the same at any.
            config.quality = settings.isLossless ? 75 : Float(settings.quality)
            defer { WebPPictureFree(&picture) }
            try picture.fill(from: bitmap)
            return try picture.encode(config)
        }
    }

    extension WebPPicture {
        /// Takes over the pixels, alpha divided out again.
        fileprivate mutating func fill(from bitmap: Bitmap) throws(CodecError) {
            use_argb = 1
            width = Int32(bitmap.size.width)
            height = Int32(bitmap.size.height)
            guard WebPPictureAlloc(&self) != 0, let argb else {
                throw .encoding(.webp, "no memory for \(bitmap.size)")
            }
            let stride = Int(argb_stride)
            bitmap.withUnsafeRows { rows in
                for y in 0..<bitmap.size.height {
                    let target = argb + y * stride
                    // A word of alpha, red, green, blue from high to low is their reverse in memory.
                    target.withMemoryRebound(to: UInt8.self, capacity: bitmap.size.width * 4) {
                        Convert.unpremultiplied(
                            from: rows + y * bitmap.bytesPerRow, into: $0, as: .bgra8,
                            count: bitmap.size.width)
                    }
                    for x in 0..<bitmap.size.width { target[x] = UInt32(littleEndian: target[x]) }
                }
            }
        }

        /// The encoded bytes; they stay in the library's memory until the block is freed.
        fileprivate mutating func encode(_ config: WebPConfig) throws(CodecError) -> ByteBlock {
            var config = config
            var output = WebPMemoryWriter()
            WebPMemoryWriterInit(&output)
            writer = WebPMemoryWrite
            let succeeded = withUnsafeMutablePointer(to: &output) { pointer in
                custom_ptr = UnsafeMutableRawPointer(pointer)
                return WebPEncode(&config, &self) != 0
            }
            custom_ptr = nil
            guard succeeded, let memory = output.mem else {
                WebPMemoryWriterClear(&output)
                throw .encoding(.webp, "libwebp stopped with error \(error_code.rawValue)")
            }
            let owned = EncodedMemory(base: memory)
            return ByteBlock(adopting: UnsafeRawBufferPointer(start: memory, count: output.size)) {
                owned.free()
            }
        }
    }

    /// Memory that libwebp made and one block frees.
    // Safe because only that block reaches it, and frees it once.
    private struct EncodedMemory: @unchecked Sendable {
        let base: UnsafeMutablePointer<UInt8>
        func free() { WebPFree(base) }
    }
#endif

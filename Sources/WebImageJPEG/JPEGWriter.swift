#if JPEG
    import CJPEGShim
    import WebImageCoding
    import WebImagePixels

    /// One JPEG file being written; closes its handle when it goes.
    struct JPEGWriter: ~Copyable {
        private let handle: OpaquePointer

        init() throws(CodecError) {
            guard let handle = cjpeg_writer_open() else {
                throw .encoding(.jpeg, "no memory for an encoder")
            }
            self.handle = handle
        }

        deinit {
            cjpeg_writer_close(handle)
        }

        func start(size: PixelSize, settings: EncodeSettings) throws(CodecError) {
            let isStarted = cjpeg_writer_start(
                handle, UInt32(clamping: size.width), UInt32(clamping: size.height),
                Int32(settings.quality), settings.isProgressive, settings.quality < 90)
            guard isStarted else { throw error }
        }

        /// Takes rows of blue, green, red and a byte that says nothing.
        func write(_ rows: UnsafePointer<UInt8>, stride: Int, count: Int) throws(CodecError) {
            guard cjpeg_writer_rows(handle, rows, stride, UInt32(count)) else { throw error }
        }

        /// The whole file; nothing can be written after it.
        func finish() throws(CodecError) -> ByteBlock {
            var count = 0
            guard let bytes = cjpeg_writer_finish(handle, &count) else { throw error }
            return ByteBlock(adoptingMalloced: bytes, count: count)
        }

        private var error: CodecError {
            .encoding(.jpeg, String(cString: cjpeg_writer_message(handle)))
        }
    }
#endif

#if PNG
    import CPNGShim
    import WebImageCoding
    import WebImagePixels

    #if canImport(Glibc)
        import Glibc
    #endif

    /// One PNG file being written; closes its handle when it goes.
    struct PNGWriter: ~Copyable {
        private let handle: OpaquePointer

        init() throws(CodecError) {
            guard let handle = cpng_writer_open() else {
                throw .encoding(.png, "no memory for an encoder")
            }
            self.handle = handle
        }

        deinit {
            cpng_writer_close(handle)
        }

        /// Begins a picture; tells how often all its rows are to be written.
        func start(
            size: PixelSize, layout: CPNGLayout, isInterlaced: Bool
        ) throws(CodecError) -> Int {
            var passes: Int32 = 1
            let isStarted = cpng_writer_start(
                handle, UInt32(clamping: size.width), UInt32(clamping: size.height), layout,
                isInterlaced, &passes)
            guard isStarted else { throw error }
            return Int(passes)
        }

        func write(_ rows: UnsafePointer<UInt8>, stride: Int, count: Int) throws(CodecError) {
            guard cpng_writer_rows(handle, rows, stride, UInt32(count)) else { throw error }
        }

        /// The whole file; nothing can be written after it.
        func finish() throws(CodecError) -> ByteBlock {
            var count = 0
            guard let bytes = cpng_writer_finish(handle, &count) else { throw error }
            // Safe because the block is the only owner of the memory and frees it once.
            nonisolated(unsafe) let memory = bytes
            return ByteBlock(adopting: UnsafeRawBufferPointer(start: bytes, count: count)) {
                free(memory)
            }
        }

        private var error: CodecError {
            .encoding(.png, String(cString: cpng_writer_message(handle)))
        }
    }
#endif

#if TIFF
    import CTIFFShim
    import WebImageCoding
    import WebImagePixels

    #if canImport(Glibc)
        import Glibc
    #endif

    /// A TIFF file that is being written; owns a C handle.
    struct TIFFWriter: ~Copyable {
        private let handle: OpaquePointer

        init() throws(CodecError) {
            try TIFFLibrary.require()
            guard let handle = ctiff_writer_open() else {
                throw .encoding(.tiff, "not enough memory for an encoder")
            }
            self.handle = handle
        }

        deinit {
            ctiff_writer_close(handle)
        }

        /// Begins an image of samples of 8 or 16 bits, the latter in native byte order.
        func start(
            size: PixelSize, samples: Int, of format: SampleFormat, rowsPerStrip: Int,
            isSmall: Bool, density: PixelDensity?
        ) throws(CodecError) {
            let isStarted = ctiff_writer_start(
                handle, UInt32(clamping: size.width), UInt32(clamping: size.height),
                UInt16(samples), UInt16(format.mostBits), format == .rgbaHalf,
                UInt32(clamping: rowsPerStrip), isSmall, Float(density?.x ?? 0),
                Float(density?.y ?? 0))
            guard isStarted else { throw error }
        }

        /// Writes a strip; libtiff may modify its bytes.
        func write(
            _ bytes: UnsafeMutablePointer<UInt8>, strip: Int, count: Int
        ) throws(CodecError) {
            guard ctiff_writer_strip(handle, UInt32(clamping: strip), bytes, count) else {
                throw error
            }
        }

        /// Returns the complete file; nothing can be written afterwards.
        func finish() throws(CodecError) -> ByteBlock {
            var count = 0
            guard let bytes = ctiff_writer_finish(handle, &count) else { throw error }
            return ByteBlock(owning: bytes, count: count) { free($0) }
        }

        private var error: CodecError {
            let message = String(cString: ctiff_writer_message(handle))
            return .encoding(.tiff, message.isEmpty ? "libtiff reports no reason" : message)
        }
    }
#endif

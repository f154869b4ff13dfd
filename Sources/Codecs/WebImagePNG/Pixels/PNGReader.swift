#if PNG
    import CPNGShim
    import WebImageCoding
    import WebImagePixels

    /// An image that libpng decodes from the bytes it is fed; owns a C handle.
    struct PNGReader: ~Copyable {
        private let handle: OpaquePointer

        /// Creates a reader and feeds it all chunks before the pixels.
        ///
        /// - Parameter maxChunk: The maximum size of an inflated chunk, in bytes.
        init(chunks: [UInt8], maxChunk: Int) throws(CodecError) {
            guard let handle = cpng_reader_open(maxChunk) else {
                throw .limit("not enough memory for a PNG decoder")
            }
            let status = cpng_reader_chunks(handle, chunks, chunks.count)
            guard status == .OK else {
                let error = Self.error(status, of: handle)
                cpng_reader_close(handle)
                throw error
            }
            self.handle = handle
        }

        deinit {
            cpng_reader_close(handle)
        }

        /// The embedded profile; nil if it is missing or damaged.
        var profile: ByteBlock? {
            var count = 0
            guard let bytes = cpng_reader_profile(handle, &count) else { return nil }
            return ByteBlock(copying: UnsafeBufferPointer(start: bytes, count: count))
        }

        /// Begins with the pixels; returns their format.
        ///
        /// This allocates the row buffers, so the limits must have been checked.
        ///
        /// - Parameter isDeep: `true` for samples of 16 bits, and colours also of greys.
        func start(inflater: PNGInflater, isDeep: Bool = false) throws(CodecError) -> PixelFormat {
            var channels: Int32 = 0
            try require(cpng_reader_start(handle, inflater.code, isDeep, &channels))
            return switch channels {
            case 1: .gray8
            case 2: .grayAlpha8
            case 3: .rgb8
            default: .rgba8
            }
        }

        /// Decodes the next bytes of the zlib stream; calls `row` with `context` for each row.
        func take(
            _ bytes: UnsafeRawBufferPointer, row: CPNGRow, context: UnsafeMutableRawPointer
        ) throws(CodecError) {
            guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            try require(cpng_reader_pixels(handle, base, bytes.count, row, context))
        }

        /// `true` unless the stream is damaged after the last row, as far as it was read.
        var isSound: Bool { cpng_reader_is_sound(handle) }

        private func require(_ status: CPNGStatus) throws(CodecError) {
            guard status == .OK else { throw Self.error(status, of: handle) }
        }

        private static func error(_ status: CPNGStatus, of handle: OpaquePointer) -> CodecError {
            let message = String(cString: cpng_reader_message(handle))
            return status == .tooLarge ? .limit(message) : .damaged(.png, message)
        }
    }
#endif

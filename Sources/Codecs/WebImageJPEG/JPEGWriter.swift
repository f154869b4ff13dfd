#if JPEG
    import CJPEGShim
    import WebImageCoding
    import WebImagePixels

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// A JPEG file that is being written; owns a C handle.
    struct JPEGWriter: ~Copyable {
        private let handle: OpaquePointer

        init() throws(CodecError) {
            guard let handle = cjpeg_writer_open() else {
                throw .encoding(.jpeg, "not enough memory for an encoder")
            }
            self.handle = handle
        }

        deinit {
            cjpeg_writer_close(handle)
        }

        func start(_ picture: CJPEGPicture) throws(CodecError) {
            let isStarted = withUnsafePointer(to: picture) { cjpeg_writer_start(handle, $0) }
            guard isStarted else { throw error }
        }

        /// Writes an EXIF block that fits in a segment; called before the first row.
        func write(exif: [UInt8]) throws(CodecError) {
            let payload = Array("Exif".utf8) + [0, 0] + exif
            let app1: UInt8 = 0xE1
            guard cjpeg_writer_segment(handle, app1, payload, payload.count) else { throw error }
        }

        /// Writes rows of BGRX, the fourth byte ignored.
        func write(_ rows: UnsafePointer<UInt8>, stride: Int, count: Int) throws(CodecError) {
            guard cjpeg_writer_rows(handle, rows, stride, UInt32(count)) else { throw error }
        }

        /// Writes all rows of a bitmap, composited on the matte.
        func write(_ bitmap: Bitmap, matte: SIMD3<UInt8>) throws(CodecError) {
            let (stride, size) = (bitmap.bytesPerRow, bitmap.size)
            let scratch = UnsafeMutablePointer<UInt8>.allocate(
                capacity: bitmap.isOpaque ? 1 : stride * Self.batch)
            defer { scratch.deallocate() }
            try bitmap.withUnsafeRows { (rows) throws(CodecError) in
                for first in Swift.stride(from: 0, to: size.height, by: Self.batch) {
                    guard !Task.isCancelled else { throw .cancelled }
                    let count = min(Self.batch, size.height - first)
                    let source = rows + first * stride
                    if bitmap.isOpaque {
                        try write(source, stride: stride, count: count)
                        continue
                    }
                    bitmap.writeRows(
                        first..<first + count, into: scratch, stride: stride, as: .bgrx8,
                        matte: matte)
                    try write(scratch, stride: stride, count: count)
                }
            }
        }

        /// Returns the complete file; nothing can be written afterwards.
        func finish() throws(CodecError) -> ByteBlock {
            var count = 0
            guard let bytes = cjpeg_writer_finish(handle, &count) else { throw error }
            return ByteBlock(owning: bytes, count: count) { free($0) }
        }

        private var error: CodecError {
            .encoding(.jpeg, String(cString: cjpeg_writer_message(handle)))
        }

        private static let batch = 64
    }
#endif

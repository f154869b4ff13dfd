#if JPEG
    import CJPEGShim
    import WebImageCoding
    import WebImagePixels

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// One JPEG file being read from the bytes it was fed; closes its handle when it goes.
    ///
    /// What needs more bytes than there are says so, and goes on where it was with the next ones.
    struct JPEGReader: ~Copyable {
        /// Whether a step was taken, or waits for bytes.
        enum Progress {
            /// It took its step.
            case advanced
            /// It is at its end.
            case done
            /// It needs bytes that have not been fed.
            case waits
        }

        private let handle: OpaquePointer

        init(limits: DecodeLimits) throws(CodecError) {
            guard let handle = cjpeg_reader_open(max(limits.maxBytes, 1)) else {
                throw .limit("no memory for a JPEG decoder")
            }
            self.handle = handle
        }

        deinit {
            cjpeg_reader_close(handle)
        }

        /// Gives the bytes to read next, beginning with those that were unread.
        ///
        /// - Precondition: `bytes` stay until the last call before the next feeding.
        func feed(_ bytes: UnsafeRawBufferPointer, isEnd: Bool) {
            let base = bytes.bindMemory(to: UInt8.self).baseAddress
            cjpeg_reader_feed(handle, base, bytes.count, isEnd)
        }

        /// How many of the bytes that were fed are still unread.
        var unreadCount: Int { cjpeg_reader_unread(handle) }

        /// What stands before the first scan, nil where bytes are missing.
        func header() throws(CodecError) -> JPEGHeader? {
            var header = CJPEGHeader()
            guard try advance(cjpeg_reader_header(handle, &header)) else { return nil }
            return JPEGHeader(header)
        }

        /// The embedded profile, nil for none and for one whose segments do not fit together.
        func profile() -> ByteBlock? {
            var count = 0
            guard let bytes = cjpeg_reader_profile(handle, &count) else { return nil }
            return ByteBlock(owning: bytes, count: count) { free($0) }
        }

        /// Reads also scans that are not shown.
        ///
        /// - Precondition: Decoding has not begun.
        func readHiddenScans() { cjpeg_reader_read_hidden(handle) }

        /// Leaves out codes of which nothing is shown.
        ///
        /// - Precondition: Decoding has not begun, and all bytes will be fed at once.
        func leaveOutHiddenCodes() { cjpeg_reader_may_trim(handle, Self.leastTrimmed) }

        /// Of fewer bytes, making tables of codes takes as long as is saved by them.
        private static let leastTrimmed = 128 << 10

        /// Whether it failed at what it passed over or left out, which may do no harm.
        var lacksHiddenEnd: Bool { cjpeg_reader_lacks_hidden_end(handle) }

        /// Begins decoding; the size of what will be decoded.
        func start(scale: JPEGScale) throws(CodecError) -> PixelSize {
            var (width, height) = (UInt32(0), UInt32(0))
            try require(cjpeg_reader_start(handle, scale.eighths, &width, &height))
            return PixelSize(width: Int(width), height: Int(height))
        }

        /// Reads some rows of blocks of the scans of a file of several.
        func consumeScans() throws(CodecError) -> Progress {
            var isDone = false
            let steps = UInt32(Self.batch)
            guard try advance(cjpeg_reader_consume(handle, steps, &isDone)) else { return .waits }
            return isDone ? .done : .advanced
        }

        /// Rises with what there is to see of a file of several scans; 0 for nothing.
        var revision: Int { Int(cjpeg_reader_revision(handle)) }

        /// Decodes the next rows, `count` of them if there are bytes for so many.
        func read(
            into rows: UnsafeMutablePointer<UInt8>, stride: Int, count: Int, done: inout Int
        ) throws(CodecError) -> Progress {
            var batch: UInt32 = 0
            let status = cjpeg_reader_rows(handle, rows, stride, UInt32(count), &batch)
            done += Int(batch)
            return try advance(status) ? .advanced : .waits
        }

        /// Decodes what was read of a file of several scans; rows without anything stay clear.
        func pass(size: PixelSize, colorSpace: ColorSpace) throws(CodecError) -> Bitmap {
            var visible: UInt32 = 0
            try require(cjpeg_reader_begin_pass(handle, &visible))
            defer { _ = cjpeg_reader_end_pass(handle) }
            let isWhole = visible == size.height
            var bitmap = try Bitmap(
                decoding: size, colorSpace: colorSpace, isOpaque: isWhole || colorSpace == .cmyk,
                isCleared: !isWhole)
            let stride = bitmap.bytesPerRow
            try bitmap.withUnsafeMutableRows { (rows) throws(CodecError) in
                var done = 0
                while done < visible {
                    guard !Task.isCancelled else { throw .cancelled }
                    _ = try read(
                        into: rows + done * stride, stride: stride,
                        count: min(Self.batch, Int(visible) - done), done: &done)
                }
            }
            return bitmap
        }

        /// Rows between two looks for cancellation.
        static let batch = 64

        private func require(_ status: CJPEGStatus) throws(CodecError) {
            guard status == .OK else { throw error(status) }
        }

        /// Whether the step was taken; false where it needs more bytes.
        private func advance(_ status: CJPEGStatus) throws(CodecError) -> Bool {
            guard status != .needsMore else { return false }
            try require(status)
            return true
        }

        private func error(_ status: CJPEGStatus) -> CodecError {
            let message = String(cString: cjpeg_reader_message(handle))
            return switch status {
            case .OK, .needsMore, .damaged: .damaged(.jpeg, message)
            case .truncated: .truncated(.jpeg, message)
            case .unsupported: .unsupported(.jpeg, message)
            case .tooLarge: .limit(message)
            }
        }
    }
#endif

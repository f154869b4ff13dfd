#if JPEG
    import CJPEGShim
    import WebImageCoding
    import WebImagePixels

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// A JPEG file that is read from the bytes fed so far; owns a C handle.
    ///
    /// A call that runs out of bytes reports this, and continues after the next feed.
    struct JPEGReader: ~Copyable {
        /// The result of a step.
        enum Progress {
            /// The step was completed.
            case advanced
            /// The end is reached.
            case done
            /// The step needs more bytes.
            case waits
        }

        private let handle: OpaquePointer

        init(limits: DecodeLimits) throws(CodecError) {
            guard let handle = cjpeg_reader_open(max(limits.maxBytes, 1)) else {
                throw .limit("not enough memory for a JPEG decoder")
            }
            self.handle = handle
        }

        deinit {
            cjpeg_reader_close(handle)
        }

        /// Sets the bytes to read next, which begin with the unread ones.
        ///
        /// - Precondition: `bytes` stay valid until the last call before the next feed.
        func feed(_ bytes: UnsafeRawBufferPointer, isEnd: Bool) {
            let base = bytes.bindMemory(to: UInt8.self).baseAddress
            cjpeg_reader_feed(handle, base, bytes.count, isEnd)
        }

        /// The number of fed bytes that are still unread.
        var unreadCount: Int { cjpeg_reader_unread(handle) }

        /// Reads the data before the first scan; nil if bytes are missing.
        func header() throws(CodecError) -> JPEGHeader? {
            var header = CJPEGHeader()
            guard try advance(cjpeg_reader_header(handle, &header)) else { return nil }
            return JPEGHeader(header)
        }

        /// Returns the embedded profile; nil if there is none or its segments are inconsistent.
        func profile() -> ByteBlock? {
            var count = 0
            guard let bytes = cjpeg_reader_profile(handle, &count) else { return nil }
            return ByteBlock(owning: bytes, count: count) { free($0) }
        }

        /// Returns the colours of the profile, otherwise of EXIF, which knows no inks.
        func color(_ header: JPEGHeader) -> ColorDescription {
            let profile = profile()
            guard profile == nil, !header.isCMYK, let exif = header.metadata.exif else {
                return ColorDescription(profile: profile)
            }
            return exif.withView { ColorDescription(profile: nil, exif: $0) }
        }

        /// Makes the reader read scans that do not affect the decoded pixels.
        ///
        /// - Precondition: Decoding has not begun.
        func readHiddenScans() { cjpeg_reader_read_hidden(handle) }

        /// Makes the reader leave rows grey whose codes are missing.
        ///
        /// - Precondition: Decoding has not begun.
        func allowTruncatedData() { cjpeg_reader_allow_truncated(handle) }

        /// `true` if rows were left grey.
        var isTruncated: Bool { cjpeg_reader_is_truncated(handle) }

        /// Makes the reader skip codes that do not affect the decoded pixels.
        ///
        /// - Precondition: Decoding has not begun, and all bytes are fed at once.
        func leaveOutHiddenCodes() { cjpeg_reader_may_trim(handle, Self.leastTrimmed) }

        /// The minimum file size in bytes; below it, code tables cost as much time as they save.
        private static let leastTrimmed = 128 << 10

        /// `true` if the failure concerns only data that was skipped, which may be harmless.
        var lacksHiddenEnd: Bool { cjpeg_reader_lacks_hidden_end(handle) }

        /// Begins decoding; returns the size of the decoded image.
        func start(scale: JPEGScale) throws(CodecError) -> PixelSize {
            var (width, height) = (UInt32(0), UInt32(0))
            try require(cjpeg_reader_start(handle, scale.eighths, &width, &height))
            return PixelSize(width: Int(width), height: Int(height))
        }

        /// Reads a batch of block rows from the scans of a file of several scans.
        func consumeScans() throws(CodecError) -> Progress {
            var isDone = false
            let steps = UInt32(Self.batch)
            guard try advance(cjpeg_reader_consume(handle, steps, &isDone)) else { return .waits }
            return isDone ? .done : .advanced
        }

        /// A number that rises with the visible content of several scans; 0 if there is none.
        var revision: Int { Int(cjpeg_reader_revision(handle)) }

        /// Decodes the next rows, at most `count`, as far as the bytes reach.
        func read(
            into rows: UnsafeMutablePointer<UInt8>, stride: Int, count: Int, done: inout Int
        ) throws(CodecError) -> Progress {
            var batch: UInt32 = 0
            let status = cjpeg_reader_rows(handle, rows, stride, UInt32(count), &batch)
            done += Int(batch)
            return try advance(status) ? .advanced : .waits
        }

        /// Decodes the scans read so far of a file of several scans; rows without data stay clear.
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

        /// The number of rows between two checks for cancellation.
        static let batch = 64

        private func require(_ status: CJPEGStatus) throws(CodecError) {
            guard status == .OK else { throw error(status) }
        }

        /// Returns `true` if the step was completed, `false` if it needs more bytes.
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

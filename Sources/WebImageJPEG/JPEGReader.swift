#if JPEG
    import CJPEGShim
    import WebImageCoding
    import WebImagePixels

    #if canImport(Glibc)
        import Glibc
    #endif

    /// One JPEG file being read; closes its handle when it goes.
    struct JPEGReader: ~Copyable {
        /// What stands before the first scan.
        let header: CJPEGHeader
        private let handle: OpaquePointer

        /// Reads up to the first scan.
        ///
        /// - Precondition: `bytes` outlive the reader.
        init(_ bytes: UnsafeRawBufferPointer, limits: DecodeLimits) throws(CodecError) {
            guard let base = bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count > 0 else {
                throw .truncated(.jpeg, "no bytes")
            }
            guard let handle = cjpeg_reader_open(base, bytes.count, max(limits.maxBytes, 1)) else {
                throw .limit("no memory for a JPEG decoder")
            }
            var header = CJPEGHeader()
            let status = cjpeg_reader_header(handle, &header)
            guard status == .OK else {
                let error = Self.error(status, of: handle)
                cjpeg_reader_close(handle)
                throw error
            }
            self.handle = handle
            self.header = header
        }

        deinit {
            cjpeg_reader_close(handle)
        }

        /// Width and height as stored.
        var storedSize: PixelSize {
            PixelSize(width: Int(header.width), height: Int(header.height))
        }

        /// The orientation that the EXIF segment names, `up` without one.
        var orientation: Orientation {
            guard let exif = header.exif, header.exif_count > 0 else { return .up }
            return Orientation(
                exif: UnsafeRawBufferPointer(start: exif, count: header.exif_count).bytes)
        }

        /// What the header says.
        var metadata: ImageMetadata {
            let orientation = orientation
            return ImageMetadata(size: orientation.upright(storedSize), orientation: orientation)
        }

        /// The embedded profile, nil for none and for one whose segments do not fit together.
        func profile() -> ByteBlock? {
            var count = 0
            guard let bytes = cjpeg_reader_profile(handle, &count) else { return nil }
            return ByteBlock(adoptingMalloced: bytes, count: count)
        }

        /// Refuses a picture that is too large, before anything of its size is allocated.
        func check(_ limits: DecodeLimits, scale: JPEGScale) throws(CodecError) {
            let size = storedSize
            guard !size.isEmpty else {
                throw .damaged(.jpeg, "the header claims a size of \(size)")
            }
            let eighths = Int(scale.eighths)
            let output = (4 * eighths * eighths + 63) / 64
            let coefficients = (Int(clamping: header.coefficient_bytes) + size.area - 1) / size.area
            try limits.check(size, format: .jpeg, bytesPerPixel: output + coefficients)
        }

        /// Decodes all pixels, four bytes each; looks for cancellation between batches of rows.
        ///
        /// - Precondition: `check` has passed with the same scale.
        func pixels(scale: JPEGScale, colorSpace: ColorSpace) throws(CodecError) -> Bitmap {
            var (width, height) = (UInt32(0), UInt32(0))
            try require(cjpeg_reader_start(handle, scale.eighths, &width, &height))
            if header.has_multiple_scans { try consumeScans() }
            let size = PixelSize(width: Int(width), height: Int(height))
            var bitmap = Bitmap(size: size, colorSpace: colorSpace, isOpaque: true)
            let stride = bitmap.bytesPerRow
            try bitmap.withUnsafeMutableRows { (rows) throws(CodecError) in
                for first in Swift.stride(from: 0, to: size.height, by: Self.batch) {
                    guard !Task.isCancelled else { throw .cancelled }
                    let count = UInt32(min(Self.batch, size.height - first))
                    try require(cjpeg_reader_rows(handle, rows + first * stride, stride, count))
                }
            }
            return bitmap
        }

        private static let batch = 64

        private func consumeScans() throws(CodecError) {
            var isDone = false
            while !isDone {
                guard !Task.isCancelled else { throw .cancelled }
                try require(cjpeg_reader_consume(handle, UInt32(Self.batch), &isDone))
            }
        }

        private func require(_ status: CJPEGStatus) throws(CodecError) {
            guard status == .OK else { throw Self.error(status, of: handle) }
        }

        private static func error(_ status: CJPEGStatus, of handle: OpaquePointer) -> CodecError {
            let message = String(cString: cjpeg_reader_message(handle))
            return switch status {
            case .OK, .damaged: .damaged(.jpeg, message)
            case .truncated: .truncated(.jpeg, message)
            case .unsupported: .unsupported(.jpeg, message)
            case .tooLarge: .limit(message)
            }
        }
    }

    extension ByteBlock {
        /// Adopts memory that came from `malloc`.
        convenience init(adoptingMalloced bytes: UnsafeMutablePointer<UInt8>, count: Int) {
            // Safe because the block is the only owner of the memory and frees it once.
            nonisolated(unsafe) let memory = bytes
            self.init(adopting: UnsafeRawBufferPointer(start: bytes, count: count)) { free(memory) }
        }
    }
#endif

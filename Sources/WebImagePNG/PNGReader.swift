#if PNG
    import CPNGShim
    import WebImageCoding
    import WebImagePixels

    /// One PNG file being read; closes its handle when it goes.
    struct PNGReader: ~Copyable {
        /// What stands before the pixels.
        let header: CPNGHeader
        private let handle: OpaquePointer

        /// Reads up to the pixels.
        ///
        /// - Precondition: `bytes` outlive the reader.
        init(_ bytes: UnsafeRawBufferPointer, limits: DecodeLimits) throws(CodecError) {
            guard let base = bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count > 0 else {
                throw .truncated(.png, "no bytes")
            }
            let maxChunk = min(max(limits.maxBytes, 1), Self.maxChunk)
            guard let handle = cpng_reader_open(base, bytes.count, maxChunk) else {
                throw .limit("no memory for a PNG decoder")
            }
            var header = CPNGHeader()
            let status = cpng_reader_header(handle, &header)
            guard status == .OK else {
                let error = Self.error(status, of: handle)
                cpng_reader_close(handle)
                throw error
            }
            self.handle = handle
            self.header = header
        }

        deinit {
            cpng_reader_close(handle)
        }

        /// The embedded profile, nil for none and for a damaged one.
        var profile: ByteBlock? {
            guard let bytes = header.profile else { return nil }
            return ByteBlock(
                copying: UnsafeBufferPointer(start: bytes, count: header.profile_count))
        }

        /// Width and height as stored.
        var storedSize: PixelSize {
            PixelSize(width: Int(header.width), height: Int(header.height))
        }

        /// Refuses a picture that is too large, before anything of its size is allocated.
        func check(_ limits: DecodeLimits) throws(CodecError) {
            let size = storedSize
            guard !size.isEmpty else { throw .damaged(.png, "the header claims a size of \(size)") }
            // libpng holds up to three rows of 16-bit samples, which counts where rows are few.
            try limits.check(size, format: .png, bytesPerPixel: 4 + 24 / size.height)
        }

        /// Decodes all pixels; looks for cancellation between batches of rows.
        ///
        /// - Precondition: `check` has passed.
        func pixels(colorSpace: ColorSpace) throws(CodecError) -> Bitmap {
            try require(cpng_reader_start(handle))
            let size = storedSize
            var bitmap = Bitmap(size: size, colorSpace: colorSpace, isOpaque: !header.has_alpha)
            let stride = bitmap.bytesPerRow
            try bitmap.withUnsafeMutableRows { (rows) throws(CodecError) in
                for pass in 1...header.passes {
                    for first in Swift.stride(from: 0, to: size.height, by: Self.batch) {
                        guard !Task.isCancelled else { throw .cancelled }
                        let count = min(Self.batch, size.height - first)
                        let batch = rows + first * stride
                        try require(cpng_reader_rows(handle, batch, stride, UInt32(count)))
                        // Earlier passes stay as they are, since later ones read them.
                        guard header.has_alpha, pass == header.passes else { continue }
                        for row in 0..<count {
                            let row = batch + row * stride
                            Convert.premultiplied(
                                from: row, as: .bgra8, into: row, count: size.width)
                        }
                    }
                }
            }
            try require(cpng_reader_finish(handle))
            return bitmap
        }

        private static let batch = 64
        /// Room for any honest profile.
        private static let maxChunk = 8 << 20

        private func require(_ status: CPNGStatus) throws(CodecError) {
            guard status == .OK else { throw Self.error(status, of: handle) }
        }

        private static func error(_ status: CPNGStatus, of handle: OpaquePointer) -> CodecError {
            let message = String(cString: cpng_reader_message(handle))
            return switch status {
            case .OK, .damaged: .damaged(.png, message)
            case .truncated: .truncated(.png, message)
            case .tooLarge: .limit(message)
            }
        }
    }
#endif

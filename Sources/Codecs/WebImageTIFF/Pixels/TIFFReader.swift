#if TIFF
    import CTIFFShim
    import WebImageCoding
    import WebImagePixels

    /// A page of a TIFF file; owns a C handle.
    struct TIFFReader: ~Copyable {
        /// The page's directory.
        let directory: CTIFFDirectory
        /// The number of pages in the file.
        let pageCount: Int
        /// The offset of the page's directory.
        let directoryOffset: Int
        /// All bytes of the file.
        let bytes: UnsafeRawBufferPointer
        private let handle: OpaquePointer

        /// Reads the directory of a page.
        ///
        /// - Precondition: `bytes` outlive the reader.
        /// - Throws: `CodecError` if it is damaged, states more pixels or samples than allowed, or
        ///   is the preview of a raw photograph.
        init(
            _ bytes: UnsafeRawBufferPointer, page: Int, limits: DecodeLimits
        ) throws(CodecError) {
            try TIFFLibrary.require()
            let pages = try TIFFPages(of: bytes.bytes, limits: limits)
            if let raw = RawPhotograph(bytes.bytes, pages: pages) {
                throw .unsupported(.tiff, raw.name)
            }
            guard pages.offsets.indices.contains(page) else {
                throw .unsupported(
                    .tiff,
                    "page \(UInt(bitPattern: page) &+ 1) of a file with \(pages.offsets.count) pages"
                )
            }
            let maxAlloc = min(max(limits.maxBytes, 1 << 16), 1 << 40)
            guard let base = bytes.bindMemory(to: UInt8.self).baseAddress,
                let handle = ctiff_reader_open(base, bytes.count, maxAlloc)
            else { throw .damaged(.tiff, "the header cannot be read") }
            var directory = CTIFFDirectory()
            guard ctiff_reader_directory(handle, UInt64(pages.offsets[page]), &directory) else {
                let error = Self.error(of: handle, otherwise: "the directory cannot be read")
                ctiff_reader_close(handle)
                throw error
            }
            do throws(CodecError) {
                try directory.check(limits)
            } catch {
                ctiff_reader_close(handle)
                throw error
            }
            self.handle = handle
            self.bytes = bytes
            self.directory = directory
            pageCount = pages.offsets.count
            directoryOffset = pages.offsets[page]
        }

        deinit {
            ctiff_reader_close(handle)
        }

        /// The size before the orientation is applied.
        var storedSize: PixelSize { directory.size }

        /// The size of the file in bytes.
        var byteCount: Int { bytes.count }

        /// The orientation in the directory; `up` if it is invalid.
        var orientation: Orientation { Orientation(rawValue: Int(directory.orientation)) ?? .up }

        /// The embedded profile; nil if there is none.
        var profile: ByteBlock? {
            guard let bytes = directory.profile, directory.profile_count > 0 else { return nil }
            let count = Int(directory.profile_count)
            return ByteBlock(copying: UnsafeBufferPointer(start: bytes, count: count))
        }

        /// Returns the layout of the bitmap that the page is decoded to.
        ///
        /// - Parameter light: The result of ``light(_:)``.
        func sampleFormat(_ options: DecodeOptions, _ light: LinearLight?) -> SampleFormat {
            guard light == nil else { return .rgbaHalf }
            let bits = Int(directory.bits)
            guard let model = TIFFModel(directory), model.isDeep else { return .bgra8 }
            // Colours that are multiplied by alpha already have 8 bits in any case, and so have
            // those that are made of 8-bit inks.
            let hasAlpha = model.alpha == .plain && !model.hasInks
            guard bits > 8 || options.keepsTranslucency && hasAlpha,
                options.isDeep(bits: bits, color, hasAlpha: hasAlpha)
            else { return .bgra8 }
            return .rgba16
        }

        /// The metadata in the page's directory.
        var metadata: ImageMetadata {
            var metadata = ImageMetadata(
                size: orientation.upright(storedSize), orientation: orientation,
                hasAlpha: TIFFModel(directory)?.alpha != nil)
            metadata.pageCount = pageCount
            metadata.density = density
            metadata.exif = TIFFMetadata.exif(of: bytes.bytes, directoryAt: directoryOffset)
            return metadata
        }

        private var density: PixelDensity? {
            let (x, y) = (Double(directory.x_resolution), Double(directory.y_resolution))
            guard x > 0, y > 0, x.isFinite, y.isFinite else { return nil }
            switch directory.resolution_unit {
            case 2: return PixelDensity(x: x, y: y)
            case 3: return PixelDensity(x: x * 2.54, y: y * 2.54)
            default: return nil
            }
        }

        /// Calls `body` with the encoded bytes of each strip or tile, clipped to the file.
        func forEachBlock(
            _ body: (_ index: Int, _ bytes: RawSpan) throws(CodecError) -> Void
        ) throws(CodecError) {
            for index in 0..<ctiff_reader_block_count(handle) {
                var (offset, count): (UInt64, UInt64) = (0, 0)
                ctiff_reader_block(handle, index, &offset, &count)
                let start = Int(min(offset, UInt64(bytes.count)))
                let end = start + Int(min(count, UInt64(bytes.count - start)))
                try body(Int(index), UnsafeRawBufferPointer(rebasing: bytes[start..<end]).bytes)
            }
        }

        /// `true` if codes of a fax were damaged or missing in what was decoded.
        var isDamaged: Bool { ctiff_reader_is_damaged(handle) }

        /// Decodes a row of an image in strips; rows are requested from top to bottom.
        func row(_ row: Int, into target: UnsafeMutablePointer<UInt8>) throws(CodecError) {
            try require(ctiff_reader_row(handle, target, UInt32(row)))
        }

        /// Decodes the whole strip or tile that contains a pixel, in one plane.
        func block(
            x: Int, y: Int, plane: Int, into target: UnsafeMutablePointer<UInt8>, count: Int
        ) throws(CodecError) {
            let plane = UInt16(plane)
            try require(
                directory.is_tiled
                    ? ctiff_reader_tile(handle, target, count, UInt32(x), UInt32(y), plane)
                    : ctiff_reader_strip(handle, target, count, UInt32(y), plane))
        }

        /// Throws unless libtiff can convert the colours to RGB, as YCbCr requires.
        func requireConversion() throws(CodecError) {
            guard ctiff_reader_can_convert(handle) else {
                throw .unsupported(.tiff, String(cString: ctiff_reader_message(handle)))
            }
        }

        /// Converts the strip or tile at a pixel, bottom row first.
        func converted(
            x: Int, y: Int, into target: UnsafeMutablePointer<UInt32>
        ) throws(CodecError) {
            try require(
                ctiff_reader_converted(handle, target, UInt32(x), UInt32(y), directory.is_tiled))
        }

        private func require(_ isDone: Bool) throws(CodecError) {
            guard isDone else {
                throw Self.error(of: handle, otherwise: "the pixels cannot be decoded")
            }
        }

        private static func error(of handle: OpaquePointer, otherwise: String) -> CodecError {
            let message = String(cString: ctiff_reader_message(handle))
            if message.contains("Read error") || message.contains("ot enough data") {
                return .truncated(.tiff, message)
            }
            if message.contains("not configured") || message.contains("not implemented") {
                return .unsupported(.tiff, message)
            }
            return .damaged(.tiff, message.isEmpty ? otherwise : message)
        }
    }

    extension CTIFFDirectory {
        /// The size before the orientation is applied.
        fileprivate var size: PixelSize { PixelSize(width: Int(width), height: Int(height)) }

        /// Checks the size and the samples of a pixel, shown or not.
        fileprivate func check(_ limits: DecodeLimits) throws(CodecError) {
            try limits.check(size, format: .tiff, bytesPerPixel: 0, samples: Int(samples))
        }
    }
#endif

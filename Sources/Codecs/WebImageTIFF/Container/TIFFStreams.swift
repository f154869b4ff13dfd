#if TIFF
    import CTIFFShim
    import WebImageCoding

    /// The check of the encoded strips and tiles of a page, before libtiff decodes any of them.
    struct TIFFStreams {
        private let directory: CTIFFDirectory
        private let room: Int

        /// - Parameter room: The bytes that a library may allocate in addition to all buffers.
        init(_ directory: CTIFFDirectory, room: Int) {
            self.directory = directory
            self.room = room
        }

        /// The maximum bytes of coefficients of one JPEG stream with more than one scan.
        static let maxCoefficientBytes = 64 << 20
        /// The maximum dictionary of an LZMA stream, in bytes: the one of xz's highest preset.
        static let maxDictionaryBytes = 64 << 20
        /// The number of encoded bytes that is always allowed, regardless of repetition.
        static let leastInput = 64 << 20

        /// Returns the bytes that a library takes at most to inflate a strip or tile.
        static func memory(of directory: CTIFFDirectory) -> Int {
            let block = Int(directory.block_bytes)
            return switch directory.compression {
            // Coefficients have two bytes, and a dictionary is touched as far as it is filled.
            case TIFFCompression.jpeg: min(2 * block, maxCoefficientBytes)
            case TIFFCompression.lzma: min(block, maxDictionaryBytes)
            // The pixels of libwebp, and those that libtiff copies.
            case TIFFCompression.webP: 2 * block
            default: leastMemory
            }
        }

        /// The bytes of the states of other libraries.
        private static let leastMemory = 256 << 10

        /// Checks the sizes within streams, and the sum of their lengths.
        ///
        /// All strips may share the same bytes, even bytes that decode to nothing.
        ///
        /// - Throws: `CodecError.limit` if they need too much work or memory, `CodecError.damaged`
        ///   if a stream is larger than its strip or tile.
        func check(_ reader: borrowing TIFFReader) throws(CodecError) {
            guard directory.compression != TIFFCompression.none else { return }
            let most = max(reader.byteCount * 4, Self.leastInput)
            // libtiff reads at most this much of a strip or tile.
            let longest = Int(directory.block_bytes) * 10 + 4096
            var sum = 0
            try reader.forEachBlock { (index, bytes) throws(CodecError) in
                sum += min(bytes.byteCount, longest)
                guard sum <= most else {
                    throw .limit("too many strips or tiles share the same bytes")
                }
                try check(bytes, index)
            }
        }

        private func check(_ bytes: RawSpan, _ index: Int) throws(CodecError) {
            guard bytes.byteCount > 0 else { return }
            switch directory.compression {
            case TIFFCompression.jpeg: try check(TIFFStreamSize(jpeg: bytes))
            case TIFFCompression.webP: try check(webP: bytes, index)
            case TIFFCompression.lzma:
                let dictionary = try XZDictionary.largest(in: bytes)
                guard dictionary <= min(Self.maxDictionaryBytes, room) else {
                    throw .limit("an LZMA dictionary of \(dictionary) bytes")
                }
            default: break
            }
        }

        /// Checks a JPEG stream, which may be higher than the last strip: some writers keep the
        /// full height, others round up to whole blocks.
        private func check(_ jpeg: TIFFStreamSize?) throws(CodecError) {
            guard let jpeg else { return }
            guard jpeg.width <= Int(directory.block_width),
                jpeg.height <= Int(directory.block_height) + 15
            else { throw tooLarge("JPEG", jpeg) }
            // libjpeg keeps the coefficients of all scans.
            guard jpeg.coefficientBytes <= min(Self.maxCoefficientBytes, room) else {
                throw .limit("JPEG scans of \(jpeg.width)x\(jpeg.height) in a strip or tile")
            }
        }

        /// Checks a WebP stream: libwebp allocates its size, and libtiff copies rows of its width.
        private func check(webP bytes: RawSpan, _ index: Int) throws(CodecError) {
            guard let size = TIFFStreamSize(webP: bytes) else {
                throw .damaged(.tiff, "a strip or tile is not WebP")
            }
            guard size.width == Int(directory.block_width), size.height == height(of: index) else {
                throw tooLarge("WebP", size)
            }
        }

        /// Returns the number of rows of a strip or tile.
        private func height(of index: Int) -> Int {
            let (height, block) = (Int(directory.height), Int(directory.block_height))
            guard !directory.is_tiled, block > 0 else { return block }
            return min(block, height - index % ((height + block - 1) / block) * block)
        }

        private func tooLarge(_ name: String, _ size: TIFFStreamSize) -> CodecError {
            .damaged(
                .tiff,
                "\(name) of \(size.width)x\(size.height) in a strip or tile of "
                    + "\(directory.block_width)x\(directory.block_height)")
        }
    }
#endif

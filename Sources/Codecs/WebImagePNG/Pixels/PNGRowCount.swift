#if PNG
    import WebImageCoding
    import WebImagePixels

    /// The count of a frame's rows, which are decoded one by one and kept nowhere.
    ///
    /// It is a class because C calls back with its address for each row.
    final class PNGRowCount {
        private let reader: PNGReader
        private let expected: Int
        private var count = 0

        /// Creates the count of a frame of `size`, otherwise as in the file's header.
        ///
        /// - Precondition: The limits have been checked.
        init(_ file: PNGFile, size: PixelSize) throws(CodecError) {
            let isInterlaced = file.header?.isInterlaced == true
            expected = PNGPasses(size: size, isInterlaced: isInterlaced).rowCount
            reader = try PNGReader(chunks: file.chunks(size: size), maxChunk: 1 << 20)
            _ = try reader.start(inflater: file.inflater)
        }

        /// `true` if all rows are there, and the stream after them is sound as far as it was read.
        var isWhole: Bool { count == expected && reader.isSound }

        /// Decodes the next bytes of the zlib stream.
        func take(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
            try reader.take(
                bytes,
                row: { context, _, _, _ in
                    Unmanaged<PNGRowCount>.fromOpaque(context).takeUnretainedValue().count += 1
                }, context: Unmanaged.passUnretained(self).toOpaque())
        }
    }
#endif

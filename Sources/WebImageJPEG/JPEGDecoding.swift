#if JPEG
    import WebImageCoding
    import WebImagePixels

    /// The decoding of one JPEG, from all of its bytes at once or from what there is of them.
    ///
    /// Both go the same way, so that pixels and errors are the same too.
    struct JPEGDecoding: ~Copyable {
        private enum Stage { case header, rows, scans, complete }

        private let reader: JPEGReader
        private let options: DecodeOptions
        private var stage = Stage.header
        private var header: JPEGHeader?
        private var profile: ByteBlock?
        private var size = PixelSize(width: 0, height: 0)
        private var colorSpace = ColorSpace.sRGB
        /// The rows of a file of one scan, or all of another one once it is complete.
        private var bitmap: Bitmap?
        private var rowCount = 0

        init(options: DecodeOptions) throws(CodecError) {
            reader = try JPEGReader(limits: options.limits)
            self.options = options
        }

        /// Whether nothing that follows belongs to the picture.
        var isComplete: Bool { stage == .complete }

        /// Whether the first rows appear long before the last ones.
        var hasRows: Bool { stage == .rows }

        /// Rises with what there is to see, 0 for nothing.
        var revision: Int {
            guard let header else { return 0 }
            return header.hasMultipleScans ? reader.revision : rowCount
        }

        /// Decodes as far as `bytes` reach, which begin with those unread before; how many are unread now.
        ///
        /// - Parameter unread: Set also where an error is thrown.
        mutating func advance(
            _ bytes: UnsafeRawBufferPointer, isEnd: Bool, unread: inout Int
        ) throws(CodecError) {
            reader.feed(bytes, isEnd: isEnd)
            defer { unread = reader.unreadCount }
            while stage != .complete {
                guard !Task.isCancelled else { throw .cancelled }
                guard try step() else { return }
            }
        }

        /// What there is to see; nil for nothing.
        mutating func preview() throws(CodecError) -> DecodeOutput? {
            guard revision > 0, let header else { return nil }
            if isComplete { return try output() }
            if header.hasMultipleScans {
                let bitmap = try reader.pass(size: size, colorSpace: colorSpace)
                return DecodeOutput(bitmap: bitmap, profile: profile, metadata: header.metadata)
            }
            let rows = copyOfRows()
            return DecodeOutput(bitmap: rows, profile: profile, metadata: header.metadata)
        }

        /// The rows so far, the others clear; a copy, so that those to come move nothing.
        private func copyOfRows() -> Bitmap {
            var copy = Bitmap(size: size, colorSpace: colorSpace, isOpaque: colorSpace == .cmyk)
            let count = rowCount * copy.bytesPerRow
            copy.withUnsafeMutableRows { target in
                bitmap?.withUnsafeRows { target.update(from: $0, count: count) }
            }
            return copy
        }

        /// The whole picture.
        ///
        /// - Precondition: It is complete.
        mutating func output() throws(CodecError) -> DecodeOutput {
            guard isComplete, let header else { throw .truncated(.jpeg, "not complete") }
            if bitmap == nil { bitmap = try reader.pass(size: size, colorSpace: colorSpace) }
            guard let bitmap else { throw .truncated(.jpeg, "not complete") }
            return DecodeOutput(bitmap: bitmap, profile: profile, metadata: header.metadata)
        }

        /// Takes one step; false where that needs more bytes.
        private mutating func step() throws(CodecError) -> Bool {
            switch stage {
            case .header: return try readHeader()
            case .rows: return try readRows()
            case .scans:
                let progress = try reader.consumeScans()
                if progress == .done { stage = .complete }
                return progress != .waits
            case .complete: return false
            }
        }

        private mutating func readHeader() throws(CodecError) -> Bool {
            guard let header = try reader.header() else { return false }
            let scale = JPEGScale(
                for: header.storedSize, orientation: header.metadata.orientation,
                downsampling: options.downsampling)
            try header.check(options.limits, scale: scale)
            profile = reader.profile()
            colorSpace = header.isCMYK ? .cmyk : profile == nil ? .sRGB : .embedded
            size = try reader.start(scale: scale)
            stage = header.hasMultipleScans ? .scans : .rows
            self.header = header
            return true
        }

        private mutating func readRows() throws(CodecError) -> Bool {
            var rows =
                bitmap.take()
                ?? Bitmap(uninitialized: size, colorSpace: colorSpace, isOpaque: true)
            let stride = rows.bytesPerRow
            var done = rowCount
            defer {
                bitmap = rows
                rowCount = done
            }
            let count = min(JPEGReader.batch, size.height - done)
            let progress = try rows.withUnsafeMutableRows { (base) throws(CodecError) in
                try reader.read(
                    into: base + done * stride, stride: stride, count: count, done: &done)
            }
            if done == size.height { stage = .complete }
            return progress != .waits
        }
    }
#endif

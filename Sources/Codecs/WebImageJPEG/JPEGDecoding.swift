#if JPEG
    import WebImageCoding
    import WebImagePixels

    /// The decoding of one JPEG, from the complete file or from the bytes received so far.
    ///
    /// Both cases share one code path, so they give the same pixels and errors.
    struct JPEGDecoding: ~Copyable {
        private enum Stage { case header, rows, scans, complete }

        private let reader: JPEGReader
        private let options: DecodeOptions
        private var stage = Stage.header
        private var header: JPEGHeader?
        private var color = ColorDescription.sRGB
        private var size = PixelSize(width: 0, height: 0)
        private var colorSpace = ColorSpace.sRGB
        /// The rows of a file of one scan; of several scans, all rows once the file is complete.
        private var bitmap: Bitmap?
        /// The scaler of a file of one scan, fed as rows arrive; `bitmap` then holds one batch.
        private var scaler: RowScaler?
        private var rowCount = 0
        private var finishedCount = 0

        /// The data to read that does not affect the decoded pixels.
        enum Hidden {
            /// Neither scans nor codes. For callers that have all bytes and retry after a failure.
            case nothing
            /// Codes, but no scans.
            case codes
            /// Everything in the file.
            case everything
        }

        /// - Parameter allowsTruncatedData: `true` to leave rows grey whose codes are missing.
        init(
            options: DecodeOptions, reading hidden: Hidden = .codes, allowsTruncatedData: Bool
        ) throws(CodecError) {
            reader = try JPEGReader(limits: options.limits)
            switch hidden {
            case .nothing: reader.leaveOutHiddenCodes()
            case .codes: break
            case .everything: reader.readHiddenScans()
            }
            if allowsTruncatedData { reader.allowTruncatedData() }
            self.options = options
        }

        /// `true` if a second attempt that reads everything may succeed after an error.
        var lacksHiddenEnd: Bool { reader.lacksHiddenEnd }

        /// `true` if no byte that follows belongs to the image.
        var isComplete: Bool { stage == .complete }

        /// `true` if the first rows are available long before the last.
        var hasRows: Bool { stage == .rows }

        /// A number that rises with the visible content; 0 if there is none.
        var revision: Int {
            guard let header else { return 0 }
            if header.hasMultipleScans { return reader.revision }
            return scaler == nil ? rowCount : finishedCount
        }

        /// Decodes as far as `bytes` reach, which begin with those left unread before.
        ///
        /// - Parameter unread: The number of bytes left unread, set even if an error is thrown.
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

        /// Returns the content decoded so far; nil if there is none.
        mutating func preview() throws(CodecError) -> DecodeOutput? {
            guard revision > 0, let header else { return nil }
            if isComplete { return try output() }
            if header.hasMultipleScans {
                let bitmap = try reader.pass(size: size, colorSpace: colorSpace)
                return DecodeOutput(bitmap: bitmap, color: color, metadata: header.metadata)
            }
            let rows = try copyOfRows()
            return DecodeOutput(bitmap: rows, color: color, metadata: header.metadata)
        }

        /// Copies the decoded rows, the others clear, so that later rows do not alter the copy.
        private mutating func copyOfRows() throws(CodecError) -> Bitmap {
            if var result = scaler?.result {
                result.isOpaque = colorSpace == .cmyk
                return result
            }
            var copy = try Bitmap(
                decoding: size, colorSpace: colorSpace, isOpaque: colorSpace == .cmyk)
            let count = rowCount * copy.bytesPerRow
            copy.withUnsafeMutableRows { target in
                bitmap?.withUnsafeRows { target.update(from: $0, count: count) }
            }
            return copy
        }

        /// Returns the complete image.
        ///
        /// - Precondition: `isComplete`.
        mutating func output() throws(CodecError) -> DecodeOutput {
            guard isComplete, let header else { throw .truncated(.jpeg, "the image is incomplete") }
            if bitmap == nil { bitmap = try reader.pass(size: size, colorSpace: colorSpace) }
            guard let bitmap = scaler?.result ?? bitmap else {
                throw .truncated(.jpeg, "the image is incomplete")
            }
            var metadata = header.metadata
            metadata.isTruncated = reader.isTruncated
            return DecodeOutput(bitmap: bitmap, color: color, metadata: metadata)
        }

        /// Performs one step; returns `false` if it needs more bytes.
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
                for: header, downsampling: options.downsampling)
            try header.check(options.limits, scale: scale)
            color = reader.color(header)
            colorSpace = header.isCMYK ? .cmyk : color.colorSpace
            size = try reader.start(scale: scale)
            stage = header.hasMultipleScans ? .scans : .rows
            self.header = header
            if stage == .rows { try startScaling(header) }
            return true
        }

        /// Begins scaling of rows during decoding, unless that needs more memory than the bitmap.
        private mutating func startScaling(_ header: JPEGHeader) throws(CodecError) {
            let target = options.downsampling.reducedSize(
                of: header.storedSize, header.metadata.orientation)
            // The limits were checked for the unscaled bitmap, so the scaler may not take more.
            guard let target, target != size, target.width <= size.width,
                target.height <= size.height,
                RowScaler.byteCount(from: size, to: target) <= max(size.area * 4, 64 << 10)
            else { return }
            scaler = try RowScaler(
                decoding: size, to: target,
                covering: options.downsampling.coverage(
                    of: header.storedSize, header.metadata.orientation),
                colorSpace: colorSpace, isOpaque: true)
        }

        private mutating func readRows() throws(CodecError) -> Bool {
            let batch = PixelSize(width: size.width, height: min(JPEGReader.batch, size.height))
            // Taken out, so that the storage is unique and rows are written in place.
            var rows: Bitmap
            if let known = bitmap.take() {
                rows = known
            } else {
                rows = try Bitmap(
                    decoding: scaler == nil ? size : batch, colorSpace: colorSpace,
                    isOpaque: true, isCleared: false)
            }
            let (stride, first) = (rows.bytesPerRow, rowCount)
            defer { bitmap = rows }
            let count = min(JPEGReader.batch, size.height - first)
            let place = scaler == nil ? first * stride : 0
            var done = 0
            let progress: JPEGReader.Progress
            do throws(CodecError) {
                progress = try rows.withUnsafeMutableRows { (base) throws(CodecError) in
                    try reader.read(
                        into: base + place, stride: stride, count: count, done: &done)
                }
            } catch {
                take(done, of: rows)
                throw error
            }
            take(done, of: rows)
            if rowCount == size.height { stage = .complete }
            return progress != .waits
        }

        /// Counts and scales rows that were read.
        private mutating func take(_ count: Int, of rows: Bitmap) {
            rowCount += count
            guard scaler != nil else { return }
            rows.withUnsafeRows { base in
                for row in 0..<count { scaler?.append(base + row * rows.bytesPerRow) }
            }
            finishedCount = scaler?.finishedCount ?? 0
        }
    }
#endif

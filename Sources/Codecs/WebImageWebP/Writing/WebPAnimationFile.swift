#if WebP
    import CWebP
    import WebImageCoding
    import WebImagePixels

    /// An animated file (RFC 9649) that is assembled from separately encoded frames.
    ///
    /// libwebp's muxer is not used, because it walks a linked list from its head for every frame.
    struct WebPAnimationFile {
        /// The number of frames.
        private(set) var frameCount = 0
        /// The time span of the last frame, in milliseconds.
        private var time: Range<Int32> = 0..<0
        private var hasAlpha = false
        private let bytes: GrowingBytes
        /// The offset of the last frame's duration.
        private var durationOffset = 0

        /// Creates a file without frames that can grow to less than `limit` bytes.
        init(
            canvas: PixelSize, loopCount: Int, limit: UInt32 = .max
        ) throws(CodecError) {
            bytes = GrowingBytes(
                limit: Int(limit), excess: CodecError(VP8_ENC_ERROR_FILE_TOO_BIG))
            // The file length is set at the end.
            try bytes.append("RIFF")
            try bytes.append(0, bytes: 4)
            try bytes.append("WEBPVP8X")
            try bytes.append(10, bytes: 4)
            try bytes.append(Self.animationFlag, bytes: 4)
            try bytes.append(canvas.width - 1, bytes: 3)
            try bytes.append(canvas.height - 1, bytes: 3)
            try bytes.append("ANIM")
            try bytes.append(6, bytes: 4)
            // The background colour: transparent.
            try bytes.append(0, bytes: 4)
            try bytes.append(min(max(loopCount, 0), 65535), bytes: 2)
        }

        /// Appends the image of a still file.
        ///
        /// After an error the file is unusable.
        ///
        /// - Precondition: `time` is not longer than the format allows.
        mutating func append(
            _ still: ByteBlock, at rect: PixelRect, during time: Range<Int32>, blends: Bool
        ) throws(CodecError) {
            let head = bytes.count
            try bytes.append("ANMF")
            try bytes.append(0, bytes: 4)
            for number in [rect.x / 2, rect.y / 2, rect.size.width - 1, rect.size.height - 1] {
                try bytes.append(number, bytes: 3)
            }
            durationOffset = bytes.count
            try bytes.append(time.count, bytes: 3)
            try bytes.append(blends ? 0 : 2, bytes: 1)
            try still.withSpan { (span) throws(CodecError) in try appendPicture(of: span) }
            bytes.set(bytes.count - head - 8, bytes: 4, at: head + 4)
            frameCount += 1
            self.time = time
        }

        /// Extends the last frame to `end`; returns `false` if that exceeds the format's maximum.
        mutating func extend(to end: Int32) -> Bool {
            guard end - time.lowerBound <= 0xFF_FFFF else { return false }
            time = time.lowerBound..<end
            bytes.set(time.count, bytes: 3, at: durationOffset)
            return true
        }

        /// Returns the complete file; nothing can be appended afterwards.
        func finish() -> ByteBlock {
            bytes.set(bytes.count - 8, bytes: 4, at: 4)
            bytes.set(Self.animationFlag | (hasAlpha ? 0x10 : 0), bytes: 1, at: 20)
            return bytes.take()
        }

        private static let animationFlag = 0x02

        private mutating func appendPicture(of still: RawSpan) throws(CodecError) {
            var offset = 12
            while let chunk = still.chunk(at: offset, end: still.byteCount) {
                let isAlpha = still.has("ALPH", at: offset)
                if isAlpha || still.has("VP8 ", at: offset) {
                    let end = min(chunk.next, still.byteCount)
                    try still.extracting(offset..<end).withUnsafeBytes {
                        (picture) throws(CodecError) in
                        try bytes.append(picture)
                    }
                    hasAlpha = hasAlpha || isAlpha
                }
                offset = chunk.next
            }
        }
    }
#endif

#if WebP
    import CWebP
    import WebImageCoding
    import WebImagePixels

    /// The bytes of an animation in the making (RFC 9649), of frames encoded one by one.
    ///
    /// libwebp's muxer is not used: it walks a linked list from its head for every frame.
    struct WebPAnimationFile {
        /// How many frames there are.
        private(set) var frameCount = 0
        /// When the last of them is shown, in milliseconds.
        private var time: Range<Int32> = 0..<0
        private var hasAlpha = false
        private let bytes: GrowingBytes
        /// Where the duration of the last frame stands.
        private var durationOffset = 0

        /// A file without frames, which refuses to grow to `limit` bytes, more than the format holds.
        init(
            canvas: PixelSize, loopCount: Int, limit: UInt32 = .max
        ) throws(CodecError) {
            bytes = GrowingBytes(
                limit: Int(limit), excess: CodecError(VP8_ENC_ERROR_FILE_TOO_BIG))
            // The length of the file follows when it is known.
            try bytes.append("RIFF")
            try bytes.append(0, bytes: 4)
            try bytes.append("WEBPVP8X")
            try bytes.append(10, bytes: 4)
            try bytes.append(Self.animationFlag, bytes: 4)
            try bytes.append(canvas.width - 1, bytes: 3)
            try bytes.append(canvas.height - 1, bytes: 3)
            try bytes.append("ANIM")
            try bytes.append(6, bytes: 4)
            // The colour of the background: nothing.
            try bytes.append(0, bytes: 4)
            try bytes.append(min(max(loopCount, 0), 65535), bytes: 2)
        }

        /// Adds the picture of a file of a still.
        ///
        /// After it threw, the file is of no use.
        ///
        /// - Precondition: It is shown for no longer than the format holds.
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

        /// Shows the last frame until `end`; false where that is longer than the format holds.
        mutating func extend(to end: Int32) -> Bool {
            guard end - time.lowerBound <= 0xFF_FFFF else { return false }
            time = time.lowerBound..<end
            bytes.set(time.count, bytes: 3, at: durationOffset)
            return true
        }

        /// The whole file, to which nothing can be added after it.
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

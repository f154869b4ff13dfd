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
        private var frames: [UInt8] = []
        /// Where the duration of the last frame stands.
        private var durationOffset = 0

        /// Adds the picture of a file of a still.
        ///
        /// - Precondition: It is shown for no longer than the format holds.
        mutating func append(
            _ still: ByteBlock, at rect: PixelRect, during time: Range<Int32>, blends: Bool
        ) {
            let head = frames.count
            frames += Array("ANMF".utf8) + [0, 0, 0, 0]
            for number in [rect.x / 2, rect.y / 2, rect.size.width - 1, rect.size.height - 1] {
                frames.appendLittleEndian(number, bytes: 3)
            }
            durationOffset = frames.count
            frames.appendLittleEndian(time.count, bytes: 3)
            frames.append(blends ? 0 : 2)
            still.withSpan { appendPicture(of: $0) }
            frames.setLittleEndian(frames.count - head - 8, bytes: 4, at: head + 4)
            frameCount += 1
            self.time = time
        }

        /// Shows the last frame until `end`; false where that is longer than the format holds.
        mutating func extend(to end: Int32) -> Bool {
            guard end - time.lowerBound <= 0xFF_FFFF else { return false }
            time = time.lowerBound..<end
            frames.setLittleEndian(time.count, bytes: 3, at: durationOffset)
            return true
        }

        /// The whole file.
        func assembled(canvas: PixelSize, loopCount: Int) throws(CodecError) -> ByteBlock {
            var file: [UInt8] = []
            let count = Self.headCount + frames.count
            guard count < UInt32.max else { throw CodecError(VP8_ENC_ERROR_FILE_TOO_BIG) }
            file.reserveCapacity(count)
            file += Array("RIFF".utf8)
            file.appendLittleEndian(count - 8, bytes: 4)
            file += Array("WEBPVP8X".utf8)
            file.appendLittleEndian(10, bytes: 4)
            file.appendLittleEndian(hasAlpha ? 0x12 : 0x02, bytes: 4)
            file.appendLittleEndian(canvas.width - 1, bytes: 3)
            file.appendLittleEndian(canvas.height - 1, bytes: 3)
            file += Array("ANIM".utf8)
            file.appendLittleEndian(6, bytes: 4)
            // The colour of the background: nothing.
            file.appendLittleEndian(0, bytes: 4)
            file.appendLittleEndian(min(max(loopCount, 0), 65535), bytes: 2)
            file += frames
            return ByteBlock(copying: file)
        }

        /// The bytes before the first frame: three headers.
        private static let headCount = 12 + 18 + 14

        private mutating func appendPicture(of still: RawSpan) {
            var offset = 12
            while let chunk = still.chunk(at: offset, end: still.byteCount) {
                let isAlpha = still.has("ALPH", at: offset)
                if isAlpha || still.has("VP8 ", at: offset) {
                    let end = min(chunk.next, still.byteCount)
                    still.extracting(offset..<end).withUnsafeBytes { frames += $0 }
                    hasAlpha = hasAlpha || isAlpha
                }
                offset = chunk.next
            }
        }
    }

    extension [UInt8] {
        fileprivate mutating func appendLittleEndian(_ value: Int, bytes: Int) {
            for index in 0..<bytes { append(UInt8(truncatingIfNeeded: value >> (index * 8))) }
        }

        fileprivate mutating func setLittleEndian(_ value: Int, bytes: Int, at offset: Int) {
            for index in 0..<bytes {
                self[offset + index] = UInt8(truncatingIfNeeded: value >> (index * 8))
            }
        }
    }
#endif

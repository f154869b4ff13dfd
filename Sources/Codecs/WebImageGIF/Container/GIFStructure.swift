#if GIF
    import WebImageCoding
    import WebImagePixels

    /// The blocks of a GIF file (GIF89a specification), found without decoding.
    ///
    /// Bytes may arrive in parts; each is examined once.
    struct GIFStructure {
        /// The logical screen, widened to the extent of the first frame, as in browsers.
        private(set) var canvas = PixelSize(width: 0, height: 0)
        private(set) var frames: [GIFFrame] = []
        /// The number of complete frames.
        private(set) var wholeCount = 0
        /// `true` if the file ends inside of a block; the frames of an animation are then the whole
        /// ones.
        private(set) var isCutOff = false
        /// The total number of plays, 0 for infinite.
        private(set) var loopCount = 1
        private let limits: DecodeLimits
        private var phase = Phase.header
        private var offset = 0
        private var globalColorCount = 0
        /// The control that waits for its frame.
        private var control: GIFControl?

        /// The kind of data at the offset.
        private enum Phase {
            case header, block, codeSize, pixels, subBlocks, end
        }

        /// Creates an empty structure.
        init(limits: DecodeLimits) {
            self.limits = limits
        }

        /// Reads the structure of a whole or truncated file.
        ///
        /// - Throws: `CodecError` if there is no frame or the limits are exceeded.
        init(_ bytes: UnsafeRawBufferPointer, limits: DecodeLimits) throws(CodecError) {
            self.init(limits: limits)
            try read(bytes)
            try end(bytes)
        }

        /// Ends with the last of `bytes`: drops a later frame whose pixels are cut off.
        ///
        /// - Throws: `CodecError` if there is no frame.
        mutating func end(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
            try requireFrame()
            let isInside = offset < bytes.count || phase != .block || control != nil
            isCutOff = phase != .end && wholeCount > 0 && isInside
            guard frames.count > max(wholeCount, 1), let last = frames.last else { return }
            if try !last.hasAllRows(in: bytes, limits: limits) { frames.removeLast() }
        }

        /// Continues to the end of `bytes`, which begin with the previous calls' bytes.
        ///
        /// Stops at the trailer or at a byte that begins no block, as browsers do.
        /// - Throws: `CodecError` if this is no GIF, or has too many frames.
        mutating func read(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
            var reader = GIFReader(bytes, offset: offset)
            while try step(&reader) {}
            offset = reader.offset
        }

        /// Checks that there is a frame.
        ///
        /// - Throws: `CodecError` if there is none.
        func requireFrame() throws(CodecError) {
            guard frames.isEmpty else { return }
            switch phase {
            case .header: throw .truncated(.gif, "the header is cut off")
            case .end: throw .damaged(.gif, "the file has no frame")
            default: throw .truncated(.gif, "the file ends before its first frame")
            }
        }

        /// Reads one part; returns `false` if it is incomplete or was the last.
        private mutating func step(_ reader: inout GIFReader) throws(CodecError) -> Bool {
            switch phase {
            case .header: return try readHeader(&reader)
            case .block: return try readBlock(&reader)
            case .codeSize:
                guard let bits = reader.peek(), let first = reader.peek(1) else { return false }
                reader.offset += 1
                frames[frames.count - 1].setCodeSize(bits, isEmpty: first == 0)
                phase = .pixels
            case .pixels:
                let isWhole = reader.skipSubBlocks()
                frames[frames.count - 1].end = reader.offset
                guard isWhole else { return false }
                wholeCount += 1
                phase = .block
            case .subBlocks:
                guard reader.skipSubBlocks() else { return false }
                phase = .block
            case .end: return false
            }
            return true
        }

        private mutating func readHeader(_ reader: inout GIFReader) throws(CodecError) -> Bool {
            guard reader.available >= 6 else { return false }
            guard reader.hasSignature else { throw .damaged(.gif, "the signature is missing") }
            guard let flags = reader.peek(10) else { return false }
            globalColorCount = GIFReader.colorCount(flags)
            guard reader.available >= 13 + globalColorCount * 3 else { return false }
            canvas = PixelSize(width: Int(reader.word(6)), height: Int(reader.word(8)))
            reader.offset += 13 + globalColorCount * 3
            phase = .block
            return true
        }

        private mutating func readBlock(_ reader: inout GIFReader) throws(CodecError) -> Bool {
            switch reader.peek() {
            case nil: return false
            case 0x00: reader.offset += 1
            case 0x21: return readExtension(&reader)
            case 0x2C:
                guard
                    let frame = reader.frame(
                        globalColorCount: globalColorCount, control: control ?? GIFControl())
                else { return false }
                try limits.check(frames: frames.count + 1)
                frames.append(frame)
                control = nil
                if frames.count == 1 {
                    canvas = PixelSize(
                        width: max(canvas.width, frame.rect.x + frame.rect.size.width),
                        height: max(canvas.height, frame.rect.y + frame.rect.size.height))
                }
                phase = .codeSize
            default: phase = .end
            }
            return true
        }

        private mutating func readExtension(_ reader: inout GIFReader) -> Bool {
            guard let label = reader.peek(1) else { return false }
            let content = reader.after(2)
            if label == 0xF9 {
                guard let found = content.graphicControl() else { return false }
                control = found ?? control
            } else if label == 0xFF {
                guard let found = content.loopCount() else { return false }
                loopCount = found ?? loopCount
            }
            reader = content
            phase = .subBlocks
            return true
        }
    }

    extension GIFStructure {
        /// `true` if no byte that follows matters.
        var isAtEnd: Bool { phase == .end }

        /// `true` if the pixels of the first frame have begun.
        var hasPixels: Bool { frames.count > 1 || (frames.count == 1 && phase != .codeSize) }

        /// The metadata of the blocks read so far.
        var metadata: ImageMetadata {
            // A frame that does not cover the canvas may leave transparent pixels.
            let hasAlpha = frames.contains {
                $0.transparentIndex != nil || $0.isEmpty
                    || $0.rect.clamped(to: canvas).size != canvas
            }
            var result = ImageMetadata(size: canvas, hasAlpha: hasAlpha)
            result.isTruncated = isCutOff
            if frames.count > 1 {
                result.frameCount = frames.count
                result.durations = frames.map { $0.duration }
                result.loopCount = loopCount
            }
            return result
        }
    }

    extension GIFReader {
        /// Returns a reader that is `count` bytes further; the bytes exist.
        fileprivate func after(_ count: Int) -> GIFReader {
            var result = self
            result.offset += count
            return result
        }
    }
#endif

#if GIF
    import WebImageCoding
    import WebImagePixels

    /// The blocks of a GIF file (GIF89a specification), found without decoding any.
    ///
    /// Bytes may come piece by piece: each is looked at once, whatever the pieces.
    struct GIFStructure {
        /// The logical screen; the first frame's extent where it has no side, as in browsers.
        private(set) var canvas = PixelSize(width: 0, height: 0)
        /// The frames in order.
        private(set) var frames: [GIFFrame] = []
        /// How many frames have all of their bytes.
        private(set) var wholeCount = 0
        /// How often the animation plays, 0 for ever.
        private(set) var loopCount = 1
        private let limits: DecodeLimits
        private var phase = Phase.header
        private var offset = 0
        private var globalColorCount = 0
        private var control = GIFControl()

        /// What begins at the offset.
        private enum Phase {
            case header, block, codeSize, pixels, subBlocks, end
        }

        /// The structure of no bytes yet.
        init(limits: DecodeLimits) {
            self.limits = limits
        }

        /// The structure of a whole file, or of what there is of it.
        ///
        /// - Throws: `CodecError` when there is no frame, or more of them than allowed.
        init(_ bytes: UnsafeRawBufferPointer, limits: DecodeLimits) throws(CodecError) {
            self.init(limits: limits)
            try read(bytes)
            try requireFrame()
        }

        /// Walks on to the end of `bytes`, which begin as those of the calls before; stops for good
        /// at the trailer, or at a byte that begins no block, as browsers do.
        ///
        /// - Throws: `CodecError` when this is no GIF, or has more frames than allowed.
        mutating func read(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
            var reader = GIFReader(bytes, offset: offset)
            while try step(&reader) {}
            offset = reader.offset
        }

        /// Checks that there is something to show.
        ///
        /// - Throws: `CodecError` when there is no frame.
        func requireFrame() throws(CodecError) {
            guard frames.isEmpty else { return }
            switch phase {
            case .header: throw .truncated(.gif, "the header ends early")
            case .end: throw .damaged(.gif, "no frame")
            default: throw .truncated(.gif, "the file ends before its first frame")
            }
        }

        /// Reads one part; false where it is not there as a whole, or was the last.
        private mutating func step(_ reader: inout GIFReader) throws(CodecError) -> Bool {
            switch phase {
            case .header: return try readHeader(&reader)
            case .block: return try readBlock(&reader)
            case .codeSize:
                guard let bits = reader.uint8() else { return false }
                frames[frames.count - 1].setCodeSize(bits)
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
            guard reader.hasSignature else { throw .damaged(.gif, "no GIF signature") }
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
                    let frame = reader.frame(globalColorCount: globalColorCount, control: control)
                else { return false }
                try limits.check(frames: frames.count + 1)
                frames.append(frame)
                control = GIFControl()
                if canvas.isEmpty {
                    canvas = PixelSize(
                        width: frame.rect.x + frame.rect.size.width,
                        height: frame.rect.y + frame.rect.size.height)
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
        /// Whether nothing that follows matters.
        var isAtEnd: Bool { phase == .end }

        /// Whether the pixels of the first frame have begun.
        var hasPixels: Bool { frames.count > 1 || (frames.count == 1 && phase != .codeSize) }

        /// What the blocks say.
        var metadata: ImageMetadata {
            // A frame that leaves a part of the canvas free may be shown on nothing.
            let hasAlpha = frames.contains {
                $0.transparentIndex != nil || $0.rect.clamped(to: canvas).size != canvas
            }
            var result = ImageMetadata(size: canvas, hasAlpha: hasAlpha)
            if frames.count > 1 {
                result.frameCount = frames.count
                result.durations = frames.map { $0.duration }
                result.loopCount = loopCount
            }
            return result
        }
    }

    extension GIFReader {
        /// A reader `count` bytes further; they are there.
        fileprivate func after(_ count: Int) -> GIFReader {
            var result = self
            result.offset += count
            return result
        }
    }
#endif

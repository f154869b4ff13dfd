#if GIF
    import WebImageCoding
    import WebImagePixels

    /// One frame, as its image descriptor and the graphic control before it say.
    struct GIFFrame {
        /// Where the image descriptor begins.
        var offset: Int
        /// Where the last whole sub-block of its pixels ends.
        var end: Int
        /// Where the frame lies on the canvas; it may stand out.
        var rect: PixelRect
        /// How long it is shown.
        var duration = Duration.zero
        /// The index that leaves a pixel transparent.
        var transparentIndex: UInt8?
    }

    /// The blocks of a GIF file (GIF89a specification), found without decoding any.
    struct GIFStructure {
        /// The logical screen.
        private(set) var canvas: PixelSize
        /// The frames in order, at least one.
        private(set) var frames: [GIFFrame] = []
        /// How often the animation plays, 0 for ever.
        private(set) var loopCount = 1

        /// Walks the blocks of `bytes`; stops quietly at the trailer, where the bytes end, or at a
        /// byte that begins no block, as browsers do.
        ///
        /// - Throws: `CodecError` when there is no frame, or more of them than allowed.
        init(_ bytes: UnsafeRawBufferPointer, limits: DecodeLimits) throws(CodecError) {
            var reader = GIFReader(bytes)
            guard reader.hasSignature else { throw .damaged(.gif, "no GIF signature") }
            reader.offset = 6
            guard let width = reader.uint16(), let height = reader.uint16(),
                let flags = reader.uint8(), reader.skip(2), reader.skipColors(flags)
            else { throw .truncated(.gif, "the header ends early") }
            canvas = PixelSize(width: width, height: height)
            var control: (duration: Duration, transparentIndex: UInt8?)?
            while let introducer = reader.uint8() {
                if introducer == 0x21 {
                    guard let label = reader.uint8() else { break }
                    if label == 0xF9 {
                        control = reader.graphicControl() ?? control
                    } else if label == 0xFF, let plays = reader.loopCount() {
                        loopCount = plays
                    }
                    guard reader.skipSubBlocks() else { break }
                } else if introducer == 0x2C {
                    guard var frame = reader.frame() else { break }
                    if let control { (frame.duration, frame.transparentIndex) = control }
                    control = nil
                    try limits.check(frames: frames.count + 1)
                    let isWhole = reader.skip(1) && reader.skipSubBlocks()
                    frame.end = max(frame.end, reader.blocksEnd)
                    frames.append(frame)
                    guard isWhole else { break }
                } else if introducer != 0 {
                    break
                }
            }
            guard let first = frames.first else {
                if reader.isAtEnd { throw .truncated(.gif, "the file ends before its first frame") }
                throw .damaged(.gif, "no frame")
            }
            // A screen without a side means nothing; browsers take the first frame's.
            if canvas.isEmpty {
                canvas = PixelSize(
                    width: first.rect.x + first.rect.size.width,
                    height: first.rect.y + first.rect.size.height)
            }
        }
    }
#endif

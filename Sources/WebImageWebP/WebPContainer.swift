#if WebP
    import WebImageCoding
    import WebImagePixels

    /// The chunks of a WebP file (RFC 9649), found without decoding any, each looked at once.
    ///
    /// libwebp's demuxer is not used: it walks a linked list from its head for every frame, which is
    /// quadratic in a number that a hostile file chooses.
    struct WebPContainer {
        /// Whether the `VP8X` header says that the file moves.
        private(set) var isAnimated = false
        /// Whether the `VP8X` header allows transparent pixels.
        private(set) var hasAlpha = false
        /// Whether the `VP8X` header announces EXIF metadata.
        private(set) var announcesExif = false
        /// The canvas of the `VP8X` header, nil in a file without it.
        private(set) var canvas: PixelSize?
        /// How often an animation plays, 0 for ever.
        private(set) var loopCount = 1
        /// The frames of an animation in order.
        private(set) var frames: [WebPFrame] = []
        /// The chunk of a still's colours.
        private(set) var image: RIFFChunk?
        /// The bytes of the colour profile.
        private(set) var profile: Range<Int>?
        /// The bytes of the EXIF metadata.
        private(set) var exif: Range<Int>?
        /// Where the file ends, as its first header says.
        let fileEnd: Int
        private var next = 12
        private var isDone = false
        private var hasProfile = false

        /// Looks at the first header alone.
        ///
        /// - Throws: `CodecError` when this is not a WebP file.
        init(start bytes: RawSpan) throws(CodecError) {
            guard let size = bytes.u32(at: 4, .little), bytes.byteCount >= 12 else {
                throw .truncated(.webp, "\(bytes.byteCount) bytes are less than a header")
            }
            guard bytes.has("RIFF"), bytes.has("WEBP", at: 8) else {
                throw .damaged(.webp, "no RIFF header of the form WEBP")
            }
            fileEnd = 8 + Int(size)
        }

        /// Walks the chunks of `bytes`; stops quietly where the bytes end.
        ///
        /// - Throws: `CodecError` when this is not a WebP file, or it has more frames than allowed.
        init(_ bytes: RawSpan, limits: DecodeLimits) throws(CodecError) {
            try self.init(start: bytes)
            try advance(over: bytes, isWhole: true, limits: limits)
        }

        /// Reads the chunks that are new in `bytes`, which begin with those of the last call.
        ///
        /// - Parameter isWhole: Whether no more bytes will come, so that a cut chunk counts.
        /// - Throws: `CodecError` when there are more frames than allowed.
        mutating func advance(
            over bytes: RawSpan, isWhole: Bool = false, limits: DecodeLimits
        ) throws(CodecError) {
            let end = min(bytes.byteCount, fileEnd)
            let isLast = isWhole || bytes.byteCount >= fileEnd
            while !isDone, let chunk = bytes.chunk(at: next, end: end) {
                if image == nil, bytes.has("VP8 ", at: next) || bytes.has("VP8L", at: next) {
                    image = chunk
                }
                guard !chunk.isTruncated || isLast else { return }
                try read(chunk, of: bytes, limits: limits)
                next = chunk.next
                // A plain file is one image chunk; what follows it has no meaning.
                isDone = canvas == nil
            }
        }

        private mutating func read(
            _ chunk: RIFFChunk, of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) {
            let (start, body) = (chunk.start, chunk.body)
            if isAnimated, bytes.has("ANMF", at: start) {
                guard body.count >= 16 else { return }
                frames.append(WebPFrame(chunk, of: bytes))
                try limits.check(frames: frames.count)
            } else if bytes.has("VP8X", at: start) {
                if body.count >= 10, canvas == nil { readHeader(body.lowerBound, of: bytes) }
            } else if bytes.has("ICCP", at: start) {
                if hasProfile, profile == nil, !chunk.isTruncated { profile = body }
            } else if bytes.has("EXIF", at: start) {
                if exif == nil, !chunk.isTruncated { exif = body }
            } else if bytes.has("ANIM", at: start), body.count >= 6 {
                loopCount = Int(bytes.u16(at: body.lowerBound + 4, .little) ?? 1)
            }
        }

        private mutating func readHeader(_ offset: Int, of bytes: RawSpan) {
            let flags = bytes.u8(at: offset) ?? 0
            isAnimated = flags & 0x02 != 0
            announcesExif = flags & 0x08 != 0
            hasAlpha = flags & 0x10 != 0
            hasProfile = flags & 0x20 != 0
            canvas = PixelSize(
                width: bytes.u24(at: offset + 4) + 1, height: bytes.u24(at: offset + 7) + 1)
        }
    }
#endif

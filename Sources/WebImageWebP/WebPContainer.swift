#if WebP
    import WebImageCoding
    import WebImagePixels

    /// One frame of an animation, as its `ANMF` header says.
    struct WebPFrame {
        /// Where it lies on the canvas.
        var rect: PixelRect
        /// How long it is shown.
        var duration: Duration
        /// The bytes of its `ALPH` and `VP8 ` or `VP8L` chunks.
        var payload: Range<Int>
        /// Whether the file ends before the frame does.
        var isTruncated: Bool
    }

    /// The chunks of a WebP file (RFC 9649), found without decoding any.
    ///
    /// libwebp's demuxer is not used: it walks a linked list from its head for every frame, which is
    /// quadratic in a number that a hostile file chooses.
    struct WebPContainer {
        /// Whether the `VP8X` header says that the file moves.
        private(set) var isAnimated = false
        /// Whether the `VP8X` header allows transparent pixels.
        private(set) var hasAlpha = false
        /// The canvas of the `VP8X` header, nil in a file without it.
        private(set) var canvas: PixelSize?
        /// How often an animation plays, 0 for ever.
        private(set) var loopCount = 1
        /// The frames of an animation in order.
        private(set) var frames: [WebPFrame] = []
        /// The bytes of the colour profile.
        private(set) var profile: Range<Int>?
        /// The bytes of the EXIF metadata.
        private(set) var exif: Range<Int>?

        /// Walks the chunks of `bytes`; stops quietly where the bytes end.
        ///
        /// - Throws: `CodecError` when this is not a WebP file, or it has more frames than allowed.
        init(_ bytes: RawSpan, limits: DecodeLimits) throws(CodecError) {
            guard bytes.byteCount >= 12 else {
                throw .truncated(.webp, "\(bytes.byteCount) bytes are less than a header")
            }
            guard bytes.hasTag("RIFF", at: 0), bytes.hasTag("WEBP", at: 8) else {
                throw .damaged(.webp, "no RIFF header of the form WEBP")
            }
            let end = min(bytes.byteCount, 8 + bytes.littleEndian(at: 4, count: 4))
            var offset = 12
            while let chunk = bytes.chunk(at: offset, end: end) {
                try read(chunk, of: bytes, limits: limits)
                offset = chunk.next
                // A plain file is one image chunk; what follows it has no meaning.
                if canvas == nil { break }
            }
        }

        private mutating func read(
            _ chunk: RIFFChunk, of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) {
            if bytes.hasTag("VP8X", at: chunk.start) {
                if chunk.body.count >= 10, canvas == nil {
                    readHeader(chunk.body.lowerBound, of: bytes)
                }
            } else if bytes.hasTag("ICCP", at: chunk.start) {
                if hasProfile, profile == nil, !chunk.isTruncated { profile = chunk.body }
            } else if bytes.hasTag("EXIF", at: chunk.start) {
                if exif == nil, !chunk.isTruncated { exif = chunk.body }
            } else if bytes.hasTag("ANIM", at: chunk.start) {
                if chunk.body.count >= 6 {
                    loopCount = bytes.littleEndian(at: chunk.body.lowerBound + 4, count: 2)
                }
            } else if isAnimated, bytes.hasTag("ANMF", at: chunk.start), chunk.body.count >= 16 {
                frames.append(WebPFrame(chunk, of: bytes))
                try limits.check(frames: frames.count)
            }
        }

        private var hasProfile = false

        private mutating func readHeader(_ offset: Int, of bytes: RawSpan) {
            let flags = bytes.littleEndian(at: offset, count: 1)
            isAnimated = flags & 0x02 != 0
            hasAlpha = flags & 0x10 != 0
            hasProfile = flags & 0x20 != 0
            canvas = PixelSize(
                width: bytes.littleEndian(at: offset + 4, count: 3) + 1,
                height: bytes.littleEndian(at: offset + 7, count: 3) + 1)
        }
    }

    extension WebPFrame {
        fileprivate init(_ chunk: RIFFChunk, of bytes: RawSpan) {
            let header = chunk.body.lowerBound
            rect = PixelRect(
                x: 2 * bytes.littleEndian(at: header, count: 3),
                y: 2 * bytes.littleEndian(at: header + 3, count: 3),
                size: PixelSize(
                    width: bytes.littleEndian(at: header + 6, count: 3) + 1,
                    height: bytes.littleEndian(at: header + 9, count: 3) + 1))
            duration = .milliseconds(bytes.littleEndian(at: header + 12, count: 3))
            isTruncated = chunk.isTruncated
            // Unknown chunks may stand before the picture; libwebp wants to begin at the picture.
            var offset = header + 16
            while let inner = bytes.chunk(at: offset, end: chunk.body.upperBound),
                !["ALPH", "VP8 ", "VP8L"].contains(where: { bytes.hasTag($0, at: inner.start) })
            {
                offset = inner.next
            }
            payload = min(offset, chunk.body.upperBound)..<chunk.body.upperBound
        }
    }

    /// A chunk of a RIFF file.
    private struct RIFFChunk {
        var start: Int
        /// Its content, as far as the file has it.
        var body: Range<Int>
        /// Where the following chunk begins: chunks are padded to an even length.
        var next: Int
        var isTruncated: Bool
    }

    extension RawSpan {
        /// The chunk whose header begins at `offset`, nil when its header does not fit before `end`.
        fileprivate func chunk(at offset: Int, end: Int) -> RIFFChunk? {
            guard offset <= end - 8 else { return nil }
            let count = littleEndian(at: offset + 4, count: 4)
            let body = offset + 8
            return RIFFChunk(
                start: offset, body: body..<min(body + count, end), next: body + count + count % 2,
                isTruncated: body + count > end)
        }

        /// A little-endian number of up to 4 bytes.
        ///
        /// - Precondition: The bytes are inside.
        fileprivate func littleEndian(at offset: Int, count: Int) -> Int {
            (0..<count).reduce(0) { sum, index in
                let byte = unsafeLoad(fromByteOffset: offset + index, as: UInt8.self)
                return sum | Int(byte) << (8 * index)
            }
        }

        /// Whether the four bytes at `offset`, which are inside, are `tag`.
        fileprivate func hasTag(_ tag: StaticString, at offset: Int) -> Bool {
            (0..<4).allSatisfy {
                unsafeLoad(fromByteOffset: offset + $0, as: UInt8.self) == tag.utf8Start[$0]
            }
        }
    }
#endif

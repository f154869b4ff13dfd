#if WebP
    import WebImageCoding
    import WebImagePixels

    /// The chunks of a WebP file (RFC 9649), found without decoding, each read once.
    ///
    /// libwebp's demuxer is not used: it walks a linked list from its head for every frame. That is
    /// quadratic in a number that a hostile file chooses.
    struct WebPContainer {
        /// `true` if the `VP8X` header declares an animation.
        private(set) var isAnimated = false
        /// `true` if the `VP8X` header allows transparent pixels.
        private(set) var hasAlpha = false
        /// `true` if the `VP8X` header declares EXIF metadata.
        private(set) var announcesExif = false
        /// The canvas of the `VP8X` header; nil in a file without it.
        private(set) var canvas: PixelSize?
        /// The total number of plays, 0 for infinite.
        private(set) var loopCount = 1
        /// The frames of an animation in order.
        private(set) var frames: [WebPFrame] = []
        /// `true` if the file ends before an animation does, whose frames are then the whole ones.
        private(set) var isCutOff = false
        /// The chunk with the colours of a still image.
        private(set) var image: RIFFChunk?
        /// The byte range of the colour profile.
        private(set) var profile: Range<Int>?
        /// The byte range of the EXIF metadata; nil unless the header declares it, as in libwebp.
        private(set) var exif: Range<Int>?
        /// The end offset of the file according to its RIFF header.
        let fileEnd: Int
        private var next = 12
        private var isDone = false
        private var hasProfile = false

        /// The colours of the profile, otherwise of EXIF.
        func color(_ bytes: RawSpan) -> ColorDescription {
            if let profile {
                return ColorDescription(profile: ByteBlock(copying: bytes.extracting(profile)))
            }
            guard let exif else { return .sRGB }
            return ColorDescription(profile: nil, exif: bytes.extracting(exif))
        }

        /// Reads only the RIFF header.
        ///
        /// - Throws: `CodecError` if this is not a WebP file.
        init(start bytes: RawSpan) throws(CodecError) {
            guard let size = bytes.u32(at: 4, .little), bytes.byteCount >= 12 else {
                throw .truncated(.webp, "\(bytes.byteCount) bytes are fewer than a header")
            }
            guard bytes.has("RIFF"), bytes.has("WEBP", at: 8) else {
                throw .damaged(.webp, "the RIFF header of type WEBP is missing")
            }
            fileEnd = 8 + Int(size)
        }

        /// Reads the chunks of `bytes`, which may be truncated.
        ///
        /// - Throws: `CodecError` if this is not a WebP file, or has too many frames.
        init(_ bytes: RawSpan, limits: DecodeLimits) throws(CodecError) {
            try self.init(start: bytes)
            try advance(over: bytes, isWhole: true, limits: limits)
            // A byte that pads the last chunk may be missing.
            isCutOff = isAnimated && fileEnd > bytes.byteCount + 1
            if frames.count > 1, frames.last?.isTruncated == true {
                frames.removeLast()
                isCutOff = true
            }
        }

        /// Reads the new chunks of `bytes`, which begin with the last call's bytes.
        ///
        /// - Parameter isWhole: `true` if no bytes follow, so that a truncated chunk counts.
        /// - Throws: `CodecError` if there are too many frames.
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
                // A simple file has one image chunk; chunks after it are ignored.
                isDone = canvas == nil
            }
        }

        /// Checks the memory of the canvas, which an animation needs as a bitmap.
        ///
        /// - Throws: `CodecError` if it exceeds the limits.
        func checkCanvas(_ limits: DecodeLimits) throws(CodecError) {
            guard let canvas else { return }
            try limits.check(canvas, format: .webp, bytesPerPixel: isAnimated ? 4 : 0)
        }

        private mutating func read(
            _ chunk: RIFFChunk, of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) {
            let (start, body) = (chunk.start, chunk.body)
            if isAnimated, bytes.has("ANMF", at: start) {
                guard body.count >= 16 else { return }
                frames.append(WebPFrame(chunk, of: bytes, allowsAlpha: hasAlpha))
                try limits.check(frames: frames.count)
            } else if bytes.has("VP8X", at: start) {
                if body.count >= 10, canvas == nil { readHeader(body.lowerBound, of: bytes) }
            } else if bytes.has("ICCP", at: start) {
                if hasProfile, profile == nil, !chunk.isTruncated { profile = body }
            } else if bytes.has("EXIF", at: start) {
                if announcesExif, exif == nil, !chunk.isTruncated { exif = body }
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

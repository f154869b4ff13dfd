#if PNG
    import WebImageCoding
    import WebImagePixels

    /// What the chunks around the pixels say: orientation and animation.
    ///
    /// It steps from chunk to chunk without reading the pixels, so it costs little for a long file.
    /// Checksums of these chunks are not verified. W3C PNG, third edition, sections 11.2 and 11.3.
    struct PNGChunks {
        /// The orientation in the `eXIf` chunk, which may stand behind the pixels.
        private(set) var orientation = Orientation.up
        /// How often the animation plays, 0 for ever; nil for a still.
        private(set) var loopCount: Int?
        /// How long each frame of the animation is shown; empty for a still.
        ///
        /// As many as there are frame headers, at most as many as the file announces: the announced
        /// number alone may be a lie.
        private(set) var durations: [Duration] = []

        private static let signatureLength = 8

        /// - Throws: `CodecError.limit` when there are more frames than allowed.
        init(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) {
            var announced = 0
            var seesPixels = false
            var chunk = Self.signatureLength
            while let length = bytes.u32(at: chunk, .big) {
                let body = chunk + 8
                if bytes.has("acTL", at: chunk + 4), !seesPixels, loopCount == nil {
                    announced = Int(bytes.u32(at: body, .big) ?? 0)
                    loopCount = bytes.u32(at: body + 4, .big).map { Int($0) }
                } else if bytes.has("fcTL", at: chunk + 4), durations.count < announced {
                    if let duration = Self.duration(of: bytes, at: body) {
                        durations.append(duration)
                    }
                    try limits.check(frames: durations.count)
                } else if bytes.has("IDAT", at: chunk + 4) {
                    seesPixels = true
                } else if bytes.has("eXIf", at: chunk + 4),
                    let range = bytes.range(at: body, count: Int(length))
                {
                    orientation = Orientation(exif: bytes.extracting(range))
                } else if bytes.has("IEND", at: chunk + 4) {
                    break
                }
                chunk = body + Int(length) + 4
            }
            if durations.isEmpty { loopCount = nil }
        }

        /// What all chunks say of a picture whose header libpng has read.
        func metadata(size: PixelSize, hasAlpha: Bool) -> ImageMetadata {
            var metadata = ImageMetadata(
                size: orientation.upright(size), orientation: orientation, hasAlpha: hasAlpha)
            metadata.frameCount = max(durations.count, 1)
            metadata.durations = durations
            metadata.loopCount = loopCount
            return metadata
        }

        /// The delay of a frame; a denominator of 0 stands for 100.
        private static func duration(of bytes: RawSpan, at body: Int) -> Duration? {
            guard let numerator = bytes.u16(at: body + 20, .big),
                let denominator = bytes.u16(at: body + 22, .big)
            else { return nil }
            return .seconds(Int(numerator)) / (denominator == 0 ? 100 : Int(denominator))
        }
    }
#endif

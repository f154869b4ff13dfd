#if WebP
    import CWebP
    import WebImageCoding
    import WebImagePixels

    /// What is known of a file before its pixels are decoded, its claims checked against the limits.
    struct WebPFile {
        /// The chunks.
        private(set) var container: WebPContainer
        /// The still's own header, of an animation its canvas.
        let features: WebPBitstreamFeatures
        /// The EXIF metadata without the prefix that only JPEG should have.
        private(set) var exif: Range<Int>?
        /// The orientation that the EXIF metadata gives.
        private(set) var orientation = Orientation.up

        /// Reads all headers.
        ///
        /// - Throws: `CodecError` when one is damaged, missing or beyond the limits.
        init(_ bytes: RawSpan, limits: DecodeLimits) throws(CodecError) {
            try self.init(WebPContainer(bytes, limits: limits), bytes, limits: limits)
        }

        /// Reads the headers that the chunks hold.
        ///
        /// - Throws: `CodecError` when one is damaged, missing or beyond the limits.
        init(
            _ container: WebPContainer, _ bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) {
            self.container = container
            // The claim of the header comes first: libwebp looks for an image behind it.
            if let canvas = container.canvas { try limits.check(canvas, format: .webp) }
            features = try WebPBitstreamFeatures(of: bytes)
            try limits.check(features.size, format: .webp)
            if container.isAnimated, container.frames.isEmpty {
                throw .truncated(.webp, "an animation without a frame")
            }
            readExif(of: bytes)
        }

        /// Takes over the chunks that are known when more bytes have come.
        mutating func update(_ container: WebPContainer, _ bytes: RawSpan) {
            self.container = container
            readExif(of: bytes)
        }

        private mutating func readExif(of bytes: RawSpan) {
            guard let chunk = container.exif else { return }
            let start = chunk.lowerBound + (bytes.has("Exif\0\0", at: chunk.lowerBound) ? 6 : 0)
            let range = min(start, chunk.upperBound)..<chunk.upperBound
            exif = range
            orientation = Orientation(exif: bytes.extracting(range))
        }

        /// What the headers of `bytes` say.
        func metadata(of bytes: RawSpan) -> ImageMetadata {
            var result = ImageMetadata(
                size: orientation.upright(features.size), orientation: orientation,
                hasAlpha: container.hasAlpha || features.has_alpha != 0)
            result.exif = exif.flatMap {
                $0.isEmpty ? nil : bytes.extracting($0).prefixBytes($0.count)
            }
            if container.isAnimated {
                result.frameCount = container.frames.count
                result.durations = container.frames.map(\.duration)
                result.loopCount = container.loopCount
            }
            return result
        }

        /// A picture of the file with what else `bytes` say.
        func output(_ bitmap: Bitmap, of bytes: RawSpan) -> DecodeOutput {
            var bitmap = bitmap
            bitmap.colorSpace = container.profile == nil ? .sRGB : .embedded
            return DecodeOutput(
                bitmap: bitmap,
                profile: container.profile.map { ByteBlock(copying: bytes.extracting($0)) },
                metadata: metadata(of: bytes))
        }
    }

    extension WebPBitstreamFeatures {
        /// The features of a file, or of the chunks of one frame.
        init(of bytes: RawSpan) throws(CodecError) {
            self.init()
            let status = bytes.withUnsafeBytes { buffer in
                WebPGetFeatures(buffer.baseAddress, buffer.count, &self)
            }
            guard status == VP8_STATUS_OK else { throw CodecError(status) }
        }

        /// Width and height.
        var size: PixelSize { PixelSize(width: Int(width), height: Int(height)) }

        /// Whether it is VP8L; only that (and an alpha plane) is kept whole by the library.
        var isLossless: Bool { format == 2 }
    }
#endif

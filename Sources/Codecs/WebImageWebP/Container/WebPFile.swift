#if WebP
    import CWebP
    import WebImageCoding
    import WebImagePixels

    /// The facts known before the pixels are decoded, checked against the limits.
    struct WebPFile {
        private(set) var container: WebPContainer
        /// The header of a still image, or of an animation's canvas.
        let features: WebPBitstreamFeatures
        /// The range of the EXIF metadata without the prefix that belongs to JPEG only.
        private(set) var exif: Range<Int>?
        /// The orientation in the EXIF metadata.
        private(set) var orientation = Orientation.up

        /// Reads all headers.
        ///
        /// - Throws: `CodecError` if one is damaged, missing or exceeds the limits.
        init(_ bytes: RawSpan, limits: DecodeLimits) throws(CodecError) {
            try self.init(WebPContainer(bytes, limits: limits), bytes, limits: limits)
        }

        /// Reads the headers in the given chunks.
        ///
        /// - Throws: `CodecError` if one is damaged, missing or exceeds the limits.
        init(
            _ container: WebPContainer, _ bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) {
            self.container = container
            // The canvas is checked first, because libwebp also searches for an image chunk.
            try container.checkCanvas(limits)
            features = try WebPBitstreamFeatures(of: bytes)
            // The memory of a still image depends on its scale, so the plan checks it.
            try limits.check(features.size, format: .webp, bytesPerPixel: 0)
            if container.isAnimated, container.frames.isEmpty {
                throw .truncated(.webp, "the animation has no frame")
            }
            readExif(of: bytes)
        }

        /// `true` if pixels may be transparent.
        ///
        /// As in browsers, alpha that the header of the file does not declare is ignored. VP8L
        /// declares its own.
        var hasAlpha: Bool {
            container.hasAlpha
                || features.isLossless && !container.isAnimated && features.has_alpha != 0
        }

        /// Sets the chunks that are known after more bytes have arrived.
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

        /// Returns the metadata in the headers of `bytes`.
        func metadata(of bytes: RawSpan) -> ImageMetadata {
            var result = ImageMetadata(
                size: orientation.upright(features.size), orientation: orientation,
                hasAlpha: hasAlpha)
            result.isTruncated = container.isCutOff
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

        /// Returns a decoded image with the profile and metadata in `bytes`.
        func output(_ bitmap: Bitmap, of bytes: RawSpan) -> DecodeOutput {
            var bitmap = bitmap
            let color = container.color(bytes)
            bitmap.colorSpace = color.colorSpace
            return DecodeOutput(bitmap: bitmap, color: color, metadata: metadata(of: bytes))
        }
    }

    extension WebPBitstreamFeatures {
        /// Reads the features of a file, or of the chunks of one frame.
        init(of bytes: RawSpan) throws(CodecError) {
            self.init()
            let status = bytes.withUnsafeBytes { buffer in
                WebPGetFeatures(buffer.baseAddress, buffer.count, &self)
            }
            guard status == VP8_STATUS_OK else { throw CodecError(status) }
        }

        var size: PixelSize { PixelSize(width: Int(width), height: Int(height)) }

        /// `true` for VP8L, which the library keeps whole, as it does an alpha plane.
        var isLossless: Bool { format == 2 }
    }
#endif

#if WebP
    import CWebP
    import WebImageCoding
    import WebImagePixels

    /// What is known of a file before its pixels are decoded, its claims checked against the limits.
    struct WebPFile {
        /// The chunks.
        let container: WebPContainer
        /// The still's own header, of an animation its canvas.
        let features: WebPBitstreamFeatures
        /// The orientation that the EXIF metadata gives.
        let orientation: Orientation

        /// Reads all headers.
        ///
        /// - Throws: `CodecError` when one is damaged, missing or beyond the limits.
        init(_ bytes: RawSpan, limits: DecodeLimits) throws(CodecError) {
            container = try WebPContainer(bytes, limits: limits)
            // The claim of the header comes first: libwebp looks for an image behind it.
            if let canvas = container.canvas { try limits.check(canvas, format: .webp) }
            features = try WebPBitstreamFeatures(of: bytes)
            orientation = container.exif.map { Orientation(exif: bytes.extracting($0)) } ?? .up
            try limits.check(features.size, format: .webp)
            if container.isAnimated, container.frames.isEmpty {
                throw .truncated(.webp, "an animation without a frame")
            }
        }

        /// What the headers say.
        var metadata: ImageMetadata {
            var result = ImageMetadata(
                size: orientation.upright(features.size), orientation: orientation,
                hasAlpha: container.hasAlpha || features.has_alpha != 0)
            if container.isAnimated {
                result.frameCount = container.frames.count
                result.durations = container.frames.map(\.duration)
                result.loopCount = container.loopCount
            }
            return result
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

#if WebP
    public import WebImageCoding
    public import WebImagePixels

    extension WebPDecoder: AnimatedImageDecoder {
        /// The frames of an animation of more than one, each decoded when it is asked for.
        ///
        /// - Throws: `CodecError` when headers are damaged or beyond the limits.
        public func frames(
            of image: EncodedImage, options: DecodeOptions
        ) throws(CodecError) -> (any FrameProvider)? {
            let frames = try WebPFrames(image, limits: options.limits)
            guard frames.layouts.count > 1 else { return nil }
            return ComposedFrames(
                size: frames.size, layouts: frames.layouts, loopCount: frames.loopCount,
                source: frames)
        }
    }

    /// The stored frames of one file, whose bytes it retains.
    package struct WebPFrames: FrameDrawing {
        /// Width and height of the canvas.
        package let size: PixelSize
        /// How often the animation plays, 0 for ever.
        package let loopCount: Int
        private let bytes: ByteBlock
        private let frames: [WebPFrame]
        private let limits: DecodeLimits
        private let hasProfile: Bool

        /// Reads the headers of all frames; there are none in a still.
        ///
        /// - Throws: `CodecError` when headers are damaged or beyond the limits.
        package init(_ image: EncodedImage, limits: DecodeLimits) throws(CodecError) {
            let file = try image.bytes.withSpan { bytes throws(CodecError) in
                try WebPFile(bytes, limits: limits)
            }
            let size = file.features.size
            frames = file.container.frames
            guard frames.allSatisfy({ $0.rect.clamped(to: size) == $0.rect }) else {
                throw .damaged(.webp, "a frame lies outside of the canvas")
            }
            self.size = size
            loopCount = file.container.loopCount
            bytes = image.bytes
            self.limits = limits
            hasProfile = file.container.profile != nil
        }

        /// Where the frames lie.
        package var layouts: [FrameLayout] { frames.map(\.layout) }

        /// The encoded bytes.
        package var residentByteCount: Int { bytes.count }

        /// Decodes a frame onto the canvas of those before it.
        package func draw(_ index: Int, on canvas: inout Bitmap) throws(CodecError) {
            canvas.colorSpace = hasProfile ? .embedded : .sRGB
            try bytes.withSpan { bytes throws(CodecError) in
                try frames[index].draw(
                    on: &canvas, from: bytes, isFirst: index == 0, limits: limits)
            }
        }
    }
#endif

#if WebP
    public import WebImageCoding
    public import WebImagePixels

    extension WebPDecoder: AnimatedImageDecoder {
        /// Returns the frames of an animation, decoded on demand; nil for a single frame.
        ///
        /// - Throws: `CodecError` if headers are damaged or exceed the limits.
        public func frames(
            of image: EncodedImage, options: DecodeOptions
        ) throws(CodecError) -> (any FrameProvider)? {
            let frames = try WebPFrames(image, limits: options.limits)
            guard frames.layouts.count > 1 else { return nil }
            try options.limits.check(frames: frames.layouts.count, of: frames.size)
            return ComposedFrames(
                size: frames.size, layouts: frames.layouts, loopCount: frames.loopCount,
                source: frames, downsampling: options.downsampling,
                orientation: frames.orientation)
        }
    }

    /// The stored frames of a file, whose bytes it retains.
    package struct WebPFrames: FrameDrawing {
        /// The size of the canvas.
        package let size: PixelSize
        /// The total number of plays, 0 for infinite.
        package let loopCount: Int
        /// The orientation in the EXIF metadata, which is not applied.
        let orientation: Orientation
        private let bytes: ByteBlock
        private let frames: [WebPFrame]
        private let limits: DecodeLimits
        private let colorSpace: ColorSpace

        /// Reads the headers of all frames; a still image has none.
        ///
        /// - Throws: `CodecError` if headers are damaged or exceed the limits.
        package init(_ image: EncodedImage, limits: DecodeLimits) throws(CodecError) {
            let (file, color) = try image.bytes.withSpan { bytes throws(CodecError) in
                let file = try WebPFile(bytes, limits: limits)
                return (file, file.container.color(bytes))
            }
            let size = file.features.size
            frames = file.container.frames
            guard frames.allSatisfy({ $0.rect.clamped(to: size) == $0.rect }) else {
                throw .damaged(.webp, "a frame lies outside the canvas")
            }
            self.size = size
            loopCount = file.container.loopCount
            orientation = file.orientation
            bytes = image.bytes
            self.limits = limits
            colorSpace = color.colorSpace
        }

        /// The layouts of the frames.
        package var layouts: [FrameLayout] { frames.map(\.layout) }

        /// The number of encoded bytes.
        package var residentByteCount: Int { bytes.count }

        /// Draws a frame on the canvas of the frames before it.
        package func draw(_ index: Int, on canvas: inout Bitmap) throws(CodecError) {
            canvas.colorSpace = colorSpace
            try bytes.withSpan { bytes throws(CodecError) in
                try frames[index].draw(
                    on: &canvas, from: bytes, isFirst: index == 0, limits: limits)
            }
        }
    }
#endif

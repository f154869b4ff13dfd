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
            try image.bytes.withSpan { bytes throws(CodecError) in
                let file = try WebPFile(bytes, limits: options.limits)
                let (frames, size) = (file.container.frames, file.features.size)
                guard frames.count > 1 else { return nil }
                guard frames.allSatisfy({ $0.rect.clamped(to: size) == $0.rect }) else {
                    throw .damaged(.webp, "a frame lies outside of the canvas")
                }
                return ComposedFrames(
                    size: size, layouts: frames.map(\.layout),
                    loopCount: file.container.loopCount,
                    source: WebPFrames(
                        bytes: image.bytes, frames: frames, limits: options.limits,
                        hasProfile: file.container.profile != nil))
            }
        }
    }

    /// The stored frames of one file.
    private struct WebPFrames: FrameDrawing {
        let bytes: ByteBlock
        let frames: [WebPFrame]
        let limits: DecodeLimits
        let hasProfile: Bool

        var residentByteCount: Int { bytes.count }

        func draw(_ index: Int, on canvas: inout Bitmap) throws(CodecError) {
            canvas.colorSpace = hasProfile ? .embedded : .sRGB
            try bytes.withSpan { bytes throws(CodecError) in
                try frames[index].draw(
                    on: &canvas, from: bytes, isFirst: index == 0, limits: limits)
            }
        }
    }
#endif

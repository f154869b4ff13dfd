#if GIF
    public import WebImageCoding
    public import WebImagePixels

    extension GIFDecoder: AnimatedImageDecoder {
        /// Returns the frames of an animation; reads all blocks once and keeps the frames' offsets.
        ///
        /// - Throws: `CodecError` if there is no frame or the limits are exceeded.
        public func frames(
            of image: EncodedImage, options: DecodeOptions
        ) throws(CodecError) -> (any FrameProvider)? {
            let structure = try image.bytes.withUnsafeBytes { buffer throws(CodecError) in
                try GIFStructure(buffer, limits: options.limits)
            }
            try options.limits.check(structure.canvas, format: .gif)
            guard structure.frames.count > 1 else { return nil }
            try options.limits.check(frames: structure.frames.count, of: structure.canvas)
            return ComposedFrames(
                size: structure.canvas,
                layouts: structure.frames.map { $0.layout(on: structure.canvas) },
                loopCount: structure.loopCount,
                source: GIFFrames(
                    bytes: image.bytes, frames: structure.frames, options: options),
                downsampling: options.downsampling)
        }
    }

    /// The stored frames of a file, each decoded from its own bytes.
    struct GIFFrames: FrameDrawing {
        let bytes: ByteBlock
        let frames: [GIFFrame]
        let options: DecodeOptions

        /// The size of the file and of the frame table.
        var residentByteCount: Int { bytes.count + frames.count * MemoryLayout<GIFFrame>.stride }

        /// Draws a frame; a blank one after the first is skipped.
        func draw(_ index: Int, on canvas: inout Bitmap) throws(CodecError) {
            let frame = frames[index]
            if index > 0, frame.isBlank { return }
            try bytes.withUnsafeBytes { buffer throws(CodecError) in
                _ = try frame.draw(from: buffer, on: &canvas, options: options)
            }
        }
    }
#endif

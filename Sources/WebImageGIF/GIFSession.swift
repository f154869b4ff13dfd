#if GIF
    import WebImageCoding
    import WebImagePixels

    /// The decoding of a GIF while its bytes arrive.
    ///
    /// giflib cannot suspend within a row. A row is decoded once the bytes suffice for the longest
    /// row of an encoder, or once its frame is complete. So giflib reads every byte of the first
    /// frame once. That frame keeps its full size, since later frames may build on it. Later frames
    /// are decoded when a preview shows them.
    final class GIFSession: IncrementalDecodingSession {
        private let options: DecodeOptions
        private let bytes = GrowingBytes()
        private var structure: GIFStructure
        /// The first frame as far as it is decoded.
        private var first: GIFFirstFrame?
        /// The composer with the later frame that was shown last.
        private var composer: FrameComposer?

        init(options: DecodeOptions) {
            self.options = options
            structure = GIFStructure(limits: options.limits)
        }

        func append(_ bytes: RawSpan) throws(CodecError) {
            guard !structure.isAtEnd else { return }
            try bytes.withUnsafeBytes { (bytes) throws(CodecError) in try self.bytes.append(bytes) }
            try structure.read(self.bytes.bytes)
            guard structure.hasPixels else { return }
            try decodeFirst(isWhole: structure.wholeCount > 0)
        }

        var revision: Int {
            guard let first else { return 0 }
            return first.rowCount + max(structure.wholeCount - 1, 0)
        }

        func preview() throws(CodecError) -> DecodeOutput? {
            guard let first, first.rowCount > 0 else { return nil }
            guard structure.wholeCount > 1 else { return output(first.preview()) }
            return output(try composed(structure.wholeCount - 1, over: first))
        }

        func finish() throws(CodecError) -> DecodeOutput {
            try structure.requireFrame()
            try decodeFirst(isWhole: true)
            guard let first else { throw .truncated(.gif, "the file ends before its first frame") }
            let scaling = GIFScaling(structure, options.downsampling)
            guard let scaling else { return output(first.canvas) }
            return output(try scaling.scaled(first.canvas))
        }

        private func output(_ bitmap: Bitmap) -> DecodeOutput {
            DecodeOutput(bitmap: bitmap, profile: nil, metadata: structure.metadata)
        }

        private func decodeFirst(isWhole: Bool) throws(CodecError) {
            // Taken out, so that the canvas storage is unique and drawn on in place.
            var first: GIFFirstFrame
            if let known = self.first.take() {
                first = known
            } else {
                try options.limits.check(structure.canvas, format: .gif)
                first = try GIFFirstFrame(canvas: structure.canvas)
            }
            defer { self.first = first }
            try first.decode(
                structure.frames[0], from: bytes.bytes, isWhole: isWhole, limits: options.limits)
        }

        /// Returns the canvas after frame `index`, which is complete.
        private func composed(
            _ index: Int, over first: GIFFirstFrame
        ) throws(CodecError) -> Bitmap {
            var composer: FrameComposer
            if let known = self.composer.take() {
                composer = known
            } else {
                composer = try FrameComposer(size: structure.canvas)
            }
            let (canvas, frames) = (structure.canvas, structure.frames)
            try composer.move(
                to: index, layouts: frames.lazy.map { $0.layout(on: canvas) }
            ) { index, target throws(CodecError) in
                if index == 0 {
                    target = first.canvas
                } else if !frames[index].isBlank {
                    try frames[index].draw(
                        from: bytes.bytes, on: &target, limits: options.limits)
                }
            }
            self.composer = composer
            return composer.bitmap
        }
    }
#endif

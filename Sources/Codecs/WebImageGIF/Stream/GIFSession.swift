#if GIF
    import WebImageCoding
    import WebImagePixels

    /// The decoding of a GIF while its bytes arrive.
    ///
    /// giflib cannot suspend within a row. A row is decoded once the bytes suffice for the longest
    /// row of an encoder, or once its frame is complete. So giflib reads every byte of the first
    /// frame once. Later frames are only counted.
    final class GIFSession: IncrementalDecodingSession {
        private let options: DecodeOptions
        private let bytes = GrowingBytes()
        private var structure: GIFStructure
        /// The first frame as far as it is decoded.
        private var first: GIFFirstFrame?

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

        var revision: Int { first?.rowCount ?? 0 }

        var completeFrameCount: Int { structure.wholeCount }

        func preview() throws(CodecError) -> DecodeOutput? {
            guard let first, first.rowCount > 0 else { return nil }
            // An animation that is still arriving is not truncated.
            return DecodeOutput(
                bitmap: first.preview(), color: .sRGB, metadata: structure.metadata)
        }

        func finish() throws(CodecError) -> DecodeOutput {
            try structure.end(bytes.bytes)
            try decodeFirst(isWhole: true)
            guard let first else { throw .truncated(.gif, "the file ends before its first frame") }
            let scaling = GIFScaling(structure, options.downsampling)
            let bitmap = try scaling?.scaled(first.canvas) ?? first.canvas
            return structure.output(bitmap, isTruncated: first.isTruncated)
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
                structure.frames[0], from: bytes.bytes, isWhole: isWhole, options: options)
        }
    }
#endif

#if PNG
    import WebImageCoding
    import WebImagePixels

    /// The stored frames of an animated file, decoded when they are drawn.
    struct PNGFrames: FrameDrawing {
        let file: PNGFile
        let layouts: [FrameLayout]
        let places: [Int]
        let colorSpace: ColorSpace
        let sampleFormat: SampleFormat
        private let mapping: PNGMapping?
        /// The bytes of the file.
        let bytes: ByteBlock

        /// Creates the frames of `animation`.
        ///
        /// - Parameter samples: The format of the canvas.
        init(
            _ animation: PNGAnimation, _ file: PNGFile, of bytes: ByteBlock,
            as samples: SampleFormat
        ) {
            var file = file
            file.animation = nil
            self.file = file
            layouts = animation.frames.map(\.layout).map { layout in
                var layout = layout
                layout.replaces = layout.replaces || !file.hasAlpha
                return layout
            }
            places = animation.frames.map(\.place)
            let color = file.color
            sampleFormat = samples
            colorSpace = (samples == .bgra8 ? color.ofPixels : color).colorSpace
            mapping = PNGMapping(file, color, to: samples)
            self.bytes = bytes
        }

        var residentByteCount: Int { bytes.count }

        func draw(_ index: Int, on canvas: inout Bitmap) throws(CodecError) {
            let layout = layouts[index]
            let picture = try PNGPicture(
                file, size: layout.rect.size, target: nil, colorSpace: colorSpace,
                mapping: mapping)
            try bytes.withUnsafeBytes { (bytes) throws(CodecError) in
                try Self.feed(bytes, from: places[index]) { piece throws(CodecError) in
                    try picture.take(piece)
                }
            }
            canvas.colorSpace = colorSpace
            canvas.draw(try picture.finish(), as: layout)
        }

        /// Ends the animation of a file that is cut off after its last whole frame.
        ///
        /// No pixels are allocated.
        ///
        /// - Parameter isInsidePixels: `true` if the file ends in a chunk of pixels.
        /// - Throws: `CodecError.limit` for a canvas over the limits, `CodecError.cancelled`.
        static func endCutAnimation(
            of file: inout PNGFile, in bytes: UnsafeRawBufferPointer, isInsidePixels: Bool
        ) throws(CodecError) {
            var isMissing = false
            if let open = file.animation?.openFrame, open > 0,
                let frame = file.animation?.frames[open]
            {
                try file.check(target: nil)
                isMissing = isInsidePixels ? true : try !isWhole(frame, of: file, in: bytes)
            }
            file.animation?.end(beforeLast: isMissing)
        }

        private static func isWhole(
            _ frame: PNGAnimation.StoredFrame, of file: PNGFile, in bytes: UnsafeRawBufferPointer
        ) throws(CodecError) -> Bool {
            do throws(CodecError) {
                let rows = try PNGRowCount(file, size: frame.layout.rect.size)
                try feed(bytes, from: frame.place) { piece throws(CodecError) in
                    try rows.take(piece)
                }
                return rows.isWhole
            } catch {
                if error == .cancelled { throw error }
                return false
            }
        }

        /// Feeds the pixel chunks from `place` up to the next frame.
        private static func feed(
            _ bytes: UnsafeRawBufferPointer, from place: Int,
            to take: (UnsafeRawBufferPointer) throws(CodecError) -> Void
        ) throws(CodecError) {
            var parser = PNGParser(at: place)
            var rest = UnsafeRawBufferPointer(rebasing: bytes[min(place, bytes.count)...])
            var kind: PNGName?
            while let event = try parser.next(&rest) {
                switch event {
                case .pixels(let name, _, _):
                    guard name == kind ?? name else { return }
                    kind = name
                case .piece(let piece): try feed(stream: piece, to: take)
                case .chunk(.frame, _, _), .end: return
                case .chunk: break
                }
            }
        }

        private static func feed(
            stream: UnsafeRawBufferPointer,
            to take: (UnsafeRawBufferPointer) throws(CodecError) -> Void
        ) throws(CodecError) {
            var rest = stream
            while !rest.isEmpty {
                guard !Task.isCancelled else { throw .cancelled }
                let count = min(rest.count, PNGDecoder.slice)
                try take(UnsafeRawBufferPointer(rebasing: rest[..<count]))
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }

    extension Bitmap {
        /// Draws a frame on this canvas according to its layout.
        mutating func draw(_ frame: Bitmap, as layout: FrameLayout) {
            var frame = frame
            let covers = layout.rect.size == size
            isOpaque = frame.isOpaque ? isOpaque || covers : isOpaque && !layout.replaces
            if covers, layout.replaces {
                self = frame
            } else {
                // An opaque source is copied without blending, alpha included.
                if layout.replaces { frame.isOpaque = true }
                composite(frame, atX: layout.rect.x, y: layout.rect.y)
            }
        }
    }
#endif

#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding
    import WebImagePixels

    /// Decodes frames one after the other, from bytes that are given in pieces of any size.
    final class JPEGXLReader {
        /// How far the frame that is being decoded has come.
        enum Progress {
            /// Nothing of it can be shown.
            case nothing
            /// The library has begun to write pixels.
            case begun
            /// All of it, an eighth as sharp, can be shown.
            case coarse
        }

        /// The index of the frame that is decoded next, or is being decoded.
        private(set) var next = 0
        private(set) var progress = Progress.nothing
        /// How often there was a new level of detail.
        private(set) var steps = 0
        private let stream: JPEGXLStream
        private let isShownEarly: Bool
        private var target: JPEGXLTarget?

        /// - Parameters:
        ///   - header: The head of the file that will be read.
        ///   - isShownEarly: Whether ``preview()`` may be called.
        init(_ header: JPEGXLHeader, isShownEarly: Bool = false) throws(CodecError) {
            self.isShownEarly = isShownEarly
            let events = [JXL_DEC_COLOR_ENCODING, JXL_DEC_FULL_IMAGE]
            stream = try JPEGXLStream(
                events: events + (isShownEarly ? [JXL_DEC_FRAME_PROGRESSION] : []),
                coalescing: true)
            if header.isConvertible { stream.mapBrightness() }
            _ = stream.jxl.JxlDecoderSetProgressiveDetail(stream.decoder, kPasses)
        }

        /// Decodes on, to the end of a frame at most.
        ///
        /// - Parameters:
        ///   - bytes: The bytes that follow those used up before.
        ///   - done: Raised by the number of bytes that are used up.
        ///   - plan: What to make of a frame; asked for once the header is known.
        /// - Returns: The frame, nil when more bytes are needed.
        func read(
            _ bytes: UnsafeRawBufferPointer, _ done: inout Int,
            plan: () throws(CodecError) -> JPEGXLPlan
        ) throws(CodecError) -> Bitmap? {
            var picture: Bitmap?
            done += try stream.run(bytes) { (event) throws(CodecError) in
                switch event {
                case JXL_DEC_COLOR_ENCODING:
                    if let info = stream.basicInfo { stream.preferSRGB(info) }
                case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
                    let target = try JPEGXLTarget(plan(), isShownEarly: isShownEarly)
                    try target.attach(to: stream)
                    self.target = target
                    progress = .begun
                case JXL_DEC_FRAME_PROGRESSION:
                    progress = .coarse
                    steps += 1
                case JXL_DEC_FULL_IMAGE:
                    picture = try target.take()?.picture(isFinal: true)
                    progress = .nothing
                    next += 1
                    return false
                default: break
                }
                return true
            }
            return picture
        }

        /// What can be shown of the frame that is being decoded, nil when that is nothing.
        func preview() throws(CodecError) -> Bitmap? {
            guard let target, flush() else { return nil }
            return try target.picture(isFinal: false)
        }

        /// Lets the library write what it can tell so far.
        func flush() -> Bool {
            stream.jxl.JxlDecoderFlushImage(stream.decoder) == JXL_DEC_SUCCESS
        }

        /// Passes over frames, decoding of them only what later ones need.
        func skip(to index: Int) {
            guard index > next else { return }
            stream.jxl.JxlDecoderSkipFrames(stream.decoder, index - next)
            next = index
        }

        /// Begins again at the first frame; the bytes are to be given from the first one on.
        func rewind() {
            stream.rewind()
            target = nil
            next = 0
        }
    }
#endif

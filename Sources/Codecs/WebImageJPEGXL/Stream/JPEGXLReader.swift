#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding
    import WebImagePixels

    /// A decoder of consecutive frames, from bytes that are given in chunks of any size.
    final class JPEGXLReader {
        /// The progress of the current frame.
        enum Progress {
            /// Nothing can be shown.
            case nothing
            /// The library has begun to write pixels.
            case begun
            /// The whole frame can be shown at an eighth of its resolution.
            case coarse
        }

        /// The index of the current or next frame.
        private(set) var next = 0
        private(set) var progress = Progress.nothing
        /// The number of completed levels of detail.
        private(set) var steps = 0
        private let stream: JPEGXLStream
        private let isShownEarly: Bool
        private let preferredCurve: JxlTransferFunction?
        private var target: JPEGXLTarget?

        /// - Parameters:
        ///   - header: The header of the file to read.
        ///   - isShownEarly: `true` if ``preview()`` may be called.
        init(_ header: JPEGXLHeader, isShownEarly: Bool = false) throws(CodecError) {
            self.isShownEarly = isShownEarly
            preferredCurve = header.preferredCurve
            let events = [JXL_DEC_COLOR_ENCODING, JXL_DEC_FULL_IMAGE]
            stream = try JPEGXLStream(
                events: events + (isShownEarly ? [JXL_DEC_FRAME_PROGRESSION] : []),
                coalescing: true)
            _ = stream.jxl.JxlDecoderSetProgressiveDetail(stream.decoder, kPasses)
        }

        /// Continues decoding, up to the end of a frame.
        ///
        /// - Parameters:
        ///   - bytes: The bytes that follow those consumed before.
        ///   - done: Increased by the number of consumed bytes.
        ///   - plan: Returns the plan of a frame; called once the header is known.
        /// - Returns: The frame; nil if more bytes are needed.
        func read(
            _ bytes: UnsafeRawBufferPointer, _ done: inout Int,
            plan: () throws(CodecError) -> JPEGXLPlan
        ) throws(CodecError) -> Bitmap? {
            var picture: Bitmap?
            done += try stream.run(bytes) { (event) throws(CodecError) in
                switch event {
                case JXL_DEC_COLOR_ENCODING:
                    if let preferredCurve, let info = stream.basicInfo {
                        stream.prefer(preferredCurve, info)
                    }
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

        /// Returns the content of the current frame; nil if there is none yet.
        func preview() throws(CodecError) -> Bitmap? {
            guard let target, flush() else { return nil }
            return try target.picture(isFinal: false)
        }

        /// Makes the library write the pixels it has decoded so far.
        func flush() -> Bool {
            stream.jxl.JxlDecoderFlushImage(stream.decoder) == JXL_DEC_SUCCESS
        }

        /// Skips frames; only those that later frames depend on are decoded.
        func skip(to index: Int) {
            guard index > next else { return }
            stream.jxl.JxlDecoderSkipFrames(stream.decoder, index - next)
            next = index
        }

        /// Restarts at the first frame; the bytes must be given again from the beginning.
        func rewind() {
            stream.rewind()
            target = nil
            next = 0
        }
    }
#endif

#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding
    import WebImagePixels

    /// What all headers of a file say, read as bytes arrive; no pixel is decoded.
    ///
    /// The format has no table of frames, so it steps from one frame header to the next.
    final class JPEGXLWalk {
        /// The head of the codestream, nil before it has arrived.
        private(set) var header: JPEGXLHeader?
        /// How long each frame is shown, of those whose headers have arrived.
        private(set) var durations: [Duration] = []
        /// The most pictures of canvas size that the library keeps while it composes.
        private(set) var references = 0
        /// How many frames have arrived as a whole, as far as the headers behind them tell.
        private(set) var completeFrames = 0
        private let limits: DecodeLimits
        private let stream: JPEGXLStream
        private var exifBox: JPEGXLExifBox
        private var rest: [UInt8] = []
        private var isDone = false
        private var seesLast = false
        private var layers = 0
        private var layersOfFrame = 0

        init(limits: DecodeLimits) throws(CodecError) {
            self.limits = limits
            stream = try JPEGXLStream(
                events: [
                    JXL_DEC_BASIC_INFO, JXL_DEC_COLOR_ENCODING, JXL_DEC_FRAME, JXL_DEC_BOX,
                ], coalescing: false)
            // Without Brotli the library gives compressed boxes as they are, which are passed over.
            _ = stream.jxl.JxlDecoderSetDecompressBoxes(stream.decoder, 1)
            exifBox = JPEGXLExifBox(stream)
        }

        /// Whether there is more than one picture to show.
        var isAnimated: Bool { header?.ticks != nil && durations.count > 1 }

        /// What the headers say so far.
        ///
        /// - Throws: `CodecError.truncated` before the first ones have arrived.
        func metadata() throws(CodecError) -> ImageMetadata {
            guard let header else { throw .truncated(.jxl, "the header ends early") }
            var metadata = ImageMetadata(
                size: header.orientation.upright(header.size), orientation: header.orientation,
                hasAlpha: header.alpha != .none)
            metadata.exif = exifBox.exif
            guard isAnimated else { return metadata }
            metadata.frameCount = durations.count
            metadata.durations = durations
            metadata.loopCount = header.loopCount
            return metadata
        }

        /// Reads the next bytes.
        ///
        /// What is wrong behind the last frame header is left to those who want pixels.
        func append(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
            guard !isDone else { return }
            do throws(CodecError) {
                guard !rest.isEmpty else {
                    let done = try read(bytes)
                    rest = isDone ? [] : Array(bytes[done...])
                    return
                }
                // The library left less than a box's head, so this copies little more than is new.
                rest += bytes
                let all = rest
                let done = try all.span.bytes.withUnsafeBytes { (all) throws(CodecError) in
                    try read(all)
                }
                rest = isDone ? [] : Array(all[done...])
            } catch {
                guard case .damaged = error, seesLast else { throw error }
                isDone = true
            }
        }

        private func read(_ bytes: UnsafeRawBufferPointer) throws(CodecError) -> Int {
            try stream.run(bytes) { (event) throws(CodecError) in
                switch event {
                case JXL_DEC_BASIC_INFO: try checkSize()
                case JXL_DEC_COLOR_ENCODING: header = try JPEGXLHeader(stream)
                case JXL_DEC_FRAME: try addLayer()
                case JXL_DEC_BOX: exifBox.begin()
                case JXL_DEC_BOX_NEED_MORE_OUTPUT: try exifBox.grow()
                case JXL_DEC_SUCCESS:
                    exifBox.end()
                    isDone = stream.basicInfo?.have_container == 0
                default: break
                }
                return true
            }
        }

        /// Refuses a gigantic picture before the library reads on.
        private func checkSize() throws(CodecError) {
            guard let info = stream.basicInfo else { return }
            let size = PixelSize(width: Int(info.xsize), height: Int(info.ysize))
            // How much memory is needed is known when it is known what is wanted.
            try limits.check(size, format: .jxl, bytesPerPixel: 1)
        }

        private func addLayer() throws(CodecError) {
            guard let header else { throw .damaged(.jxl, "a frame stands before the header") }
            var frame = JxlFrameHeader()
            guard stream.jxl.JxlDecoderGetFrameHeader(stream.decoder, &frame) == JXL_DEC_SUCCESS
            else { throw .damaged(.jxl, "a frame header is missing") }
            completeFrames = durations.count
            seesLast = frame.is_last != 0
            layers += 1
            layersOfFrame += 1
            if layers > 1 || !seesLast { references = min(layers, Self.maxReferences) }
            try limits.check(frames: layers)
            try checkWork(of: header)
            // Layers that last no time are parts of the frame behind them.
            guard frame.is_last != 0 || header.ticks != nil && frame.duration > 0 else { return }
            durations.append(header.duration(ofTicks: frame.duration))
            layersOfFrame = 0
        }

        /// The library has room for four.
        private static let maxReferences = 4

        /// Refuses large pictures of many layers, each of which may cost no bytes but much time.
        private func checkWork(of header: JPEGXLHeader) throws(CodecError) {
            let (work, overflow) = header.size.area.multipliedReportingOverflow(by: layersOfFrame)
            let (allowed, unbounded) = limits.maxPixels.multipliedReportingOverflow(by: 2)
            guard !overflow, work <= (unbounded ? .max : allowed) else {
                throw .limit("\(layersOfFrame) layers of \(header.size) in a frame")
            }
        }
    }
#endif

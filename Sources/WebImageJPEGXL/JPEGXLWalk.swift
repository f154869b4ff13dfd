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
        private let exif: JPEGXLExif
        private var feed = JPEGXLFeed()
        private var hasBegun = false
        private var seesLast = false
        private var layers = 0
        private var layersOfFrame = 0

        init(limits: DecodeLimits) throws(CodecError) {
            self.limits = limits
            stream = try JPEGXLStream(
                events: [JXL_DEC_BASIC_INFO, JXL_DEC_COLOR_ENCODING, JXL_DEC_FRAME],
                coalescing: false)
            exif = try JPEGXLExif()
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
            metadata.exif = exif.block
            guard isAnimated else { return metadata }
            metadata.frameCount = durations.count
            metadata.durations = durations
            metadata.loopCount = header.loopCount
            return metadata
        }

        /// Reads the next bytes.
        func append(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
            // A codestream without boxes begins with this byte.
            if !hasBegun, bytes.first == 0xFF { exif.stop() }
            hasBegun = hasBegun || !bytes.isEmpty
            try exif.append(bytes)
            guard !seesLast else { return }
            try feed.give(bytes) { (all) throws(CodecError) in
                let done = try stream.run(all) { (event) throws(CodecError) in
                    try react(to: event)
                    return !seesLast
                }
                // What lies behind the last frame's header is nothing to this decoder.
                return seesLast ? all.count : done
            }
        }

        private func react(to event: JxlDecoderStatus) throws(CodecError) {
            switch event {
            case JXL_DEC_BASIC_INFO: try checkSize()
            case JXL_DEC_COLOR_ENCODING: header = try JPEGXLHeader(stream)
            case JXL_DEC_FRAME: try addLayer()
            default: break
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

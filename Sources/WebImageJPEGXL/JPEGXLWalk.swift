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
        private let scan: JPEGXLScan
        private var feed = JPEGXLFeed()
        private var hasBegun = false
        private var seesLast = false
        private var layers = 0
        /// The largest layer; one may reach beyond the picture.
        private(set) var largestLayer = PixelSize(width: 0, height: 0)

        /// The most channels besides colours; a picture of inks with alpha has two.
        static let maxExtraChannels = 8

        init(limits: DecodeLimits) throws(CodecError) {
            self.limits = limits
            stream = try JPEGXLStream(
                events: [JXL_DEC_BASIC_INFO, JXL_DEC_COLOR_ENCODING, JXL_DEC_FRAME],
                coalescing: false)
            exif = try JPEGXLExif()
            scan = try JPEGXLScan(limits: limits)
        }

        /// The bytes that the library keeps for hidden frames at most.
        var hiddenBytes: Int { scan.hiddenBytes }

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
            // The size of the picture is checked by now.
            try scan.append(bytes)
        }

        private func react(to event: JxlDecoderStatus) throws(CodecError) {
            switch event {
            case JXL_DEC_BASIC_INFO: try checkSize()
            case JXL_DEC_COLOR_ENCODING: header = try JPEGXLHeader(stream)
            case JXL_DEC_FRAME: try addLayer()
            default: break
            }
        }

        /// Refuses a gigantic picture, or one of many channels, before the library reads on.
        private func checkSize() throws(CodecError) {
            guard let info = stream.basicInfo else { return }
            guard info.num_extra_channels <= Self.maxExtraChannels else {
                throw .limit(
                    "\(info.num_extra_channels) extra channels, "
                        + "more than the \(Self.maxExtraChannels) allowed")
            }
            if info.have_preview != 0 {
                // The library decodes it although it is not asked for.
                let size = PixelSize(
                    width: Int(info.preview.xsize), height: Int(info.preview.ysize))
                try limits.check(size, format: .jxl, bytesPerPixel: 1)
            }
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
            if layers > 1 || !seesLast { references = min(layers, Self.maxReferences) }
            try limits.check(frames: layers)
            try check(frame.layer_info)
            // Layers that last no time are parts of the frame behind them.
            guard frame.is_last != 0 || header.ticks != nil && frame.duration > 0 else { return }
            durations.append(header.duration(ofTicks: frame.duration))
        }

        /// The library has room for four.
        private static let maxReferences = 4

        /// Refuses a layer that is larger than any picture; it may reach beyond its own.
        private func check(_ layer: JxlLayerInfo) throws(CodecError) {
            let size = PixelSize(width: Int(layer.xsize), height: Int(layer.ysize))
            guard size.area > largestLayer.area else { return }
            try limits.check(size, format: .jxl, bytesPerPixel: 1)
            largestLayer = size
        }
    }
#endif

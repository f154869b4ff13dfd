#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding
    import WebImagePixels

    /// The contents of all headers of a file, read as bytes arrive, without pixels.
    ///
    /// The format has no table of frames, so each frame header is read in turn.
    final class JPEGXLHeaders {
        /// The header of the codestream; nil until it has arrived.
        private(set) var header: JPEGXLHeader?
        /// The durations of the frames whose headers have arrived.
        private(set) var durations: [Duration] = []
        /// `true` if the file ends before an animation does.
        private(set) var isCutOff = false
        /// The maximum number of canvas-sized images that the library keeps while it composes.
        private(set) var references = 0
        /// The number of complete frames, as far as later headers confirm them.
        private(set) var completeFrames = 0
        private let options: DecodeOptions
        private let stream: JPEGXLStream
        private let exif: JPEGXLExif
        private let scan: JPEGXLFrameSizes
        private var feed = JPEGXLFeed()
        private var hasBegun = false
        private var seesLast = false
        private var layers = 0
        /// The size of the largest layer, which may extend beyond the image.
        private(set) var largestLayer = PixelSize(width: 0, height: 0)

        /// The maximum number of channels besides colour; CMYK with alpha has two.
        static let maxExtraChannels = 8

        init(_ options: DecodeOptions) throws(CodecError) {
            self.options = options
            stream = try JPEGXLStream(
                events: [JXL_DEC_BASIC_INFO, JXL_DEC_COLOR_ENCODING, JXL_DEC_FRAME],
                coalescing: false)
            exif = try JPEGXLExif()
            scan = try JPEGXLFrameSizes(limits: options.limits)
        }

        private var limits: DecodeLimits { options.limits }

        /// The maximum memory in bytes that the library keeps for hidden frames.
        var hiddenBytes: Int { scan.hiddenBytes }

        /// The least memory in bytes that the library takes for the frame that needs most.
        var frameBytes: Int { scan.frameBytes }

        /// `true` if there is more than one frame to show.
        var isAnimated: Bool { header?.ticks != nil && durations.count > 1 }

        /// Returns the metadata of the headers read so far.
        ///
        /// - Throws: `CodecError.truncated` if the first header is incomplete.
        func metadata() throws(CodecError) -> ImageMetadata {
            guard let header else { throw .truncated(.jxl, "the header is cut off") }
            var metadata = ImageMetadata(
                size: header.orientation.upright(header.size), orientation: header.orientation,
                hasAlpha: header.alpha != .none)
            metadata.exif = exif.block
            metadata.contentLight = header.contentLight
            metadata.isTruncated = isCutOff
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
            if !seesLast { try read(bytes) }
            // The image size has been checked at this point.
            try scan.append(bytes)
        }

        private func read(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
            try feed.give(bytes) { (all) throws(CodecError) in
                let done = try stream.run(all) { (event) throws(CodecError) in
                    try react(to: event)
                    return !seesLast
                }
                // This decoder needs no bytes after the last frame's header.
                return seesLast ? all.count : done
            }
        }

        /// Ends with the last bytes: drops frames of an animation that are cut off.
        func end() {
            guard header?.ticks != nil, !scan.isDone else { return }
            isCutOff = true
            durations = Array(durations.prefix(max(scan.wholeFrames, 1)))
        }

        private func react(to event: JxlDecoderStatus) throws(CodecError) {
            switch event {
            case JXL_DEC_BASIC_INFO: try checkSize()
            case JXL_DEC_COLOR_ENCODING: header = try JPEGXLHeader(stream, options)
            case JXL_DEC_FRAME: try addLayer()
            default: break
            }
        }

        /// Rejects an oversized image, or one of too many channels, before the library continues.
        private func checkSize() throws(CodecError) {
            guard let info = stream.basicInfo else { return }
            guard info.num_extra_channels <= Self.maxExtraChannels else {
                throw .limit(
                    "\(info.num_extra_channels) extra channels, "
                        + "more than the \(Self.maxExtraChannels) allowed")
            }
            if info.have_preview != 0 {
                // The library decodes the preview although it is not requested.
                let size = PixelSize(
                    width: Int(info.preview.xsize), height: Int(info.preview.ysize))
                try limits.check(size, format: .jxl, bytesPerPixel: 1)
            }
            let size = PixelSize(width: Int(info.xsize), height: Int(info.ysize))
            let samples = Int(info.num_color_channels) + Int(info.num_extra_channels)
            // The memory depends on the scale, which is chosen later.
            try limits.check(size, format: .jxl, bytesPerPixel: 1, samples: samples)
        }

        private func addLayer() throws(CodecError) {
            guard let header else { throw .damaged(.jxl, "a frame precedes the header") }
            var frame = JxlFrameHeader()
            guard stream.jxl.JxlDecoderGetFrameHeader(stream.decoder, &frame) == JXL_DEC_SUCCESS
            else { throw .damaged(.jxl, "a frame header is missing") }
            completeFrames = durations.count
            seesLast = frame.is_last != 0
            layers += 1
            if layers > 1 || !seesLast { references = min(layers, Self.maxReferences) }
            try limits.check(frames: layers)
            try check(frame.layer_info)
            // Layers of duration 0 are parts of the frame that follows.
            guard frame.is_last != 0 || header.ticks != nil && frame.duration > 0 else { return }
            durations.append(header.duration(ofTicks: frame.duration))
        }

        /// The library has four slots.
        private static let maxReferences = 4

        /// Rejects a layer that exceeds the limits; it may extend beyond the image.
        private func check(_ layer: JxlLayerInfo) throws(CodecError) {
            let size = PixelSize(width: Int(layer.xsize), height: Int(layer.ysize))
            guard size.area > largestLayer.area else { return }
            try limits.check(size, format: .jxl, bytesPerPixel: 1)
            largestLayer = size
        }
    }
#endif

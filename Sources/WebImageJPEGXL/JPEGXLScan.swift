#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding
    import WebImagePixels

    /// The frames of a file, hidden ones included, counted before one of them is decoded.
    ///
    /// libjxl tells of no frame that is only there for others: a file of 2.6 kB that claims 64 × 64
    /// pixels, with a hidden frame of 8000 × 8000, took 1.5 GB.
    final class JPEGXLScan {
        /// The bytes that the library keeps for hidden frames at most.
        private(set) var hiddenBytes = 0
        private let limits: DecodeLimits
        private var stream: JPEGXLStream?
        private var parts = JPEGXLParts()
        private var feed = JPEGXLFeed()
        private var file: JPEGXLFrameHead.File?
        private var preview: PixelSize?
        /// The bytes of the codestream behind those that were read.
        private var rest: [UInt8] = []
        /// The bytes of sections that are still to come.
        private var left = 0
        private var isDone = false
        private var work = 0
        private var frames = 0
        private var framesOfPicture = 0
        private var hiddenFrames = 0
        private var isCounted = false
        private var largestHidden = 0

        /// The samples of all frames up to a shown one, for each pixel that the limits allow.
        static let samplesPerPixel = 8
        /// The cost of a frame besides its pixels, in pixels.
        private static let leastWork = 1 << 12
        /// Samples that are quickly decoded, whatever the limits are.
        private static let freeWork = 1 << 22
        /// Bytes that the library keeps for a sample of a hidden frame: two numbers.
        private static let sampleBytes = 8
        /// The library has room for four frames that others refer to, and as many coarse ones.
        private static let slots = 4
        /// The longest header of a frame: names, filters and extensions of a sound file are shorter.
        private static let longestHead = 1 << 14

        init(limits: DecodeLimits) throws(CodecError) {
            self.limits = limits
            stream = try JPEGXLStream(
                events: [JXL_DEC_BASIC_INFO, JXL_DEC_COLOR_ENCODING], coalescing: false)
        }

        /// Reads the next bytes of the file.
        ///
        /// - Throws: `CodecError.limit` if frames take more than the limits allow.
        func append(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
            for part in parts.codestream(in: bytes) {
                var place = part.lowerBound
                while place < part.upperBound, !isDone {
                    let passed = min(left, part.upperBound - place)
                    left -= passed
                    place += passed
                    let end = min(place + Self.piece, part.upperBound)
                    try read(UnsafeRawBufferPointer(rebasing: bytes[place..<end]))
                    place = end
                }
            }
        }

        /// The most bytes that are copied at once: sections are passed over.
        private static let piece = 1 << 16

        private func read(_ piece: UnsafeRawBufferPointer) throws(CodecError) {
            if file == nil { try readFile(piece) } else { rest += piece }
            while file != nil, !isDone, try readFrame() {}
        }

        /// Has the library read all that stands before the first frame.
        private func readFile(_ piece: UnsafeRawBufferPointer) throws(CodecError) {
            guard let stream else { return }
            try feed.give(piece) { (all) throws(CodecError) in
                var isComplete = false
                let done = try stream.run(all) { (event) throws(CodecError) in
                    isComplete = event == JXL_DEC_COLOR_ENCODING
                    return !isComplete
                }
                guard isComplete, let info = stream.basicInfo else { return done }
                file = JPEGXLFrameHead.File(info)
                if info.have_preview != 0 {
                    preview = PixelSize(
                        width: Int(info.preview.xsize), height: Int(info.preview.ysize))
                }
                rest = Array(all[done...])
                return all.count
            }
            if file != nil { self.stream = nil }
        }

        /// Reads one frame's header and table; tells whether it is there as a whole.
        private func readFrame() throws(CodecError) -> Bool {
            let passed = min(left, rest.count)
            rest.removeFirst(passed)
            left -= passed
            guard left == 0, !rest.isEmpty, var file else { return false }
            if let preview { file.size = preview }
            var bits = JPEGXLBits(rest[...])
            guard let head = JPEGXLFrameHead(&bits, file, isPreview: preview != nil) else {
                guard rest.count < Self.longestHead else {
                    throw .limit("a frame header of more than \(Self.longestHead) bytes")
                }
                return false
            }
            if preview == nil { try count(head, file) } else { try checkPreview(head, file) }
            guard !head.isLast else {
                isDone = true
                return false
            }
            return try readTable(&bits, head)
        }

        /// Passes over a frame, whose table lists the bytes of its sections; false if the table is not
        /// there as a whole.
        private func readTable(
            _ bits: inout JPEGXLBits, _ head: JPEGXLFrameHead
        ) throws(CodecError) -> Bool {
            let isPermuted = bits.readFlag() && head.sections > 1
            bits.align()
            guard !bits.isPastEnd else { return false }
            // The order is coded so that only a decoder can tell where sizes follow.
            guard !isPermuted else {
                throw .unsupported(.jxl, "sections in another order in front of more frames")
            }
            var total = 0
            for _ in 0..<head.sections {
                total += bits.read([(0, 10), (1024, 14), (17408, 22), (4_211_712, 30)])
                guard !bits.isPastEnd else { return false }
            }
            bits.align()
            rest.removeFirst(bits.position / 8)
            left = total
            preview = nil
            isCounted = false
            return true
        }

        private func checkPreview(
            _ head: JPEGXLFrameHead, _ file: JPEGXLFrameHead.File
        ) throws(CodecError) {
            try limits.check(
                head.size, format: .jxl, bytesPerPixel: Self.sampleBytes * file.channels)
        }

        /// Adds the cost of a frame, once although its table may arrive later.
        private func count(
            _ head: JPEGXLFrameHead, _ file: JPEGXLFrameHead.File
        ) throws(CodecError) {
            guard !isCounted else { return }
            isCounted = true
            let isHidden = head.kind != .regular && !head.isShown
            let area = isHidden ? head.size.area : max(head.size.area, file.size.area)
            if !head.size.isEmpty { try limits.check(head.size, format: .jxl, bytesPerPixel: 1) }
            if isHidden { try keep(area, file) }
            frames += 1
            try limits.check(frames: frames)
            framesOfPicture += 1
            work += max(area, Self.leastWork) * file.channels
            let (allowed, isUnbounded) = limits.maxPixels.multipliedReportingOverflow(
                by: Self.samplesPerPixel)
            guard work <= max(isUnbounded ? .max : allowed, Self.freeWork) else {
                throw .limit(
                    "\(framesOfPicture) layers of \(file.size) in a frame, "
                        + "of \(file.channels) channels")
            }
            if head.isShown { (work, framesOfPicture) = (0, 0) }
        }

        /// Adds the memory of a hidden frame, which stays while others may refer to it.
        private func keep(_ area: Int, _ file: JPEGXLFrameHead.File) throws(CodecError) {
            hiddenFrames += 1
            largestHidden = max(largestHidden, area)
            let kept = min(hiddenFrames, Self.slots)
            hiddenBytes = largestHidden * file.channels * Self.sampleBytes * kept
            guard hiddenBytes <= limits.maxBytes else {
                throw .limit(
                    "hidden frames that need more than the \(limits.maxBytes) bytes allowed")
            }
        }
    }

    extension JPEGXLFrameHead.File {
        /// The parts of the library's header that frames depend on.
        fileprivate init(_ info: JxlBasicInfo) {
            size = PixelSize(width: Int(info.xsize), height: Int(info.ysize))
            extraChannels = Int(info.num_extra_channels)
            isXYB = info.uses_original_profile == 0
            isAnimated = info.have_animation != 0
            hasTimecodes = info.animation.have_timecodes != 0
        }

        /// Channels that the library decodes; it makes three of one that is grey.
        fileprivate var channels: Int { 3 + extraChannels }
    }
#endif

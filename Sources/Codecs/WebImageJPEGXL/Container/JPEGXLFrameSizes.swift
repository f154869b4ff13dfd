#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding
    import WebImagePixels

    /// The frames of a file, including hidden ones, measured before any is decoded.
    ///
    /// libjxl does not report hidden frames. A file of 2.6 kB that declares 64 × 64 pixels, with a
    /// hidden frame of 8000 × 8000, took 1.5 GB.
    final class JPEGXLFrameSizes {
        /// The maximum memory in bytes that the library keeps for hidden frames.
        private(set) var hiddenBytes = 0
        /// The least memory in bytes that the library takes for the frame that needs most.
        private(set) var frameBytes = 0
        /// The number of shown frames whose sections have arrived.
        private(set) var wholeFrames = 0
        /// `true` if the last frame has arrived, or its sections cannot be counted.
        private(set) var isDone = false
        private let limits: DecodeLimits
        private var stream: JPEGXLStream?
        private var parts = JPEGXLParts()
        private var feed = JPEGXLFeed()
        private var file: JPEGXLFrameHead.File?
        private var preview: PixelSize?
        /// The unread bytes of the codestream.
        private var rest: [UInt8] = []
        /// The number of bytes left in the sections of a frame.
        private var left = 0
        /// The frame whose sections are skipped, as soon as its table has been read.
        private var open: JPEGXLFrameHead?
        private var work = 0
        private var frames = 0
        private var framesOfPicture = 0
        private var hiddenFrames = 0
        private var isCounted = false
        private var largestHidden = 0

        /// The fixed cost of a frame, in pixels.
        private static let leastWork = 1 << 12
        /// The samples for which a pixel counts in a frame with splines: libjxl draws up to eight
        /// for each pixel, each as long as it decodes eight samples.
        private static let splineSamples = 64
        /// The bytes that the library keeps for a sample of a hidden frame: two numbers.
        private static let sampleBytes = 8
        /// The library's slots for reference frames; there are as many for coarse frames.
        private static let slots = 4
        /// The maximum size of a frame header; valid names, filters and extensions are shorter.
        private static let longestHead = 1 << 14

        init(limits: DecodeLimits) throws(CodecError) {
            self.limits = limits
            stream = try JPEGXLStream(
                events: [JXL_DEC_BASIC_INFO, JXL_DEC_COLOR_ENCODING], coalescing: false)
        }

        /// Reads the next bytes of the file.
        ///
        /// - Throws: `CodecError.limit` if frames exceed the limits.
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

        /// The maximum number of bytes to copy at once; sections are skipped.
        private static let piece = 1 << 16

        private func read(_ piece: UnsafeRawBufferPointer) throws(CodecError) {
            if file == nil { try readFile(piece) } else { rest += piece }
            while file != nil, !isDone, try readFrame() {}
        }

        /// Reads everything before the first frame with the library.
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

        /// Reads one frame's header and table; returns `true` if both are complete.
        private func readFrame() throws(CodecError) -> Bool {
            let passed = min(left, rest.count)
            rest.removeFirst(passed)
            left -= passed
            guard left == 0 else { return false }
            if let open { close(open) }
            guard !isDone, !rest.isEmpty, var file else { return false }
            if let preview { file.size = preview }
            var bits = BitReader(rest[...], .little)
            guard let head = JPEGXLFrameHead(&bits, file, isPreview: preview != nil) else {
                guard rest.count < Self.longestHead else {
                    throw .limit("a frame header of more than \(Self.longestHead) bytes")
                }
                return false
            }
            if preview == nil { try count(head, file) } else { try checkPreview(head, file) }
            return try readTable(&bits, head)
        }

        /// Ends a frame whose sections have arrived.
        private func close(_ head: JPEGXLFrameHead) {
            if head.isShown { wholeFrames += 1 }
            isDone = head.isLast
            open = nil
        }

        /// Skips a frame by the section sizes in its table; returns `false` if the table is
        /// incomplete.
        private func readTable(
            _ bits: inout BitReader, _ head: JPEGXLFrameHead
        ) throws(CodecError) -> Bool {
            let isPermuted = bits.readFlag() && head.sections > 1
            bits.align()
            guard !bits.isPastEnd else { return false }
            // The order is entropy-coded, so the sizes after it can be found only by decoding it.
            guard !isPermuted else {
                if head.isLast {
                    close(head)
                    return false
                }
                throw .unsupported(.jxl, "permuted sections in a frame that is not the last")
            }
            var (total, coarse) = (0, 0)
            for index in 0..<head.sections {
                total += bits.read([(0, 10), (1024, 14), (17408, 22), (4_211_712, 30)])
                guard !bits.isPastEnd else { return false }
                if index == 0 { coarse -= total }
                if index == head.coarseSections { coarse += total }
            }
            // Channels of the whole resolution have nothing in these sections.
            if head.isModular, coarse > 0 { countMemory(head, isSplit: true) }
            bits.align()
            rest.removeFirst(bits.position / 8)
            left = total
            open = preview == nil ? head : nil
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

        /// Adds the cost of a frame, only once even if its table arrives later.
        private func count(
            _ head: JPEGXLFrameHead, _ file: JPEGXLFrameHead.File
        ) throws(CodecError) {
            guard !isCounted else { return }
            isCounted = true
            countMemory(head, isSplit: false)
            let isHidden = head.kind != .regular && !head.isShown
            let area = isHidden ? head.size.area : max(head.size.area, file.size.area)
            if !head.size.isEmpty { try limits.check(head.size, format: .jxl, bytesPerPixel: 1) }
            if isHidden { try keep(area, file) }
            frames += 1
            try limits.check(frames: frames)
            framesOfPicture += 1
            let samples = file.channels + (head.hasSplines ? Self.splineSamples : 0)
            work += DecodeLimits.product(max(area, Self.leastWork), samples)
            try limits.check(
                samples: work,
                of: "a frame of \(framesOfPicture) layers of \(file.size) "
                    + "with \(file.channels) channels")
            if head.isShown { (work, framesOfPicture) = (0, 0) }
        }

        private func countMemory(_ head: JPEGXLFrameHead, isSplit: Bool) {
            frameBytes = max(
                frameBytes,
                DecodeLimits.product(head.size.area, head.leastBytesPerPixel(isSplit: isSplit)))
        }

        /// Adds the memory of a hidden frame, which later frames may refer to.
        private func keep(_ area: Int, _ file: JPEGXLFrameHead.File) throws(CodecError) {
            hiddenFrames += 1
            largestHidden = max(largestHidden, area)
            let kept = min(hiddenFrames, Self.slots)
            hiddenBytes = largestHidden * file.channels * Self.sampleBytes * kept
            guard hiddenBytes <= limits.maxBytes else {
                throw .limit(
                    "hidden frames need more than the \(limits.maxBytes) bytes allowed")
            }
        }
    }

    extension JPEGXLFrameHead.File {
        /// Creates the fields from the library's header.
        fileprivate init(_ info: JxlBasicInfo) {
            size = PixelSize(width: Int(info.xsize), height: Int(info.ysize))
            colorChannels = Int(info.num_color_channels)
            extraChannels = Int(info.num_extra_channels)
            isXYB = info.uses_original_profile == 0
            isAnimated = info.have_animation != 0
            hasTimecodes = info.animation.have_timecodes != 0
        }

        /// The number of channels that the library decodes; it expands grey to three.
        fileprivate var channels: Int { 3 + extraChannels }
    }
#endif

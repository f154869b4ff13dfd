#if AVIF
    import CAVIFShim
    import WebImageCoding
    import WebImagePixels

    /// An AVIF file opened in libavif: its headers, and the frame decoded last.
    // Safe because one task uses it at a time; a shared file is handed over through a lock.
    final class AVIFFile: @unchecked Sendable {
        let avif: UnsafePointer<CAVIF>
        private let decoder: UnsafeMutablePointer<avifDecoder>
        /// The bytes without content that libavif cannot read; nil if nothing was changed.
        private let repaired: ByteBlock?
        private let streams: AVIFStreams
        /// The colours that a grid or its cells state; nil for other files.
        private let gridColors: MediaColors?
        /// The luminance of the brightest pixel in cd/m², if a file in PQ states it.
        private(set) var peak: Double?
        /// The owner of the bytes, retained as long as this object.
        private let owner: ByteBlock?
        /// The number of the frame that ``image`` holds; -1 before the first.
        private(set) var index = -1
        /// `true` if no frame has been requested from the library.
        private var isFresh = true

        /// Opens `bytes` and reads the headers without pixels.
        ///
        /// - Parameters:
        ///   - bytes: Valid and unchanged as long as this object exists.
        ///   - owner: The owner of the bytes, for a file that outlives the call.
        /// - Throws: `CodecError` if the headers are damaged or exceed the limits.
        init(
            _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits, owner: ByteBlock? = nil
        ) throws(CodecError) {
            avif = try AVIFLibrary.functions()
            let read = AVIFRepair.repaired(bytes.bytes)
            if let read {
                streams = try AVIFStreams(read.span.bytes, limits: limits)
            } else {
                streams = try AVIFStreams(bytes.bytes, limits: limits)
            }
            gridColors = streams.hasCells ? try MediaColors(primaryItemOf: bytes.bytes) : nil
            if streams.wholeFrames != nil {
                let copy = read ?? bytes.bytes.prefixBytes(bytes.count)
                repaired = ByteBlock(copying: AVIFRepair.withClippedEnd(copy))
            } else {
                repaired = read.map { ByteBlock(copying: $0) }
            }
            guard let decoder = avif.pointee.avifDecoderCreate() else {
                throw .limit("libavif ran out of memory")
            }
            self.decoder = decoder
            self.owner = owner
            decoder.configure(limits)
            try parse(bytes)
            decoder.pointee.image.pointee.adopt(gridColors?.numbers)
            if image.pointee.transferCharacteristics == AVIF_TRANSFER_CHARACTERISTICS_SMPTE2084 {
                peak =
                    try MediaColors(primaryItemOf: bytes.bytes)?.peak
                    ?? MediaColors(trackOf: bytes.bytes)?.peak
            }
            decoder.narrow(to: [size, streams.largest])
            // The memory of planes and bitmap depends on the scale, which is chosen later.
            try limits.check(size, format: .avif, bytesPerPixel: 1)
            try limits.check(frames: count)
        }

        deinit {
            avif.pointee.avifDecoderDestroy(decoder)
        }

        /// The headers, and after ``advance(to:)`` the planes of a frame.
        var image: UnsafePointer<avifImage> { UnsafePointer(decoder.pointee.image) }

        /// The colours as the file states them: by a profile, or else by code points.
        var color: ColorDescription {
            if let profile { .profile(profile) } else { image.pointee.numbers.color }
        }

        /// The ICC profile; nil if there is none.
        private var profile: ByteBlock? {
            let icc = image.pointee.icc
            guard icc.size > 0, let data = icc.data else { return gridColors?.profile }
            return ByteBlock(copying: UnsafeBufferPointer(start: data, count: icc.size))
        }

        /// The size before cropping and rotation.
        var size: PixelSize {
            PixelSize(width: Int(image.pointee.width), height: Int(image.pointee.height))
        }

        /// The number of whole frames; 1 for a still image.
        var count: Int { min(Int(decoder.pointee.imageCount), streams.wholeFrames ?? .max) }

        /// `true` if the file ends before all frames of a sequence.
        var isCutOff: Bool { streams.wholeFrames != nil }

        /// `true` if there is an alpha plane.
        var hasAlpha: Bool { decoder.pointee.alphaPresent != 0 }

        /// Returns the maximum memory in bytes of the library's planes.
        ///
        /// - Parameter afterAll: `true` for many frames of a sequence, `false` for the first.
        func heldBytes(afterAll: Bool) -> Int {
            let canvas = size.area * planeBytesPerPixel
            let held = afterAll ? streams.sequenceBytes : streams.pictureBytes
            // The streams of cells are kept until their canvas is complete.
            return streams.hasCells ? canvas + held : max(canvas, held)
        }

        /// Decodes the frame `target`, from the current one or from the nearest key frame before.
        ///
        /// Cancellation is checked before every decoded frame.
        /// - Throws: `CodecError` if a frame is damaged.
        func advance(to target: Int) throws(CodecError) {
            guard index != target else { return }
            let key = Int(avif.pointee.avifDecoderNearestKeyframe(decoder, UInt32(target)))
            if index < target, index >= key { return try step(to: target) }
            guard key > 0 else { return try restart(at: target) }
            do throws(CodecError) {
                try jump(to: key)
                try step(to: target)
            } catch .cancelled {
                throw .cancelled
            } catch {
                // Some files mark frames as key frames that are not.
                try restart(at: target)
            }
        }

        /// Decodes all frames from the first to `target`.
        private func restart(at target: Int) throws(CodecError) {
            index = -1
            if !isFresh {
                try check(avif.pointee.avifDecoderReset(decoder), "the first frame")
                decoder.pointee.image.pointee.adopt(gridColors?.numbers)
            }
            try step(to: target)
        }

        private func jump(to key: Int) throws(CodecError) {
            if Task.isCancelled { throw .cancelled }
            isFresh = false
            try check(avif.pointee.avifDecoderNthImage(decoder, UInt32(key)), "frame \(key)")
            index = key
        }

        private func step(to target: Int) throws(CodecError) {
            while index < target {
                if Task.isCancelled { throw .cancelled }
                isFresh = false
                try check(avif.pointee.avifDecoderNextImage(decoder), "frame \(index + 1)")
                index += 1
            }
        }

        private func parse(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
            let result: avifResult
            if let repaired {
                // Safe because this object keeps the block, whose bytes never move.
                result = repaired.withUnsafeBytes { bytes in read(bytes) }
            } else {
                result = read(bytes)
            }
            try check(result, "the header")
        }

        private func read(_ bytes: UnsafeRawBufferPointer) -> avifResult {
            let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            let result = avif.pointee.avifDecoderSetIOMemory(decoder, start, bytes.count)
            guard result == AVIF_RESULT_OK else { return result }
            // Without it, libavif refuses all frames of a file that ends before the last one.
            if isCutOff { decoder.pointee.io.pointee.sizeHint = 0 }
            return avif.pointee.avifDecoderParse(decoder)
        }

        /// Throws the error of a failed call.
        private func check(_ result: avifResult, _ what: String) throws(CodecError) {
            guard result != AVIF_RESULT_OK else { return }
            index = -1
            throw CodecError(result, what, detail: decoder.pointee.diag.text, avif)
        }
    }

    extension UnsafeMutablePointer<avifDecoder> {
        /// Sets one thread, no strict checks, and the limits.
        fileprivate func configure(_ limits: DecodeLimits) {
            pointee.maxThreads = 1
            pointee.strictFlags = UInt32(AVIF_STRICT_DISABLED.rawValue)
            pointee.ignoreXMP = 1
            let mostPixels = Int(AVIF_DEFAULT_IMAGE_SIZE_LIMIT)
            pointee.imageSizeLimit = UInt32(min(max(limits.maxPixels, 1), mostPixels))
            pointee.imageDimensionLimit = UInt32(DecodeLimits.maxSide)
            pointee.imageCountLimit = UInt32(clamping: max(limits.maxFrames, 1))
        }

        /// Makes the AV1 decoder reject frames that are larger than the largest of `sizes`.
        ///
        /// This is a second check after ``AVIFStreams``, by dav1d itself.
        fileprivate func narrow(to sizes: [PixelSize]) {
            let area = sizes.map(\.area).max() ?? 1
            let side = sizes.map { max($0.width, $0.height) }.max() ?? 1
            pointee.imageSizeLimit = min(
                pointee.imageSizeLimit, UInt32(clamping: max(area, 1)))
            pointee.imageDimensionLimit = min(
                pointee.imageDimensionLimit, UInt32(clamping: max(side, 1)))
        }
    }

    extension UnsafePointer<CAVIF> {
        /// Returns the library's name of a result.
        func name(of result: avifResult) -> String {
            pointee.avifResultToString(result).map { String(cString: $0) } ?? "error"
        }
    }

    extension avifDiagnostics {
        /// The library's message of the last error.
        var text: String {
            withUnsafeBytes(of: error) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
        }
    }

    extension CodecError {
        /// Creates the error for a failed call of libavif.
        init(
            _ result: avifResult, _ what: String, detail: String, _ avif: UnsafePointer<CAVIF>
        ) {
            let name = avif.name(of: result)
            let text = detail.isEmpty ? "\(what): \(name)" : "\(what): \(name): \(detail)"
            switch result {
            case AVIF_RESULT_TRUNCATED_DATA, AVIF_RESULT_IO_ERROR: self = .truncated(.avif, text)
            case AVIF_RESULT_OUT_OF_MEMORY: self = .limit("libavif ran out of memory for \(what)")
            case AVIF_RESULT_NO_CODEC_AVAILABLE:
                self = .unsupported(.avif, "libavif was built without an AV1 decoder")
            case AVIF_RESULT_NOT_IMPLEMENTED, AVIF_RESULT_UNSUPPORTED_DEPTH:
                self = .unsupported(.avif, text)
            case _ where detail.contains("truncated data"): self = .truncated(.avif, text)
            case _
            where detail.contains("dimensions are too large")
                || detail.contains("imageCountLimit"):
                self = .limit("avif: \(text)")
            default: self = .damaged(.avif, text)
            }
        }
    }
#endif

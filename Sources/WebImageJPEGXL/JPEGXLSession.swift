#if JPEGXL
    import WebImageCoding
    import WebImagePixels

    /// The decoding of one picture from bytes that arrive, or are there.
    final class JPEGXLSession: IncrementalDecodingSession {
        private let options: DecodeOptions
        private let isShownEarly: Bool
        private var parts: Parts?
        private var revisionOfStill = 0
        private var bytesAtRevision = 0
        private var bytesInFrame = 0
        private var first: Bitmap?
        private var newest: (index: Int, bitmap: Bitmap)?
        /// Bytes that the pixels' decoder has not got or not used up.
        private var rest: [UInt8] = []

        /// Two decoders, for headers and for pixels; each gets every byte once.
        private struct Parts {
            var walk: JPEGXLWalk
            var reader: JPEGXLReader
        }

        /// - Parameter isShownEarly: Whether there will be previews.
        init(options: DecodeOptions, isShownEarly: Bool) {
            self.options = options
            self.isShownEarly = isShownEarly
        }

        func append(_ bytes: RawSpan) throws(CodecError) {
            try bytes.withUnsafeBytes { (buffer) throws(CodecError) in try append(buffer) }
        }

        private func append(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
            let parts = try openParts()
            try parts.walk.append(bytes)
            guard first == nil else {
                // Frames behind the first one are decoded when somebody wants to see one.
                if isShownEarly, parts.walk.header?.ticks != nil { rest += bytes }
                return
            }
            first = try read(bytes, parts)
            bytesInFrame += bytes.count
            updateRevision(parts.reader)
        }

        private func openParts() throws(CodecError) -> Parts {
            if let parts { return parts }
            let parts = Parts(
                walk: try JPEGXLWalk(limits: options.limits),
                reader: try JPEGXLReader(isShownEarly: isShownEarly))
            self.parts = parts
            return parts
        }

        private func read(
            _ bytes: UnsafeRawBufferPointer, _ parts: Parts
        ) throws(CodecError) -> Bitmap? {
            var done = 0
            let options = options
            func plan() throws(CodecError) -> JPEGXLPlan { try Self.plan(parts.walk, options) }
            guard !rest.isEmpty else {
                let bitmap = try parts.reader.read(bytes, &done, plan: plan)
                // A still's bytes behind its pixels are nothing to this decoder.
                if bitmap == nil || isShownEarly { rest = Array(bytes[done...]) }
                return bitmap
            }
            rest += bytes
            let all = rest
            let bitmap = try all.span.bytes.withUnsafeBytes { (all) throws(CodecError) in
                try parts.reader.read(all, &done, plan: plan)
            }
            rest = Array(all[done...])
            return bitmap
        }

        private static func plan(
            _ walk: JPEGXLWalk, _ options: DecodeOptions
        ) throws(CodecError) -> JPEGXLPlan {
            guard let header = walk.header else { throw .truncated(.jxl, "the header ends early") }
            return try JPEGXLPlan(walk, header, options: options)
        }

        // MARK: Previews

        var revision: Int {
            guard let parts, parts.walk.header?.ticks != nil else { return revisionOfStill }
            return max(parts.walk.completeFrames, first == nil ? 0 : 1)
        }

        /// A level of detail that is complete shows more, and so do parts of it now and then.
        private func updateRevision(_ reader: JPEGXLReader) {
            guard isShownEarly, first == nil else {
                revisionOfStill += first == nil ? 0 : 1
                return
            }
            guard reader.progress != .nothing else { return }
            if reader.steps > stepsSeen {
                stepsSeen = reader.steps
            } else {
                guard bytesInFrame - bytesAtRevision >= max(1 << 16, bytesInFrame / 8) else {
                    return
                }
                // Where no level of detail tells that there is a picture, the library is asked once.
                guard revisionOfStill > 0 || reader.flush() else {
                    bytesAtRevision = bytesInFrame
                    return
                }
            }
            bytesAtRevision = bytesInFrame
            revisionOfStill += 1
        }

        private var stepsSeen = 0

        func preview() throws(CodecError) -> DecodeOutput? {
            guard revision > 0, let parts else { return nil }
            if parts.walk.header?.ticks != nil { try readNewest(parts) }
            guard let bitmap = newest?.bitmap ?? first ?? parts.reader.preview() else { return nil }
            return try output(bitmap, parts.walk)
        }

        /// Decodes the newest frame that is there as a whole, and of those before what it needs.
        private func readNewest(_ parts: Parts) throws(CodecError) {
            let index = parts.walk.completeFrames - 1
            guard index > newest?.index ?? 0, first != nil else { return }
            parts.reader.skip(to: index)
            let empty = UnsafeRawBufferPointer(start: nil, count: 0)
            guard let bitmap = try read(empty, parts) else { return }
            newest = (index, bitmap)
        }

        private func output(_ bitmap: Bitmap, _ walk: JPEGXLWalk) throws(CodecError) -> DecodeOutput
        {
            DecodeOutput(
                bitmap: bitmap, profile: walk.header?.profile, metadata: try walk.metadata())
        }

        // MARK: The end

        func finish() throws(CodecError) -> DecodeOutput {
            let parts = try openParts()
            let metadata = try parts.walk.metadata()
            guard let first else { throw .truncated(.jxl, "the picture ends early") }
            // Frame headers that came later may ask for more than the first ones did.
            _ = try Self.plan(parts.walk, options)
            return DecodeOutput(
                bitmap: first, profile: parts.walk.header?.profile, metadata: metadata)
        }
    }
#endif

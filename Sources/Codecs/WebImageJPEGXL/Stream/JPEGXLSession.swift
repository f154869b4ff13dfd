#if JPEGXL
    import WebImageCoding
    import WebImagePixels

    /// The decoding of one image from arriving or complete bytes.
    final class JPEGXLSession: IncrementalDecodingSession {
        private let options: DecodeOptions
        private let isShownEarly: Bool
        private var boxes = JPEGXLBoxes()
        private var walk: JPEGXLHeaders?
        private var reader: JPEGXLReader?
        /// The bytes that the reader has not consumed.
        private var feed = JPEGXLFeed()
        private var first: Bitmap?
        private var stillRevision = 0
        private var stepsSeen = 0
        private var bytesAtRevision = 0
        private var bytesSeen = 0

        /// - Parameter isShownEarly: `true` if previews will be requested.
        init(options: DecodeOptions, isShownEarly: Bool) {
            self.options = options
            self.isShownEarly = isShownEarly
        }

        func append(_ bytes: RawSpan) throws(CodecError) {
            try bytes.withUnsafeBytes { (buffer) throws(CodecError) in
                guard let changed = boxes.changed(buffer) else { return try append(buffer) }
                try changed.span.bytes.withUnsafeBytes { (buffer) throws(CodecError) in
                    try append(buffer)
                }
            }
        }

        private func append(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
            let walk = try openWalk()
            try walk.append(bytes)
            bytesSeen += bytes.count
            guard let header = walk.header else { return feed.keep(bytes) }
            guard first == nil else { return }
            let reader = try openReader(header)
            first = try read(bytes, walk, reader)
            if first == nil { updateRevision(reader) }
        }

        private func openWalk() throws(CodecError) -> JPEGXLHeaders {
            if let walk { return walk }
            let walk = try JPEGXLHeaders(options)
            self.walk = walk
            return walk
        }

        private func openReader(_ header: JPEGXLHeader) throws(CodecError) -> JPEGXLReader {
            if let reader { return reader }
            let reader = try JPEGXLReader(header, isShownEarly: isShownEarly)
            self.reader = reader
            return reader
        }

        private func read(
            _ bytes: UnsafeRawBufferPointer, _ walk: JPEGXLHeaders, _ reader: JPEGXLReader
        ) throws(CodecError) -> Bitmap? {
            var bitmap: Bitmap?
            let options = options
            try feed.give(bytes) { (all) throws(CodecError) in
                var done = 0
                bitmap = try reader.read(all, &done) { () throws(CodecError) in
                    try Self.plan(walk, options)
                }
                return bitmap != nil ? all.count : done
            }
            return bitmap
        }

        private static func plan(
            _ walk: JPEGXLHeaders, _ options: DecodeOptions
        ) throws(CodecError) -> JPEGXLPlan {
            guard let header = walk.header else { throw .truncated(.jxl, "the header is cut off") }
            return try JPEGXLPlan(walk, header, options: options)
        }

        // MARK: Previews

        var revision: Int { stillRevision + (first == nil ? 0 : 1) }

        var completeFrameCount: Int { walk?.header?.ticks == nil ? 0 : walk?.completeFrames ?? 0 }

        /// Raises the revision at each level of detail, and in between from time to time.
        private func updateRevision(_ reader: JPEGXLReader) {
            guard isShownEarly, reader.progress != .nothing else { return }
            if reader.steps == stepsSeen {
                let isDue = bytesSeen - bytesAtRevision >= max(1 << 16, bytesSeen / 8)
                guard isDue else { return }
                bytesAtRevision = bytesSeen
                // Before the first level of detail, the library may have no image yet.
                guard stillRevision > 0 || reader.flush() else { return }
            }
            stepsSeen = reader.steps
            bytesAtRevision = bytesSeen
            stillRevision += 1
        }

        func preview() throws(CodecError) -> DecodeOutput? {
            guard revision > 0, let walk, let reader else { return nil }
            let shown = if let first { first } else { try reader.preview() }
            guard let bitmap = shown else { return nil }
            return DecodeOutput(
                bitmap: bitmap, color: walk.header?.color ?? .sRGB, metadata: try walk.metadata())
        }

        // MARK: The end

        func finish() throws(CodecError) -> DecodeOutput {
            let walk = try openWalk()
            walk.end()
            let metadata = try walk.metadata()
            guard let first else { throw .truncated(.jxl, "the image is cut off") }
            // Frame headers that arrived later may need more memory than the first ones.
            _ = try Self.plan(walk, options)
            return DecodeOutput(
                bitmap: first, color: walk.header?.color ?? .sRGB, metadata: metadata)
        }
    }
#endif

#if AVIF
    package import WebImageCoding
    package import WebImagePixels

    /// The AV1 streams of all items and tracks of a file, measured before any is decoded.
    ///
    /// libavif checks the size in the container, but the AV1 decoder allocates by the stream's,
    /// and each cell of a grid has its own. A file of 2.4 kB that declares 256 × 256 pixels took
    /// 5.3 GB.
    package struct AVIFStreams {
        /// The maximum width and height of the decoded streams: of all tracks, and of the
        /// primary item with its cells and alpha.
        package private(set) var largest = PixelSize(width: 0, height: 0)
        /// The memory in bytes of the planes of all streams of an image, or of a sequence's first
        /// frame.
        private(set) var pictureBytes = 0
        /// The memory in bytes of the planes of a sequence after many frames.
        private(set) var sequenceBytes = 0
        /// `true` if an image is composed of others, which are kept until all are decoded.
        private(set) var hasCells = false
        /// The number of whole frames of a sequence whose file is cut off after them; nil for
        /// others.
        private(set) var wholeFrames: Int?
        private let limits: DecodeLimits
        private var budget = Self.maxUnits

        /// The maximum number of units to examine.
        static let maxUnits = 1_000_000
        /// The number of pixels by which a stream may exceed its declared size: encoders code whole
        /// blocks.
        static let tolerance = 64
        /// The fixed cost of a stream, in samples.
        static let leastWork = 1 << 14
        /// The memory in bytes of a cell's decoder, and the number of cells without it.
        private static let (cellBytes, freeCells) = (400_000, 16)

        /// Reads the streams of a file.
        ///
        /// - Throws: `CodecError.limit` if decoding exceeds `limits`, or a stream is larger than
        ///   declared; `CodecError.damaged` if a box exists twice.
        package init(_ bytes: RawSpan, limits: DecodeLimits) throws(CodecError) {
            self.limits = limits
            let all = 0..<bytes.byteCount
            try bytes.checkOnce([["meta"], ["moov"]], in: all, .avif)
            if let meta = bytes.firstBox(["meta"], in: all), meta.count > 4 {
                try readItems(bytes, meta: meta.lowerBound + 4..<meta.upperBound)
            }
            if let film = bytes.firstBox(["moov"], in: all) { try readTracks(bytes, film: film) }
        }

        private mutating func widen(_ stream: AV1Stream) {
            largest = PixelSize(
                width: max(largest.width, stream.size.width),
                height: max(largest.height, stream.size.height))
        }

        private func check(
            _ stream: AV1Stream, claim: PixelSize?, _ name: String
        ) throws(CodecError) {
            guard let claim else { return }
            guard stream.size.width <= claim.width + Self.tolerance,
                stream.size.height <= claim.height + Self.tolerance
            else {
                throw .limit("\(name) is coded at \(stream.size), more than the declared \(claim)")
            }
        }

        // MARK: Items

        private mutating func readItems(
            _ bytes: RawSpan, meta: Range<Int>
        ) throws(CodecError) {
            let items = try AVIFItems(bytes, meta: meta)
            let shown = items.shown
            var streams: [Int: AV1Stream] = [:]
            for item in items.coded {
                let stream = try stream(of: item.place, in: bytes)
                try check(stream, claim: item.claim, "an item")
                streams[item.place.id] = stream
                // Other items are not decoded; counting them would hide a false declaration.
                if shown.contains(item.place.id) { widen(stream) }
            }
            hasCells = items.hasCells
            try sum(streams, of: items)
        }

        private mutating func stream(
            of item: MediaItems.Item, in bytes: RawSpan
        ) throws(CodecError) -> AV1Stream {
            var stream = AV1Stream()
            if item.parts.count == 1 {
                try stream.append(bytes.extracting(item.parts[0]), budget: &budget)
            } else {
                // A unit may continue in the next part.
                let whole = item.parts.flatMap { bytes.extracting($0).prefixBytes($0.count) }
                try stream.append(whole.span.bytes, budget: &budget)
            }
            return stream
        }

        /// Sums the streams of each image: cells, and alpha of the whole or of cells.
        private mutating func sum(
            _ streams: [Int: AV1Stream], of items: AVIFItems
        ) throws(CodecError) {
            let parts = items.parts
            var (work, memory, cells) = (MediaTree(parts), MediaTree(parts), MediaTree(parts))
            for item in Set(streams.keys).union(parts.keys) {
                let total = try work.cost(of: item) { item in
                    streams[item].map { max($0.work, Self.leastWork) } ?? 0
                }
                try limits.check(samples: total, of: "the streams of an image")
                let planes = try memory.cost(of: item) { streams[$0]?.heldBytes ?? 0 }
                let count = try cells.cost(of: item) { streams[$0] == nil ? 0 : 1 }
                let decoders = max(count - Self.freeCells, 0) * Self.cellBytes
                let (needed, overflow) = planes.addingReportingOverflow(decoders)
                guard !overflow, needed <= limits.maxBytes else {
                    throw .limit("an image's streams need more than \(limits.maxBytes) bytes")
                }
                if item == items.primary ?? item { pictureBytes = max(pictureBytes, needed) }
            }
            sequenceBytes = pictureBytes
        }

        // MARK: Tracks

        private mutating func readTracks(
            _ bytes: RawSpan, film: Range<Int>
        ) throws(CodecError) {
            var (first, all) = (0, 0)
            for body in try bytes.everyBox(["trak"], in: film) {
                let box = MediaTrack(body: body)
                guard let track = try AVIFTrack(box, of: bytes, limits: limits) else { continue }
                var (stream, frames, firstBytes) = (AV1Stream(), 0, 0)
                for (index, part) in track.parts.enumerated() {
                    stream.beginSample()
                    try stream.append(bytes.extracting(part), budget: &budget)
                    try limits.check(samples: stream.work, of: "a frame and the hidden ones")
                    frames += stream.frames
                    if index == 0 { firstBytes = stream.heldBytes }
                }
                if track.wholeCount > 0, track.wholeCount < track.parts.count {
                    wholeFrames = min(wholeFrames ?? .max, track.wholeCount)
                }
                try check(stream, claim: track.claim, "a track")
                widen(stream)
                (first, all) = (first + firstBytes, all + stream.held(frames: frames))
            }
            pictureBytes = max(pictureBytes, first)
            sequenceBytes = max(sequenceBytes, all)
        }
    }
#endif

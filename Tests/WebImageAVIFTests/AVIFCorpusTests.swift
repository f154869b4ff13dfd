#if AVIF
    import TestSupport
    import Testing
    import WebImageAVIF
    import WebImageCoding
    import WebImagePixels

    /// Every AVIF of the corpus against its reference; tests of the umbrella module apply profiles.
    @Suite(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
    struct AVIFCorpusTests {
        /// The largest area whose colours a debug build compares; the size is always compared.
        private static let maxComparedPixels = 1_000_000

        /// The known differences and their reasons.
        private static let explained = [
            "avif/libavif__blue-and-magenta-crop.avif":
                "the only reference lays the alpha of the whole picture on the aperture",
            "avif/libavif__colors-animated-8bpc-depth-exif-xmp.avif":
                "the corpus counts the track of depth as alpha, its decoders do not",
        ]

        /// A file whose alpha the corpus does not count, since it belongs to cells; its decoders
        /// show it.
        private static let alphaOfCells = "avif/libavif__color_grid_alpha_nogrid.avif"

        @Test func `every file is decoded as its reference says, or refused`() throws {
            let entries = Corpus.entries(format: "avif")
            #expect(!entries.isEmpty)
            let mismatches = try entries.filter { Self.explained[$0.path] == nil }.compactMap {
                entry in try mismatch(of: entry).map { "\(entry.path): \($0)" }
            }
            #expect(mismatches.isEmpty, "\(mismatches.joined(separator: "\n"))")
        }

        @Test func `frames look as the references say, in any order`() throws {
            var mismatches: [String] = []
            for entry in Corpus.entries(format: "avif")
            where entry.expectation == .decodes && entry.framesKind == "animation" {
                let frames = try #require(try provider(entry.load()))
                #expect(frames.count == entry.frames, "\(entry.path)")
                for (index, expected) in entry.frameMeans.enumerated().reversed() {
                    let mean = ColorSignature(of: try frames.frame(at: index).bitmap).meanRGBA
                    let distance = zip(mean, expected).map { abs($0 - $1) }.max() ?? .infinity
                    if distance > (entry.tolerance?.mean ?? 0) {
                        mismatches.append("\(entry.path): frame \(index) is off by \(distance)")
                    }
                }
            }
            #expect(mismatches.isEmpty, "\(mismatches.joined(separator: "\n"))")
        }

        @Test func `headers alone tell what a decode tells`() throws {
            for entry in Corpus.entries(format: "avif") where entry.expectation == .decodes {
                let bytes = try entry.load()
                let metadata = try bytes.withSpan { bytes throws(CodecError) in
                    try AVIFDecoder().metadata(of: bytes, limits: DecodeLimits())
                }
                #expect(metadata.size.width == entry.width, "\(entry.path)")
                #expect(metadata.size.height == entry.height, "\(entry.path)")
                let profile = bytes.withSpan { AVIFDecoder().color(of: $0).profile }
                #expect((profile != nil) == entry.hasProfile, "\(entry.path)")
            }
        }

        private func provider(_ bytes: ByteBlock) throws -> (any FrameProvider)? {
            try AVIFDecoder().frames(of: EncodedImage(bytes), options: DecodeOptions())
        }

        private func mismatch(of entry: Corpus.Entry) throws -> String? {
            let output: DecodeOutput
            do {
                output = try decode(entry.load())
            } catch {
                return entry.expectation == .decodes ? "\(error)" : nil
            }
            guard entry.expectation == .decodes else {
                return Corpus.judge(output.bitmap, against: entry)
            }
            if output.metadata.orientation != .up { return "orientation" }
            if (output.color.profile != nil) != entry.hasProfile { return "profile" }
            let hasAlpha = entry.path == Self.alphaOfCells ? true : entry.hasAlpha
            if output.metadata.hasAlpha != hasAlpha { return "alpha" }
            let size = output.bitmap.size
            guard size.width == entry.width, size.height == entry.height else {
                return "size \(size)"
            }
            guard output.color == .sRGB, size.area <= Self.maxComparedPixels else { return nil }
            return Corpus.judge(output.bitmap, against: entry)
                ?? mismatch(of: output.metadata, entry)
        }

        private func mismatch(of metadata: ImageMetadata, _ entry: Corpus.Entry) -> String? {
            if metadata.frameCount != entry.frames { return "\(metadata.frameCount) frames" }
            guard entry.framesKind == "animation" else { return nil }
            let differences = zip(metadata.durations, entry.durationsMS).map { duration, expected in
                abs(duration / .milliseconds(1) - expected)
            }
            if metadata.durations.count != entry.durationsMS.count
                || differences.contains(where: { $0 > 0.01 })
            {
                return "durations \(metadata.durations), expected \(entry.durationsMS)"
            }
            if let plays = entry.loopPlays, metadata.loopCount != plays {
                return "\(metadata.loopCount ?? -1) loops"
            }
            return nil
        }
    }
#endif

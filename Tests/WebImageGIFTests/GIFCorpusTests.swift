#if GIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageGIF
    import WebImagePixels

    /// Every GIF of the corpus against its reference.
    @Suite(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
    struct GIFCorpusTests {
        /// Files whose first frame widens the screen, as in Chromium; the references cut it.
        private static let widened = ["gif/image__issue_1455_oversized.gif", "gif/image__oob.gif"]

        @Test func `every file is decoded as its reference says, or refused`() throws {
            let entries = Corpus.entries(format: "gif").filter { !Self.widened.contains($0.path) }
            #expect(!entries.isEmpty)
            let mismatches = try entries.compactMap { entry in
                try mismatch(of: entry).map { "\(entry.path): \($0)" }
            }
            #expect(mismatches.isEmpty, "\(mismatches.joined(separator: "\n"))")
        }

        @Test func `frames look as their reference says, forward and last`() throws {
            let entries = Corpus.entries(format: "gif").filter {
                $0.expectation == .decodes && $0.framesKind == "animation"
            }
            let mismatches = try entries.compactMap { entry in
                try mismatch(ofFrames: entry).map { "\(entry.path): \($0)" }
            }
            #expect(mismatches.isEmpty, "\(mismatches.joined(separator: "\n"))")
        }

        @Test func `arriving in chunks, every file ends as its decode does`() throws {
            let limits = DecodeLimits(maxPixels: 1 << 22)
            for entry in Corpus.entries(format: "gif") {
                let bytes = try entry.load()
                let expected = try? decode(bytes, limits: limits)
                let session = GIFDecoder().makeSession(options: DecodeOptions(limits: limits))
                let output = try? {
                    try feed(bytes, to: session, chunk: 1009)
                    return try session.finish()
                }()
                #expect(output?.bitmap == expected?.bitmap, "\(entry.path)")
                #expect(output?.metadata == expected?.metadata, "\(entry.path)")
            }
        }

        private func mismatch(ofFrames entry: Corpus.Entry) throws -> String? {
            let image = EncodedImage(try entry.load())
            guard let frames = try GIFDecoder().frames(of: image, options: DecodeOptions()) else {
                return "no frames"
            }
            if frames.count != entry.frames { return "\(frames.count) frames" }
            if frames.rawDurations != entry.durationsMS.map({ .milliseconds($0) }) {
                return "durations"
            }
            for (index, expected) in entry.frameMeans.enumerated() where index < frames.count {
                guard let bitmap = try? frames.frame(at: index).bitmap else {
                    return "frame \(index) cannot be decoded"
                }
                let found = ColorSignature(of: bitmap).meanRGBA
                let distance = zip(found, expected).map { abs($0 - $1) }.max() ?? 0
                // The means are written with one decimal.
                if distance > max(entry.tolerance?.mean ?? 0, 0.1) {
                    return "frame \(index): mean \(found), expected \(expected)"
                }
            }
            return nil
        }

        private func mismatch(of entry: Corpus.Entry) throws -> String? {
            let bytes = try entry.load()
            do {
                let output = try bytes.withSpan { bytes throws(CodecError) in
                    try GIFDecoder().decode(bytes, options: DecodeOptions())
                }
                return Corpus.judge(output.bitmap, against: entry)
                    ?? Corpus.judge(output.metadata, against: entry)
            } catch {
                return entry.expectation == .decodes ? "\(error)" : nil
            }
        }
    }
#endif

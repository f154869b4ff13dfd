#if GIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageGIF
    import WebImagePixels

    /// Every GIF of the corpus against its reference.
    @Suite(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
    struct GIFCorpusTests {
        /// Files that are refused although browsers show them, each with its reason.
        private static let exceptions = [
            // An LZW code size of 11, where the specification ends at 8: giflib refuses it.
            "gif/pillow__issue_2811.gif"
        ]

        @Test func `every file is decoded as its reference says, or refused`() throws {
            let entries = Corpus.entries(format: "gif")
            #expect(!entries.isEmpty)
            let mismatches = try entries.filter { !Self.exceptions.contains($0.path) }
                .compactMap { entry in try mismatch(of: entry).map { "\(entry.path): \($0)" } }
            #expect(mismatches.isEmpty, "\(mismatches.joined(separator: "\n"))")
        }

        private func mismatch(of entry: Corpus.Entry) throws -> String? {
            let bytes = try entry.load()
            do {
                let output = try bytes.withSpan { bytes throws(CodecError) in
                    try GIFDecoder().decode(bytes, options: DecodeOptions())
                }
                return Corpus.judge(output.bitmap, against: entry)
                    ?? mismatch(of: output.metadata, entry)
            } catch {
                return entry.expectation == .decodes ? "\(error)" : nil
            }
        }

        private func mismatch(of metadata: ImageMetadata, _ entry: Corpus.Entry) -> String? {
            guard entry.expectation == .decodes else { return nil }
            if metadata.frameCount != entry.frames { return "\(metadata.frameCount) frames" }
            if metadata.hasAlpha != entry.hasAlpha { return "alpha \(metadata.hasAlpha)" }
            guard entry.framesKind == "animation" else { return nil }
            if metadata.durations != entry.durationsMS.map({ .milliseconds($0) }) {
                return "durations \(metadata.durations), expected \(entry.durationsMS)"
            }
            if metadata.loopCount != entry.loopPlays { return "\(metadata.loopCount ?? -1) loops" }
            return nil
        }
    }
#endif

#if HEIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    /// Every HEIC of the corpus against its reference; tests of the umbrella module apply profiles.
    @Suite(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
    struct HEIFCorpusTests {
        /// The largest area whose colours a debug build compares; the size is always compared.
        private static let maxComparedPixels = 1_000_000

        /// Grids whose profile is in the cells, where the corpus does not search for it.
        private static let cellProfiles = ["heic/sdwebimage__TestImage.heic"]

        @Test func `every file is decoded as its reference says, or refused`() throws {
            let entries = Corpus.entries(format: "heic")
            #expect(!entries.isEmpty)
            let mismatches = try entries.compactMap { entry in
                try mismatch(of: entry).map { "\(entry.path): \($0)" }
            }
            #expect(mismatches.isEmpty, "\(mismatches.joined(separator: "\n"))")
        }

        @Test func `headers alone tell what a decode tells`() throws {
            for entry in Corpus.entries(format: "heic") where entry.expectation == .decodes {
                let bytes = try entry.load()
                let metadata = try bytes.withSpan { bytes throws(CodecError) in
                    try HEIFDecoder().metadata(of: bytes, limits: DecodeLimits())
                }
                #expect(metadata.size.width == entry.width, "\(entry.path)")
                #expect(metadata.size.height == entry.height, "\(entry.path)")
                #expect(metadata.hasAlpha == entry.hasAlpha, "\(entry.path)")
                let profile = bytes.withSpan { HEIFDecoder().color(of: $0).profile }
                #expect((profile != nil) == hasProfile(entry), "\(entry.path)")
            }
        }

        private func hasProfile(_ entry: Corpus.Entry) -> Bool {
            entry.hasProfile || Self.cellProfiles.contains(entry.path)
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
            if (output.color.profile != nil) != hasProfile(entry) { return "profile" }
            let size = output.bitmap.size
            guard size.width == entry.width, size.height == entry.height else {
                return "size \(size)"
            }
            guard output.color == .sRGB, size.area <= Self.maxComparedPixels else { return nil }
            return Corpus.judge(output.bitmap, against: entry)
        }
    }
#endif

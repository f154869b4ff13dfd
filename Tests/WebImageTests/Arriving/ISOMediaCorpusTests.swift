#if Color && AVIF && HEIF
    import TestSupport
    import Testing
    import WebImage

    /// AVIF and HEIC through the pipeline, with profiles applied, compared with the corpus.
    @Suite(.enabled(if: Corpus.isAvailable, "the corpus is not here"))
    struct ISOMediaCorpusTests {
        /// The known differences and their reasons.
        private static let explained = [
            "avif/libavif__blue-and-magenta-crop.avif":
                "the only reference lays the alpha of the whole picture on the aperture",
            "avif/libavif__color_grid_alpha_nogrid.avif":
                "libavif before 1.0 has no alpha that every cell of a grid has for itself",
        ]

        @Test(arguments: ["avif", "heic"])
        func `every file that must decode looks as the references say`(format: String) async throws
        {
            let pipeline = ImagePipeline(
                transport: nil, memory: MemoryCache(maxBytes: 1), disk: nil)
            var misses: [String] = []
            for entry in Corpus.entries(format: format)
            where entry.expectation == .decodes && Self.explained[entry.path] == nil {
                // A debug build takes seconds for a large picture.
                guard (entry.width ?? 0) * (entry.height ?? 0) <= 1_500_000 else { continue }
                do {
                    let source = ImageSource.data(try entry.load())
                    let response = try await pipeline.image(for: ImageRequest(source))
                    if let miss = Corpus.judge(response.image.poster, against: entry) {
                        misses.append("\(entry.path): \(miss)")
                    }
                } catch {
                    misses.append("\(entry.path): \(error)")
                }
            }
            #expect(misses.isEmpty, "\(misses.joined(separator: "\n"))")
        }
    }
#endif

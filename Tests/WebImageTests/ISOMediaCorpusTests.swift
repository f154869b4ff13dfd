#if Color && AVIF && HEIF
    import TestSupport
    import Testing
    import WebImage

    /// AVIF and HEIC through the pipeline, profiles applied, judged by the corpus.
    @Suite(.enabled(if: Corpus.isAvailable, "the corpus is not here"))
    struct ISOMediaCorpusTests {
        @Test(arguments: ["avif", "heic"])
        func `every file that must decode looks as the references say`(format: String) async throws
        {
            let pipeline = ImagePipeline(
                transport: nil, memory: MemoryCache(maxBytes: 1), disk: nil)
            var misses: [String] = []
            for entry in Corpus.entries(format: format) where entry.expectation == .decodes {
                // A debug build takes seconds for a large picture.
                guard (entry.width ?? 0) * (entry.height ?? 0) <= 1_000_000 else { continue }
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

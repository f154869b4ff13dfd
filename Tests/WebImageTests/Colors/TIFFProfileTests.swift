#if Color && TIFF
    import Testing
    import TestSupport
    import WebImage

    /// TIFF files with a profile, through the pipeline that applies it, compared with the corpus.
    @Suite(.enabled(if: Corpus.isAvailable, "the corpus is not here"))
    struct TIFFProfileTests {
        @Test func `profiles in TIFF are applied`() async throws {
            let pipeline = ImagePipeline(
                transport: nil, memory: MemoryCache(maxBytes: 1), disk: nil)
            let entries = Corpus.entries(format: "tiff").filter {
                $0.expectation == .decodes && $0.hasProfile
            }
            #expect(!entries.isEmpty)
            for entry in entries {
                let request = ImageRequest(ImageSource.data(try entry.load()))
                let image = try await pipeline.image(for: request).image
                #expect(image.metadata.profileDescription != nil, "\(entry.path)")
                #expect(Corpus.judge(image.poster, against: entry) == nil, "\(entry.path)")
            }
        }
    }
#endif

#if Color && JPEG && PNG && GIF && WebP && AVIF && HEIF && JPEGXL && TIFF
    import Testing
    import TestSupport
    import WebImage
    import WebImageCoding

    /// The files of the corpus without their metadata.
    struct StrippedCorpusTests {
        private static let formats = [
            "jpeg", "png", "apng", "gif", "webp", "avif", "heic", "jxl", "tiff",
        ]

        @Test(
            .enabled(if: Corpus.isAvailable, "the corpus is not here"), arguments: formats,
            [MetadataPolicy.drop, .dropLocation, .copyright])
        func `every file shows the same without metadata`(
            format: String, policy: MetadataPolicy
        ) async throws {
            let pipeline = ImagePipeline(transport: nil, disk: nil)
            var (count, left) = (0, 0)
            for entry in Corpus.entries(format: format)
            where entry.expectation == .decodes
                && (entry.width ?? 0) * (entry.height ?? 0) < 100_000
            {
                var request = ImageRequest(ImageSource.data(try entry.load()))
                request.keepsEncodedBytes = true
                request.firstFrameOnly = true
                guard let response = try? await pipeline.image(for: request),
                    let encoded = response.encoded,
                    let file = try MetadataRemoval(policy).file(of: encoded)
                else {
                    left += 1
                    continue
                }
                let again = try await pipeline.image(for: ImageRequest(ImageSource.data(file)))
                #expect(again.image.poster == response.image.poster, "\(entry.path)")
                #expect(again.image.metadata.size == response.image.metadata.size)
                #expect(again.image.metadata.frameCount == response.image.metadata.frameCount)
                let fields = try await pipeline.info(for: ImageRequest(ImageSource.data(file)))
                    .exifFields.map(\.name)
                #expect(!fields.contains { $0.hasPrefix("GPS") }, "\(entry.path)")
                if policy == .drop {
                    #expect(fields.allSatisfy { $0 == "Orientation" }, "\(entry.path): \(fields)")
                }
                count += 1
            }
            // JPEG XL has the fewest small files; a few of unusual structure are encoded instead.
            #expect(count > 20 && left * 10 < count, "\(count) files, \(left) left")
        }
    }
#endif

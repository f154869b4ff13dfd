#if Color && JPEG && PNG && GIF && WebP
    import Testing
    import TestSupport
    import WebImage

    /// The installed codecs together, through the pipeline, compared with the corpus.
    @Suite(.enabled(if: Corpus.isAvailable, "the corpus is not here"))
    struct CorpusTests {
        /// The known differences and their reasons.
        static let explained: [String: String] = [
            "ico/image__bmp_v5_with_icc.ico": "the references read the profile's bytes as the mask",
            "ico/image__multiple_entries_with_different_bit_depth.ico":
                "of two pictures of one size the 32-bit one is taken, not the 8-bit one",
            "bmp/image__V3_X4_R4_G4_B4.bmp": "4 of 4 bits is 255 here, 240 in the references",
            "bmp/image__V3_X4_R4_G4_B4_Top_Down.bmp": "as above",
            "bmp/image__V5_A1_R5_G5_B5.bmp": "a one-bit alpha mask is honoured",
            "gif/image__issue_1455_oversized.gif": "the first frame widens the screen",
            "gif/image__oob.gif": "the first frame widens the screen",
            "gif/pillow__issue_2811.gif": "giflib refuses an LZW code size of 11",
            "hostile/image-png__x_interlaced_chck.png": "libpng refuses a wrong IDAT checksum",
            "hostile/image-png__xcsn0g01.png": "libpng refuses a wrong IDAT checksum",
            "png/gen-cicp-p3.png": "the references ignore cICP",
            "png/image__tbbn0g04.png":
                "libpng reads the transparent grey as the specification says",
            "png/libavif__circle-trns-before-plte.png": "libpng ignores tRNS before PLTE",
        ]

        @Test(arguments: ["jpeg", "png", "webp", "gif", "bmp", "ico"])
        func `every file that must decode looks as the references say`(format: String) async throws
        {
            let pipeline = ImagePipeline(
                transport: nil, memory: MemoryCache(maxBytes: 1), disk: nil)
            var misses: [String] = []
            for entry in Corpus.entries(format: format) where entry.expectation == .decodes {
                // A debug build takes seconds for a large picture; the codecs' own tests have them.
                guard (entry.width ?? 0) * (entry.height ?? 0) <= 1_000_000 else { continue }
                do {
                    let bytes = try entry.load()
                    let response = try await pipeline.image(
                        for: ImageRequest(ImageSource.data(bytes)))
                    if let miss = Corpus.judge(response.image.poster, against: entry) {
                        misses.append("\(entry.path): \(miss)")
                    }
                } catch {
                    misses.append("\(entry.path): \(error)")
                }
            }
            let open = misses.filter { miss in !Self.explained.keys.contains { miss.hasPrefix($0) }
            }
            #expect(open.isEmpty, "\(open.joined(separator: "\n"))")
        }
    }
#endif

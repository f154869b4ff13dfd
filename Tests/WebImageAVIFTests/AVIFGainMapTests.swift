#if AVIF
    import TestSupport
    import Testing
    import WebImageAVIF
    import WebImageCoding
    import WebImageMetadata
    import WebImagePixels

    @Suite("Gain maps of the corpus", .enabled(if: Corpus.isAvailable, "the corpus is not there"))
    struct AVIFGainMapTests {
        @Test(arguments: [
            "libavif__color_grid_alpha_grid_gainmap_nogrid",
            "libavif__color_grid_gainmap_different_grid",
            "libavif__color_nogrid_alpha_nogrid_gainmap_grid",
            "libavif__seine_hdr_gainmap_small_srgb", "libavif__seine_sdr_gainmap_srgb_icc",
        ])
        func `the file of a gain map shows its pixels`(name: String) throws {
            let entry = try #require(
                Corpus.entries(format: "avif").first { $0.path == "avif/\(name).avif" })
            let image = EncodedImage(try entry.load())
            let size = PixelSize(width: entry.width, height: entry.height)
            guard case .map(let map) = GainMapReading(of: image, size: size, exif: nil) else {
                Issue.record("no gain map")
                return
            }
            let file = try #require(GainMapReading.file(of: image))
            #expect(file.format == .avif)
            let output = try file.bytes.withSpan { bytes throws(CodecError) in
                try AVIFDecoder().decode(bytes, options: DecodeOptions())
            }
            #expect(output.bitmap.size == map.size)
            #expect(!output.metadata.hasAlpha)
        }
    }
#endif

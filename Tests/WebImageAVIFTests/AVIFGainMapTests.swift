#if AVIF
    import Foundation
    import TestSupport
    import Testing
    import WebImageBytes
    import WebImageCoding
    import WebImageMetadata
    import WebImagePixels

    @testable import WebImageAVIF

    @Suite("Gain maps in AVIF") struct AVIFGainMapTests {
        @Test(
            .enabled(if: Corpus.isAvailable, "the corpus is not there"),
            arguments: [
                "libavif__color_grid_alpha_grid_gainmap_nogrid",
                "libavif__color_grid_gainmap_different_grid",
                "libavif__color_nogrid_alpha_nogrid_gainmap_grid",
                "libavif__seine_hdr_gainmap_small_srgb", "libavif__seine_sdr_gainmap_srgb_icc",
            ])
        func `the file of a gain map shows its pixels`(name: String) throws {
            let data = try Data(contentsOf: Corpus.folder.appending(path: "avif/\(name).avif"))
            let image = EncodedImage(ByteBlock(copying: data))
            let size = PixelSize(width: 4000, height: 4000)
            guard case .map(let map) = GainMapReading(of: image, size: size, exif: nil) else {
                Issue.record("no gain map")
                return
            }
            let file = try #require(GainMapReading.file(of: image))
            let output = try decode(file.bytes)
            #expect(file.format == .avif && output.bitmap.size == map.size)
            #expect(!output.metadata.hasAlpha)
        }

        @Test func `two files of the encoder become one`() throws {
            let size = PixelSize(width: 64, height: 48)
            var map = GainMap(
                kind: .iso21496, size: PixelSize(width: 32, height: 24), channelCount: 3,
                channels: [GainMapChannel(minimum: 0, maximum: 2)], baseHeadroom: 0,
                alternateHeadroom: 2)
            let base = Bitmap(size: size, isOpaque: false) { x, _ in
                let alpha = x < 32 ? 1.0 : 0.5
                return SIMD4(0.25 * alpha, 0.5 * alpha, 0.75 * alpha, alpha)
            }
            let values = Bitmap(size: map.size, isOpaque: true) { _, _ in
                SIMD4(0.75, 0.75, 0.75, 1)
            }
            var settings = EncodeSettings(quality: 90, effort: 1)
            settings.embedded.xmp = Array("<a/>".utf8)
            settings.embedded.exif =
                [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + [UInt8](repeating: 0, count: 6)
            let writer = try #require(GainMapWriter(map, format: .avif))
            let file = try writer.joined(
                base: encode(base, settings), map: writer.prepared(encode(values)))
            let image = EncodedImage(file)
            map.alternateColorName = "BT.709 PQ"
            #expect(image.format == .avif)
            #expect(GainMapReading(of: image, size: size, exif: nil) == .map(map))
            #expect(MetadataBlocks(of: image).xmp == settings.embedded.xmp)
            let shown = try decode(file)
            #expect(shown.metadata.hasAlpha && shown.metadata.exif == settings.embedded.exif)
            #expect(near(shown.bitmap, base))
            #expect(near(try decode(#require(GainMapReading.file(of: image)).bytes).bitmap, values))
            let unbranded = try #require(file.withSpan(AVIFRepair.withoutMapBrand))
            let plain = EncodedImage(ByteBlock(copying: unbranded))
            #expect(GainMapReading(of: plain, size: size, exif: nil) == .none)
            #expect(near(try decode(plain.bytes).bitmap, base))
            let bare = try #require(try MetadataRemoval(.drop).file(of: image))
            #expect(GainMapReading(of: EncodedImage(bare), size: size, exif: nil) == .none)
            #expect(near(try decode(bare).bitmap, base))
        }

        private func near(_ first: Bitmap, _ second: Bitmap) -> Bool {
            first.size == second.size
                && zip(first.samples, second.samples).allSatisfy { first, second in
                    let difference = first - second
                    return (difference * difference).sum() < 0.01
                }
        }
    }
#endif

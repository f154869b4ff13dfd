#if JPEGXL
    import Testing
    import WebImageBytes
    import WebImageCoding
    import WebImageJPEGXL
    import WebImageMetadata
    import WebImagePixels

    @Suite("Gain maps in JPEG XL") struct JPEGXLGainMapTests {
        @Test(arguments: [false, true])
        func `two files of the encoder become one`(hasBoxes: Bool) throws {
            let size = PixelSize(width: 64, height: 48)
            let map = GainMap(
                kind: .iso21496, size: PixelSize(width: 32, height: 24), channelCount: 3,
                channels: [GainMapChannel(minimum: 0, maximum: 2)], baseHeadroom: 0,
                alternateHeadroom: 2)
            func picture(_ size: PixelSize, _ value: Double) -> Bitmap {
                Bitmap(size: size, isOpaque: true) { x, _ in
                    SIMD4(value, Double(x) / 64, value, 1)
                }
            }
            var settings = EncodeSettings(isLossless: true, effort: 1)
            let values = picture(map.size, 0.75)
            let mapFile = try encode(values, settings)
            if hasBoxes {
                settings.embedded.xmp = Array("<a/>".utf8)
            }
            let base = picture(size, 0.25)
            let writer = try #require(GainMapWriter(map, format: .jxl))
            let file = try writer.joined(
                base: encode(base, settings),
                map: writer.prepared(hasBoxes ? encode(values, settings) : mapFile))
            let image = EncodedImage(file)
            #expect(image.format == .jxl)
            #expect(GainMapReading(of: image, size: size, exif: nil) == .map(map))
            #expect(MetadataBlocks(of: image).xmp == settings.embedded.xmp)
            #expect(try decode(file).bitmap.samples == base.samples)
            let pixels = try #require(GainMapReading.file(of: image))
            #expect(try decode(pixels.bytes).bitmap.samples == values.samples)
            let bare = try #require(try GainMapRemoval.file(of: image))
            #expect(GainMapReading(of: EncodedImage(bare), size: size, exif: nil) == .none)
            #expect(try decode(bare).bitmap.samples == base.samples)
        }
    }
#endif

#if JPEG
    import Testing
    import WebImageBytes
    import WebImageCoding
    import WebImageJPEG
    import WebImageMetadata
    import WebImagePixels

    @Suite("Gain maps in JPEG") struct JPEGGainMapTests {
        @Test(arguments: [false, true])
        func `two files of the encoder become one`(isProgressive: Bool) throws {
            let (base, values) = (scene(64, 48), scene(32, 24))
            let map = GainMap(
                kind: .iso21496, size: values.size, channelCount: 3,
                channels: [GainMapChannel(minimum: 0, maximum: 2)], baseHeadroom: 0,
                alternateHeadroom: 2)
            let writer = try #require(GainMapWriter(map, format: .jpeg))
            var settings = EncodeSettings(isProgressive: isProgressive)
            let plain = try encode(values, settings)
            let mapFile = try writer.prepared(plain)
            settings.embedded.exif =
                [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + [UInt8](repeating: 0, count: 6)
            settings.embedded.xmp = writer.xmp(nil, mapByteCount: mapFile.count)
            let baseFile = try encode(base, settings)
            let file = try writer.joined(base: baseFile, map: mapFile)
            let image = EncodedImage(file)
            #expect(GainMapReading(of: image, size: base.size, exif: nil) == .map(map))
            #expect(MetadataBlocks(of: image).xmp == settings.embedded.xmp)
            #expect(try decode(file).bitmap.samples == decode(baseFile).bitmap.samples)
            #expect(try decode(file).metadata.exif == settings.embedded.exif)
            let pixels = try #require(GainMapReading.file(of: image))
            #expect(pixels.bytes == mapFile)
            #expect(try decode(mapFile).bitmap.samples == decode(plain).bitmap.samples)
            let attached = AttachedData(of: image)
            #expect(attached.hasGainMap && attached.pictureCount == 0)
        }
    }
#endif

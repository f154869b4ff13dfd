#if HEIF
    import Testing
    import WebImageBytes
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    @testable import WebImageMetadata

    /// Files of boxes with two pictures that libheif encoded, since no free HEIC has a gain map.
    @Suite("Gain maps in HEIC") struct HEIFGainMapTests {
        // libheif writes grids of pictures with sides of less than 64.
        private static let size = PixelSize(width: 256, height: 128)
        private static let mapSize = PixelSize(width: 128, height: 64)

        /// A grey picture of one value.
        private func picture(_ size: PixelSize, _ value: Double) throws -> ByteBlock {
            try encode(
                Bitmap(size: size, isOpaque: true) { _, _ in SIMD4(value, value, value, 1) })
        }

        /// Checks that a file shows its base, and that the file of its map shows the map.
        private func check(_ file: ByteBlock, _ kind: GainMap.Kind) throws {
            let image = EncodedImage(file)
            #expect(image.format == .heic)
            guard
                case .map(let map) = GainMapReading(of: image, size: Self.size, exif: nil)
            else {
                Issue.record("no gain map")
                return
            }
            #expect(map.kind == kind && map.size == Self.mapSize)
            let shown = try decode(file).bitmap
            #expect(shown.size == Self.size && abs((shown.samples.first?.x ?? 0) - 0.25) < 0.02)
            let values = try decode(#require(GainMapReading.file(of: image)).bytes).bitmap
            #expect(values.size == Self.mapSize)
            #expect(abs((values.samples.first?.x ?? 0) - 0.75) < 0.02)
        }

        @Test func `a map from which an item derives the alternate is decoded`() throws {
            let map = GainMap(
                kind: .iso21496, size: Self.mapSize, channelCount: 3,
                channels: [GainMapChannel(minimum: 0, maximum: 2)], baseHeadroom: 0,
                alternateHeadroom: 2)
            try check(
                try AVIFGainMapFile.joined(
                    picture(Self.size, 0.25), picture(Self.mapSize, 0.75), map,
                    #require(GainMapBlock.bytes(of: map)), .heic), .iso21496)
        }

        @Test func `an auxiliary picture of Apple's cameras is decoded`() throws {
            var file = try MediaStill(of: picture(Self.size, 0.25), .heic)
            var map = try MediaStill(of: picture(Self.mapSize, 0.75), .heic).items[0]
            map.isHidden = true
            map.references = [(Array("auxl".utf8), [0])]
            map.properties.append(
                MediaStill.box("auxC", [0, 0, 0, 0] + Array(AppleGainMap.kind.utf8) + [0]))
            file.items.append(map)
            try check(try file.file(.heic), .apple)
            var image = EncodedImage(try file.file(.heic))
            image.bytes = try #require(try MetadataRemoval(.drop).file(of: image))
            #expect(GainMapReading(of: image, size: Self.size, exif: nil) == .none)
            #expect(try decode(image.bytes).bitmap.size == Self.size)
        }
    }
#endif

#if Color && JPEG && PNG && WebP
    import Foundation
    import Testing
    import TestSupport
    import WebImage

    /// Samples of more than 8 bits from files to files.
    struct KeptDepthTests {
        private let pipeline = ImagePipeline(transport: nil, disk: nil)

        private func request(
            _ bytes: ByteBlock, _ depth: PixelDepth = .asStored,
            _ transforms: [any ImageTransform] = []
        ) -> ImageRequest {
            var request = ImageRequest(ImageSource.data(bytes), transforms: transforms)
            request.pixelDepth = depth
            return request
        }

        /// Returns a PNG of 16 bits.
        private func deepPNG(
            _ picture: Bitmap, profile: [UInt8]? = nil
        ) throws -> ByteBlock {
            var settings = EncodeSettings()
            settings.embedded.profile = profile
            return try pipeline.codecs.encoder(for: .png).encode(picture, settings: settings)
        }

        private func pixels(_ file: ImageFile) async throws -> Bitmap {
            try await pipeline.image(for: request(file.bytes)).image.poster
        }

        @Test func `a picture has the depth that its request asks for`() async throws {
            let picture = gradient(40, 30)
            let bytes = try deepPNG(picture)
            let deep = try await pipeline.image(for: request(bytes)).image
            #expect(deep.poster == picture && deep.cost == picture.byteCount)
            let eight = try await pipeline.image(for: request(bytes, .eight)).image
            #expect(eight.poster.sampleFormat == .bgra8)
            // Neither is the other's in memory.
            #expect(try await pipeline.image(for: request(bytes)).image.poster == picture)
        }

        @Test(arguments: [ImageFormat.jpeg, .png, .webp, .avif, .tiff])
        func `a file of 8 bits has 8 bits already`(format: ImageFormat) async throws {
            guard pipeline.codecs.encoders.contains(where: { $0.format == format }) else { return }
            let scene = Scene.photograph(size: PixelSize(width: 40, height: 30))
            let bytes = try pipeline.codecs.encoder(for: format)
                .encode(scene, settings: EncodeSettings())
            var settings = EncodeSettings()
            settings.depth = .eight
            let copy = try await pipeline.file(
                for: request(bytes, .eight), as: format, settings: settings)
            #expect(copy.bytes == bytes && copy.dropped.isEmpty)
            guard [.png, .avif, .tiff].contains(format) else { return }
            let deep = try pipeline.codecs.encoder(for: format)
                .encode(gradient(40, 30), settings: EncodeSettings())
            let eight = try await pipeline.file(
                for: request(deep, .eight), as: format, settings: settings)
            #expect(eight.bytes != deep && eight.dropped.isEmpty)
        }

        @Test(arguments: [ImageFormat.png, .tiff, .jxl, .avif], [8, 10, 16])
        func `the header tells bits and colours beside alpha`(
            format: ImageFormat, bits: Int
        ) async throws {
            guard pipeline.codecs.encoders.contains(where: { $0.format == format }) else { return }
            var picture = gradient(40, 30)
            picture[deep: 2, 2].w = 257
            (picture.isOpaque, picture.significantBits) = (false, bits)
            for gray in [false, true] {
                if gray { picture = Bitmap(size: picture.size, as: .rgba16) }
                picture.significantBits = bits
                let file = try pipeline.codecs.encoder(for: format)
                    .encode(picture, settings: EncodeSettings(isLossless: true))
                let info = try await pipeline.info(for: request(file))
                #expect(info.metadata.hasAlpha)
                #expect((info.bitDepth ?? 0) >= min(bits, 12))
                #expect(info.colorType == (gray && [.png, .jxl].contains(format) ? .gray : .rgb))
            }
        }

        @Test func `a file that is asked for keeps 16 bits through a size and moves`() async throws
        {
            let picture = gradient(80, 60)
            let file = try await pipeline.file(
                for: request(
                    try deepPNG(picture), .asStored,
                    [
                        .rotate(degrees: 90), .crop(to: PixelSize(width: 40, height: 40)),
                        .resize(to: PixelSize(width: 20, height: 20)),
                    ]), as: .png)
            #expect(file.bytes.array[24] == 16 && file.dropped.isEmpty)
            let expected = picture.oriented(.right)
                .cropped(to: PixelRect(x: 0, y: 0, size: PixelSize(width: 40, height: 40)))
                .resampled(to: PixelSize(width: 20, height: 20))
            #expect(try await pixels(file) == expected)
        }

        @Test func `a transform of 8 bits gets 8 bits, which is told`() async throws {
            let file = try await pipeline.file(
                for: request(try deepPNG(gradient(20, 20)), .asStored, [Reading8Bits()]), as: .png)
            #expect(file.bytes.array[24] == 8)
            #expect(file.dropped.map(\.kind) == [.bitDepth])
            // They are lost in a file of 16 bits, too.
            var settings = EncodeSettings()
            settings.depth = .sixteen
            let wide = try await pipeline.file(
                for: request(try deepPNG(gradient(20, 20)), .asStored, [Reading8Bits()]),
                as: .png, settings: settings)
            #expect(wide.bytes.array[24] == 16 && wide.dropped.map(\.kind) == [.bitDepth])
        }

        @Test func `an encoder of 8 bits gets 8 bits, which is told`() async throws {
            let bytes = try deepPNG(gradient(20, 20))
            for format in [ImageFormat.jpeg, .webp] {
                let file = try await pipeline.file(for: request(bytes), as: format)
                #expect(file.dropped.map(\.kind) == [.bitDepth])
            }
        }

        @Test func `a file has the depth of the settings`() async throws {
            let bytes = try deepPNG(gradient(20, 20))
            var settings = EncodeSettings()
            settings.depth = .eight
            let eight = try await pipeline.file(for: request(bytes), as: .png, settings: settings)
            #expect(eight.bytes.array[24] == 8 && eight.dropped.isEmpty)
            settings.depth = .sixteen
            let scene = Scene.photograph(size: PixelSize(width: 20, height: 20))
            let source = try pipeline.codecs.encoder(for: .png).encode(
                scene, settings: EncodeSettings())
            let wide = try await pipeline.file(for: request(source), as: .png, settings: settings)
            #expect(wide.bytes.array[24] == 16)
            #expect(try await pixels(wide).converted(to: .bgra8) == scene)
        }

        @Test func `colours of a profile become sRGB in 16 bits`() async throws {
            let file = try deepPNG(gradient(64, 8), profile: ICCFile.displayP3.bytes)
            let shown = try await pipeline.image(for: request(file)).image.poster
            #expect(shown.sampleFormat == .rgba16 && shown.colorSpace == .sRGB)
            let display = try #require(ShownColor(primaries: 12, transfer: 13))
            for x in 0..<64 {
                let source = gradient(64, 8)[deep: x, 3]
                let expected = display.shown(
                    (0..<3).map { Double(source[$0]) / 65535 })
                let found = shown[deep: x, 3]
                for channel in 0..<3 {
                    let wanted = expected[channel] * 257
                    #expect(abs(Double(found[channel]) - wanted) < 40, "\(x), \(channel)")
                }
            }
            var kept = request(file)
            kept.colorProfile = .keep
            let same = try await pipeline.image(for: kept).image
            #expect(same.poster.colorSpace == .embedded && same.metadata.profile != nil)
            var embedded = same.poster
            embedded.colorSpace = .sRGB
            #expect(embedded == gradient(64, 8))
        }

        @Test func `a variant is stored in a format of its depth, or not at all`() throws {
            let (picture, codecs) = (gradient(30, 30), pipeline.codecs)
            let original = EncodedImage(try deepPNG(picture))
            let image = DecodedImage(poster: picture)
            let png = try EncodingSerializer(as: .png)
                .serialize(image, of: original, using: codecs)
            #expect(png?.bytes.array[24] == 16)
            var some = codecs
            some.encoders.removeAll { [.tiff, .jxl].contains($0.format) }
            let serializer = EncodingSerializer(as: .webp)
            #expect(try serializer.serialize(image, of: original, using: some) == nil)
            let others = codecs.encoders.filter { $0.sampleFormats.contains(.rgba16) }
                .map(\.format)
            let other = try serializer.serialize(image, of: original, using: codecs)
            #expect((other == nil) == Set(others).isDisjoint(with: [.tiff, .jxl]))
        }

        /// A transform that reads pixels of four bytes.
        private struct Reading8Bits: ImageTransform {
            var spelling: String { "reading8bits()" }

            func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
                do {
                    try bitmap.withBGRA8 { _ in }
                } catch {
                    throw TransformFailure(spelling, "\(error)")
                }
                return bitmap
            }
        }
    }

    /// Returns colours whose low bits matter, with translucent columns.
    private func gradient(_ width: Int, _ height: Int) -> Bitmap {
        var bitmap = Bitmap(
            size: PixelSize(width: width, height: height), as: .rgba16, isOpaque: true)
        for y in 0..<height {
            for x in 0..<width {
                let place = y * width + x
                bitmap[deep: x, y] = SIMD4(
                    UInt16(20_000 + place % 40_000), UInt16(50_000 - place % 40_000),
                    UInt16(30_000 + (place * 7) % 30_000), 65535)
            }
        }
        return bitmap
    }
#endif

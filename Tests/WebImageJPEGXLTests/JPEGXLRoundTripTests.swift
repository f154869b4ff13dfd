#if JPEGXL
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEGXL
    import WebImagePixels

    @Suite struct JPEGXLRoundTripTests {
        private static let size = PixelSize(width: 61, height: 43)

        @Test(arguments: [
            Scene.photograph(size: size), Scene.transparency(size: size),
            Scene.noise(size: size, seed: 1), Scene.noise(size: size, seed: 2, isOpaque: true),
            Bitmap(size: PixelSize(width: 1, height: 1)),
        ])
        func `lossless is exact`(picture: Bitmap) throws {
            for isProgressive in [false, true] {
                let settings = EncodeSettings(
                    isLossless: true, isProgressive: isProgressive, effort: 2)
                let output = try decode(encode(picture, settings))
                #expect(output.bitmap == picture)
                #expect(output.bitmap.isOpaque == picture.isOpaque)
                #expect(output.metadata.hasAlpha == !picture.isOpaque)
                #expect(output.color.profile == nil)
            }
        }

        @Test func `a grey picture is written as grey, and is exact`() throws {
            var picture = Bitmap(size: Self.size, isOpaque: true)
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width {
                    let grey = UInt8((x * 5 + y * 3) & 255)
                    picture[x, y] = SIMD4(grey, grey, grey, 255)
                }
            }
            let file = try encode(picture, EncodeSettings(isLossless: true, effort: 2))
            #expect(try decode(file).bitmap == picture)
            let colored = try encode(
                Scene.photograph(size: Self.size), EncodeSettings(isLossless: true, effort: 2))
            #expect(file.count < colored.count)
        }

        @Test(arguments: [false, true])
        func `a photograph at quality 80 looks like itself`(isProgressive: Bool) throws {
            let picture = Scene.photograph(size: PixelSize(width: 256, height: 192))
            let file = try encode(picture, EncodeSettings(isProgressive: isProgressive, effort: 4))
            #expect(try ImageComparison(picture, decode(file).bitmap).ssim >= 0.95)
            #expect(file.count < picture.byteCount / 8)
        }

        @Test func `lossy transparency keeps its alpha`() throws {
            let picture = Scene.transparency(size: Self.size)
            let result = try decode(encode(picture)).bitmap
            #expect(!result.isOpaque)
            #expect(ImageComparison(picture, result).mean < 4)
        }

        @Test func `a higher quality is a larger file and a closer picture`() throws {
            let picture = Scene.photograph(size: PixelSize(width: 128, height: 128))
            let files = try [10, 40, 80, 100].map {
                try encode(picture, EncodeSettings(quality: $0, effort: 3))
            }
            let means = try files.map { try ImageComparison(picture, decode($0).bitmap).mean }
            #expect(zip(files, files.dropFirst()).allSatisfy { $0.count < $1.count })
            #expect(zip(means, means.dropFirst()).allSatisfy { $0 > $1 })
        }

        @Test func `every effort encodes`() throws {
            let picture = Scene.photograph(size: PixelSize(width: 16, height: 16))
            for effort in 1...10 {
                let settings = EncodeSettings(isLossless: true, effort: effort)
                #expect(try decode(encode(picture, settings)).bitmap == picture)
            }
        }

        @Test func `an EXIF block is kept where the settings have one`() throws {
            let exif: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            var settings = EncodeSettings(effort: 1)
            let picture = Scene.photograph(size: Self.size)
            #expect(try metadata(encode(picture, settings)).exif == nil)
            settings.embedded = EmbeddedMetadata(exif: exif)
            let file = try encode(picture, settings)
            #expect(try metadata(file).exif == exif)
            #expect(try decode(file).metadata == metadata(file))
        }

        @Test func `a cancelled task encodes nothing`() async throws {
            let picture = Scene.photograph(size: Self.size)
            await #expect(throws: CodecError.cancelled) {
                try await whenCancelled { try encode(picture).count }
            }
        }
    }
#endif

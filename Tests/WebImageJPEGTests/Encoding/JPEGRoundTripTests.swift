#if JPEG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEG
    import WebImagePixels

    @Suite struct JPEGRoundTripTests {
        @Test(arguments: [false, true])
        func `a picture comes back nearly the same`(isProgressive: Bool) throws {
            let picture = scene(83, 130)
            let bytes = try encode(
                picture, EncodeSettings(quality: 95, isProgressive: isProgressive))
            let output = try decode(bytes)
            #expect(output.bitmap.size == picture.size)
            #expect(output.bitmap.isOpaque && output.bitmap.colorSpace == .sRGB)
            #expect(output.color.profile == nil)
            #expect(ImageComparison(output.bitmap, picture).mean < 2)
        }

        @Test func `a single pixel comes back`() throws {
            let picture = scene(1, 1)
            let output = try decode(encode(picture, EncodeSettings(quality: 100)))
            #expect(output.bitmap.size == PixelSize(width: 1, height: 1))
            #expect(ImageComparison(output.bitmap, picture).mean < 2)
        }

        @Test func `lower quality takes fewer bytes`() throws {
            let picture = scene(96, 64)
            let counts = try [95, 80, 50, 10].map {
                try encode(picture, EncodeSettings(quality: $0)).count
            }
            #expect(counts == counts.sorted(by: >) && Set(counts).count == counts.count)
        }

        @Test(arguments: [(false, UInt8(0xC0)), (true, 0xC2)])
        func `the frame header says whether it is progressive`(
            isProgressive: Bool, marker: UInt8
        ) throws {
            let bytes = try encode(scene(16, 16), EncodeSettings(isProgressive: isProgressive))
                .array
            let frames = zip(bytes, bytes.dropFirst()).filter {
                $0 == 0xFF && [0xC0, 0xC2].contains($1)
            }
            #expect(frames.map(\.1) == [marker])
        }

        @Test(arguments: [(89, UInt8(0x22)), (90, 0x11)])
        func `colour is stored at half resolution below quality 90`(
            quality: Int, sampling: UInt8
        ) throws {
            let bytes = try encode(scene(16, 16), EncodeSettings(quality: quality)).array
            let frame = try #require(
                bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
            #expect(bytes[frame + 11] == sampling)
        }

        @Test(arguments: [Fixture.grey, .progressiveGrey])
        func `a grey picture becomes grey pixels`(fixture: Fixture) throws {
            let size = PixelSize(width: 121, height: 77)
            let output = try decode(fixture.bytes(size))
            #expect(output.bitmap.size == size && output.bitmap.isOpaque)
            #expect(output.metadata.size == size)
            let colours = Scene.photograph(size: size)
            var differences = 0
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (pixel, colour) = (output.bitmap[x, y], colours[x, y])
                    #expect(pixel == SIMD4(pixel.x, pixel.x, pixel.x, 255))
                    let grey = 0.114 * Double(colour.x) + 0.587 * Double(colour.y)
                    differences += Int(abs(grey + 0.299 * Double(colour.z) - Double(pixel.x)))
                }
            }
            #expect(differences < 6 * size.area)
        }

        @Test func `transparent pixels show the matte`() throws {
            let picture = scene(32, 96, isHalfTransparent: true)
            let settings = EncodeSettings(quality: 95, matte: SIMD3(10, 200, 60))
            let decoded = try decode(encode(picture, settings)).bitmap
            let pixel = decoded[28, 90]
            #expect(abs(Int(pixel[0]) - 10) < 4)
            #expect(abs(Int(pixel[1]) - 200) < 4)
            #expect(abs(Int(pixel[2]) - 60) < 4)
            #expect(pixel[3] == 255)
        }

        @Test func `a side that the format cannot hold is refused`() {
            let bitmap = Bitmap(size: PixelSize(width: 65_501, height: 1))
            #expect {
                try encode(bitmap)
            } throws: { error in
                if case CodecError.encoding(.jpeg, _) = error { true } else { false }
            }
        }

        @Test func `the identity names library and version`() {
            #expect(JPEGDecoder().identity.hasPrefix("jpeg/libjpeg-turbo-"))
            #expect(JPEGDecoder().identity.hasSuffix("/2"))
            #expect(JPEGEncoder().identity.hasPrefix("jpeg/libjpeg-turbo-"))
            #expect(JPEGEncoder().identity.hasSuffix("/2"))
        }
    }
#endif

#if PNG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    @Suite struct PNGRoundTripTests {
        @Test(arguments: Look.allCases, [false, true])
        func `a picture comes back exactly`(look: Look, isInterlaced: Bool) throws {
            let picture = scene(37, 70, look)
            let bytes = try encode(picture, EncodeSettings(isProgressive: isInterlaced))
            let output = try decode(bytes)
            #expect(output.bitmap == picture)
            #expect(output.bitmap.isOpaque == !look.hasAlpha)
            #expect(output.metadata.hasAlpha == look.hasAlpha)
            #expect(try metadata(bytes) == output.metadata)
        }

        @Test(arguments: Look.allCases)
        func `it is stored in the fewest samples that hold it`(look: Look) throws {
            var picture = scene(20, 20, look)
            picture.isOpaque = false
            let bytes = try encode(picture).array
            #expect(bytes[24] == 8 && bytes[25] == look.colorType)
        }

        @Test(arguments: [(false, UInt8(0)), (true, 1)])
        func `a progressive picture is interlaced`(isProgressive: Bool, method: UInt8) throws {
            let bytes = try encode(scene(9, 9), EncodeSettings(isProgressive: isProgressive)).array
            #expect(bytes[28] == method)
        }

        @Test func `a single pixel comes back`() throws {
            let picture = scene(1, 1, .color)
            #expect(try decode(encode(picture)).bitmap == picture)
        }

        @Test func `it compresses`() throws {
            #expect(try encode(scene(64, 64, .gray)).count < 64 * 64)
        }

        @Test func `an encoded picture says that it is sRGB`() throws {
            #expect(try encode(scene(8, 8)).chunkNames.contains("sRGB"))
        }

        @Test func `the identity names library and version`() {
            #expect(PNGDecoder().identity.hasPrefix("png/libpng-"))
            #expect(PNGEncoder().identity.hasPrefix("png/libpng-"))
            #expect(PNGDecoder().formats == [.png, .apng])
        }
    }
#endif

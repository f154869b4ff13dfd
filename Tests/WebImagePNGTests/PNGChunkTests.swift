#if PNG
    import Testing
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    @Suite struct PNGChunkTests {
        @Test(arguments: Orientation.allCases, [false, true])
        func `the orientation is told and not applied`(
            orientation: Orientation, standsBehindPixels: Bool
        ) throws {
            let stored = PixelSize(width: 12, height: 8)
            let bytes = try encode(scene(12, 8)).inserting(
                chunk("eXIf", exif(orientation: UInt8(orientation.rawValue))),
                beforeEnd: standsBehindPixels)
            let output = try decode(bytes)
            #expect(output.metadata.orientation == orientation)
            #expect(output.metadata.size == orientation.upright(stored))
            #expect(output.bitmap.size == stored)
            #expect(try metadata(bytes) == output.metadata)
        }

        @Test func `a still has no durations and no loops`() throws {
            let metadata = try metadata(encode(scene(8, 8)))
            #expect(metadata.frameCount == 1 && metadata.durations.isEmpty)
            #expect(metadata.loopCount == nil)
        }

        @Test func `damaged text is passed over`() throws {
            let picture = scene(8, 8)
            let text = chunk("zTXt", Array("a".utf8) + [0, 0] + stored([1, 2, 3]).dropLast())
            #expect(try decode(encode(picture).inserting(text)).bitmap == picture)
        }

        @Test func `an embedded profile is handed out`() throws {
            let profile = plainProfile()
            let body = Array("p".utf8) + [0, 0] + stored(profile)
            let bytes = file(
                1, 1, depth: 8, colorType: 2, rows: [0, 1, 2, 3], chunks: chunk("iCCP", body))
            let output = try decode(bytes)
            #expect(output.color.profile == ByteBlock(copying: profile))
            #expect(output.bitmap.colorSpace == .embedded)
            #expect(bytes.withSpan { PNGDecoder().color(of: $0).profile } == output.color.profile)
        }

        @Test func `a profile does not count where cICP says sRGB`() throws {
            let body = Array("p".utf8) + [0, 0] + stored(plainProfile())
            let bytes = file(
                1, 1, depth: 8, colorType: 2, rows: [0, 1, 2, 3],
                chunks: chunk("cICP", [1, 13, 0, 1]) + chunk("iCCP", body))
            #expect(try decode(bytes).color.profile == nil)
        }

        @Test(arguments: [(UInt8(1), true), (0, false)])
        func `density is told where its unit is the metre`(unit: UInt8, isTold: Bool) throws {
            let bytes = try encode(scene(4, 4)).inserting(
                chunk("pHYs", big(11811) + big(5906) + [unit]))
            let density = try metadata(bytes).density
            #expect((density != nil) == isTold)
            if let density { #expect(abs(density.x - 300) < 0.01 && abs(density.y - 150) < 0.02) }
        }

        @Test func `the EXIF block is handed out as the TIFF structure it is`() throws {
            let block = exif(orientation: 3)
            for prefix in [[], Array("Exif".utf8) + [0, 0]] {
                let bytes = try encode(scene(4, 4)).inserting(chunk("eXIf", prefix + block))
                #expect(try metadata(bytes).exif == block)
            }
        }
    }
#endif

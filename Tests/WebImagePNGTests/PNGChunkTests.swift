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

        @Test func `frames are counted and timed by their headers`() throws {
            let control = chunk("acTL", big(3) + big(5))
            let bytes = try encode(scene(8, 8)).inserting(
                control + frame(0, 50, 1000) + frame(1, 1, 0) + frame(2, 2, 4))
            let metadata = try metadata(bytes)
            #expect(metadata.frameCount == 3)
            #expect(
                metadata.durations == [.milliseconds(50), .milliseconds(10), .milliseconds(500)])
            #expect(metadata.loopCount == 5)
        }

        @Test(arguments: [UInt32(1), 1_000_000, .max])
        func `an announced number of frames is no more than a bound`(announced: UInt32) throws {
            let bytes = try encode(scene(8, 8)).inserting(
                chunk("acTL", big(announced) + big(0)) + frame(0, 1, 10) + frame(1, 1, 10))
            #expect(try metadata(bytes).frameCount == min(Int(announced), 2))
        }

        @Test func `more frames than allowed are over the limit`() throws {
            let bytes = try encode(scene(8, 8)).inserting(
                chunk("acTL", big(2) + big(0)) + frame(0, 1, 10) + frame(1, 1, 10))
            #expect {
                try metadata(bytes, limits: DecodeLimits(maxFrames: 1))
            } throws: { error in
                if case CodecError.limit = error { true } else { false }
            }
        }

        @Test func `of an animation the default image is decoded`() throws {
            let picture = scene(8, 8)
            let bytes = try encode(picture).inserting(
                chunk("acTL", big(1) + big(0)) + frame(0, 1, 10))
            #expect(try decode(bytes).bitmap == picture)
        }

        @Test func `damaged text is passed over`() throws {
            let picture = scene(8, 8)
            let text = chunk("zTXt", Array("a".utf8) + [0, 0] + stored([1, 2, 3]).dropLast())
            #expect(try decode(encode(picture).inserting(text)).bitmap == picture)
        }

        @Test func `an embedded profile is handed out`() throws {
            var profile = [UInt8](repeating: 0, count: 132)
            profile.replaceSubrange(0..<4, with: big(132))
            profile.replaceSubrange(12..<24, with: Array("mntrRGB XYZ ".utf8))
            profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
            let body = Array("p".utf8) + [0, 0] + stored(profile)
            let bytes = file(
                1, 1, depth: 8, colorType: 2, rows: [0, 1, 2, 3], chunks: chunk("iCCP", body))
            let output = try decode(bytes)
            #expect(output.profile == ByteBlock(copying: profile))
            #expect(output.bitmap.colorSpace == .embedded)
            #expect(bytes.withSpan { PNGDecoder().profile(of: $0) } == output.profile)
        }

        private func frame(_ number: UInt32, _ numerator: UInt8, _ denominator: Int) -> [UInt8] {
            chunk(
                "fcTL",
                big(number) + big(8) + big(8) + big(0) + big(0)
                    + [0, numerator, UInt8(denominator >> 8), UInt8(denominator & 0xFF), 0, 0])
        }

        private func exif(orientation: UInt8) -> [UInt8] {
            Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1]
                + [0, orientation, 0, 0, 0, 0, 0, 0]
        }
    }
#endif

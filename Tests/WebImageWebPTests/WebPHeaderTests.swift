#if WebP
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageWebP

    struct WebPHeaderTests {
        private static let green = SIMD4<UInt8>(0, 255, 0, 255)

        @Test func `an animation is described by its headers`() throws {
            let metadata = try metadata(animation(loops: 3))
            #expect(metadata.size == PixelSize(width: 8, height: 6))
            #expect(metadata.frameCount == 2)
            #expect(metadata.durations == [.milliseconds(0), .milliseconds(70000)])
            #expect(metadata.loopCount == 3)
            #expect(metadata.hasAlpha)
        }

        @Test func `the first frame lies on a transparent canvas`() throws {
            let bitmap = try decode(animation(loops: 0)).bitmap
            #expect(bitmap.size == PixelSize(width: 8, height: 6))
            #expect(bitmap[2, 2] == Self.green)
            #expect(bitmap[5, 3] == Self.green)
            #expect(bitmap[1, 2] == SIMD4(0, 0, 0, 0))
            #expect(bitmap[6, 3] == SIMD4(0, 0, 0, 0))
            #expect(!bitmap.isOpaque)
        }

        @Test func `a frame that covers the canvas is opaque`() throws {
            let size = PixelSize(width: 2, height: 2)
            let file = try TestPictures.file(
                TestPictures.header(2, width: 2, height: 2), TestPictures.loop(1),
                TestPictures.frame(
                    width: 2, height: 2, milliseconds: 1,
                    image: TestPictures.image(size, Self.green)))
            let output = try decode(file)
            #expect(output.bitmap.isOpaque)
            #expect(output.metadata.frameCount == 1)
            #expect(output.metadata.loopCount == 1)
        }

        @Test func `a frame outside of the canvas is damaged`() throws {
            let file = try animationOf(
                TestPictures.frame(
                    x: 6, width: 4, height: 2, milliseconds: 1,
                    image: TestPictures.image(PixelSize(width: 4, height: 2), Self.green)))
            #expect { try decode(file) } throws: { isDamaged($0) }
        }

        @Test func `a frame that holds another size is damaged`() throws {
            let file = try animationOf(
                TestPictures.frame(
                    width: 4, height: 2, milliseconds: 1,
                    image: TestPictures.image(PixelSize(width: 8, height: 6), Self.green)))
            #expect { try decode(file) } throws: { isDamaged($0) }
        }

        @Test func `an animation without a frame is refused`() {
            let file = TestPictures.file(
                TestPictures.header(2, width: 8, height: 6), TestPictures.loop(0))
            #expect(throws: CodecError.self) { try decode(file) }
            #expect(throws: CodecError.self) { try metadata(file) }
        }

        @Test func `an animation cut at any byte is refused, or shows the first frame`() throws {
            let file = try animation(loops: 0)
            let whole = file.withUnsafeBytes { Array($0) }
            let reference = try decode(file).bitmap
            for count in 0..<whole.count {
                let part = ByteBlock(copying: whole[..<count])
                do {
                    #expect(try decode(part).bitmap == reference)
                } catch {
                    #expect(isTruncated(error), "\(count) bytes: \(error)")
                }
            }
        }

        @Test(arguments: [0, 2] as [UInt8])
        func `a canvas beyond the limits is refused at once`(flags: UInt8) throws {
            let image = try TestPictures.image(PixelSize(width: 1, height: 1), Self.green)
            let file = TestPictures.file(
                TestPictures.header(flags, width: 1 << 24, height: 1 << 7), image)
            #expect { try decode(file) } throws: { isLimit($0) }
            #expect { try metadata(file) } throws: { isLimit($0) }
        }

        @Test func `what the library needs besides counts in the limit`() throws {
            let file = try TestPictures.encoded(PixelSize(width: 16, height: 10), lossless: true)
            let tight = DecodeOptions(limits: DecodeLimits(maxBytes: 1279))
            #expect { try decode(file, tight) } throws: { isLimit($0) }
            try decode(file, DecodeOptions(limits: DecodeLimits(maxBytes: 1280)))
        }

        @Test func `more frames than allowed are refused`() throws {
            let options = DecodeOptions(limits: DecodeLimits(maxFrames: 1))
            #expect { try decode(animation(loops: 0), options) } throws: { isLimit($0) }
        }

        @Test func `the profile is handed on, and the pixels say so`() throws {
            let profile: [UInt8] = [1, 2, 3]
            let image = try TestPictures.image(PixelSize(width: 2, height: 2), Self.green)
            let file = TestPictures.file(
                TestPictures.header(32, width: 2, height: 2), TestPictures.chunk("ICCP", profile),
                image)
            let output = try decode(file)
            #expect(output.color.profile == ByteBlock(copying: profile))
            #expect(output.bitmap.colorSpace == .embedded)
            #expect(
                file.withSpan { WebPDecoder().color(of: $0).profile } == ByteBlock(copying: profile)
            )
        }

        @Test func `a file without a profile has none`() throws {
            let file = try TestPictures.encoded(PixelSize(width: 2, height: 2))
            #expect(file.withSpan { WebPDecoder().color(of: $0).profile } == nil)
            #expect(try decode(file).bitmap.colorSpace == .sRGB)
        }

        @Test func `the orientation is reported, not applied`() throws {
            let exif = TestPictures.sidewaysExif
            let image = try TestPictures.image(PixelSize(width: 4, height: 2), Self.green)
            let output = try decode(
                TestPictures.file(
                    TestPictures.header(8, width: 4, height: 2), image,
                    TestPictures.chunk("EXIF", exif)))
            #expect(output.metadata.orientation == .right)
            #expect(output.metadata.size == PixelSize(width: 2, height: 4))
            #expect(output.bitmap.size == PixelSize(width: 4, height: 2))
        }

        @Test func `EXIF that the header does not declare is not read`() throws {
            let image = try TestPictures.image(PixelSize(width: 4, height: 2), Self.green)
            let output = try decode(
                TestPictures.file(
                    TestPictures.header(0, width: 4, height: 2), image,
                    TestPictures.chunk("EXIF", TestPictures.sidewaysExif)))
            #expect(output.metadata.orientation == .up && output.metadata.exif == nil)
        }

        @Test func `bytes of another format are damaged`() {
            let bytes = ByteBlock(copying: Array("\u{89}PNG\r\n\u{1A}\n    ".utf8))
            #expect { try decode(bytes) } throws: { isDamaged($0) }
        }

        /// Returns green at (2, 2) of 4 × 2 pixels, then the whole canvas of 8 × 6.
        private func animation(loops: Int) throws -> ByteBlock {
            try TestPictures.file(
                TestPictures.header(18, width: 8, height: 6), TestPictures.loop(loops),
                TestPictures.frame(
                    x: 2, y: 2, width: 4, height: 2, milliseconds: 0,
                    image: TestPictures.image(PixelSize(width: 4, height: 2), Self.green)),
                TestPictures.frame(
                    width: 8, height: 6, milliseconds: 70000,
                    image: TestPictures.image(
                        PixelSize(width: 8, height: 6), SIMD4(255, 0, 0, 255))))
        }

        private func animationOf(_ frame: [UInt8]) -> ByteBlock {
            TestPictures.file(
                TestPictures.header(2, width: 8, height: 6), TestPictures.loop(0), frame)
        }
    }
#endif

#if WebP
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageWebP

    /// Files that claim too much, end early or cost too much.
    struct WebPHostileTests {
        private static let size = PixelSize(width: 32, height: 24)

        @Test(arguments: [16384, 12000])
        func `a lossless header of a few bytes that claims too many pixels is refused`(
            side: Int
        ) throws {
            let bits = UInt32(side - 1) | UInt32(side - 1) << 14
            let file = TestPictures.file(
                TestPictures.chunk("VP8L", [0x2F] + TestPictures.number(Int(bits), 4) + [0, 0, 0]))
            #expect { try decode(file) } throws: { isLimit($0) }
            #expect { try feed(file, DecodeOptions(), 1) } throws: { isLimit($0) }
        }

        @Test func `a canvas of 65536 x 65536 is refused by each way to decode`() throws {
            let image = try TestPictures.image(Self.size, SIMD4(0, 0, 0, 255))
            let frame = TestPictures.frame(width: 32, height: 24, milliseconds: 9, image: image)
            let file = TestPictures.file(
                TestPictures.header(2, width: 1 << 16, height: 1 << 16), TestPictures.loop(0),
                frame, frame)
            #expect { try decode(file) } throws: { isLimit($0) }
            #expect { try metadata(file) } throws: { isLimit($0) }
            #expect { try frames(file) } throws: { isLimit($0) }
            #expect { try feed(file, DecodeOptions(), 17) } throws: { isLimit($0) }
        }

        @Test func `an animation cut at any byte plays the frames that are whole`() throws {
            let stored = SolidFrame.random(4, in: Self.size, seed: 8)
            let file = try TestPictures.animation(stored, size: Self.size)
            let whole = try frames(file)
            for count in 30..<file.count {
                let image = EncodedImage(file.prefix(count))
                guard
                    let part = try? WebPDecoder().frames(of: image, options: DecodeOptions())
                else { continue }
                let metadata = try metadata(image.bytes)
                #expect(metadata.frameCount == part.count && metadata.isTruncated, "\(count)")
                for index in 0..<part.count {
                    #expect(
                        try part.frame(at: index).bitmap == whole.frame(at: index).bitmap,
                        "\(count) bytes, frame \(index)")
                }
            }
        }

        @Test func `no byte of an animation can make a frame trap`() throws {
            let stored = SolidFrame.random(3, in: Self.size, seed: 8)
            let file = try TestPictures.animation(stored, size: Self.size)
            let options = DecodeOptions(limits: DecodeLimits(maxPixels: 1 << 16))
            for index in 0..<file.count {
                var bytes = file.withUnsafeBytes { Array($0) }
                bytes[index] ^= 0xFF
                let image = EncodedImage(ByteBlock(copying: bytes))
                guard let provider = try? WebPDecoder().frames(of: image, options: options) else {
                    continue
                }
                for frame in 0..<provider.count {
                    let bitmap = try? provider.frame(at: frame).bitmap
                    #expect(bitmap == nil || bitmap?.size == provider.size)
                }
            }
        }

        @Test func `a frame outside of the canvas makes no animation`() throws {
            let image = try TestPictures.image(Self.size, SIMD4(0, 0, 0, 255))
            let inside = TestPictures.frame(width: 32, height: 24, milliseconds: 9, image: image)
            let outside = TestPictures.frame(
                x: 2, width: 32, height: 24, milliseconds: 9, image: image)
            let file = TestPictures.file(
                TestPictures.header(2, width: 32, height: 24), TestPictures.loop(0), inside, outside
            )
            #expect { try frames(file) } throws: { isDamaged($0) }
            #expect(try decode(file).bitmap.size == Self.size)
        }

        @Test func `a frame that needs more than the limit on its canvas is refused`() throws {
            let stored = SolidFrame(
                rect: PixelRect(x: 0, y: 0, size: Self.size), pixel: SIMD4(0, 0, 0, 128))
            let file = try TestPictures.animation([stored, stored], size: Self.size)
            // A canvas, the memory of VP8L, and the frame to blend.
            let needed = 24 * 32 * 4 * 3
            func play(_ maxBytes: Int) throws {
                let options = DecodeOptions(limits: DecodeLimits(maxBytes: maxBytes))
                _ = try frames(file, options).frame(at: 1)
            }
            try play(needed)
            #expect { try play(needed - 1) } throws: { isLimit($0) }
        }

        @Test func `more frames than allowed are refused by each way to decode`() throws {
            let stored = SolidFrame.random(5, in: Self.size, seed: 1)
            let file = try TestPictures.animation(stored, size: Self.size)
            let options = DecodeOptions(limits: DecodeLimits(maxFrames: 4))
            #expect { try frames(file, options) } throws: { isLimit($0) }
            #expect { try feed(file, options, 9) } throws: { isLimit($0) }
        }

        @Test func `a cancelled task composes no frame`() async throws {
            let stored = SolidFrame.random(5, in: Self.size, seed: 1)
            let provider = try frames(TestPictures.animation(stored, size: Self.size))
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try provider.frame(at: 4)
            }
            await #expect(throws: CodecError.cancelled) { try await task.value }
        }

        @Test func `many small chunks and frames cost each byte once`() throws {
            let image = try TestPictures.image(PixelSize(width: 1, height: 1), SIMD4(1, 2, 3, 255))
            let frame = TestPictures.frame(width: 1, height: 1, milliseconds: 20, image: image)
            let count = 3000
            let file = TestPictures.file(
                TestPictures.header(2, width: 1, height: 1), TestPictures.loop(0),
                Array(repeatElement(TestPictures.chunk("junk", []) + frame, count: count).joined()))
            let provider = try frames(file)
            #expect(provider.count == count)
            #expect(provider.residentByteCount == file.count)
            #expect(try provider.frame(at: count - 1).bitmap[0, 0] == SIMD4(1, 2, 3, 255))
            let output = try feed(file, DecodeOptions(), 100)
            #expect(output.metadata.frameCount == count)
        }
    }
#endif

#if GIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageGIF
    import WebImagePixels

    struct GIFAnimationEncoderTests {
        @Test(arguments: 1...12)
        func `canvases come back as they were`(seed: UInt64) throws {
            let animation = RandomAnimation(seed: seed, frames: 20)
            let bytes = try encode(try frames(of: animation.bytes))
            let result = try frames(of: bytes)
            #expect(result.count == 20)
            #expect(result.rawDurations == (0..<20).map { .milliseconds($0 * 10) })
            #expect(result.loopCount == 0)
            for index in 0..<20 {
                let bitmap = try result.frame(at: index).bitmap
                #expect(pixels(bitmap) == animation.canvases[index], "frame \(index)")
            }
        }

        @Test func `frames of 256 colours each come back as they were`() throws {
            let size = PixelSize(width: 16, height: 20)
            let bitmaps = (0..<4).map { GIFEncoderTests.indexed(size, colors: 256, seed: $0) }
            let result = try frames(of: try encode(ListedFrames(bitmaps)))
            for (index, bitmap) in bitmaps.enumerated() {
                #expect(try result.frame(at: index).bitmap == bitmap)
            }
        }

        @Test func `what stays as it is costs next to nothing`() throws {
            let bitmap = Scene.photograph(size: PixelSize(width: 80, height: 60))
            let one = try encode(ListedFrames([bitmap])).count
            let many = try encode(ListedFrames(Array(repeating: bitmap, count: 50))).count
            #expect(many - one < 49 * 40)
        }

        @Test func `only what changes is stored`() throws {
            let bitmap = Scene.photograph(size: PixelSize(width: 80, height: 60))
            var changed = bitmap
            changed.fill(
                PixelRect(x: 10, y: 20, size: PixelSize(width: 4, height: 3)),
                with: GIFDecoderTests.red)
            let bytes = try encode(ListedFrames([bitmap, changed]))
            #expect(try bytes.count - encode(ListedFrames([bitmap])).count < 100)
            let result = try frames(of: bytes)
            let (first, second) = try (result.frame(at: 0).bitmap, result.frame(at: 1).bitmap)
            #expect(second[12, 21] == GIFDecoderTests.red)
            #expect(first[9, 20] == second[9, 20])
        }

        @Test(arguments: [0, 1, 2, 5, 65536])
        func `loops are written as they are read`(plays: Int) throws {
            let bitmaps = (1...2).map {
                GIFEncoderTests.indexed(PixelSize(width: 3, height: 3), colors: $0)
            }
            #expect(
                try frames(of: encode(ListedFrames(bitmaps, loopCount: plays))).loopCount == plays)
        }

        @Test func `delays are rounded so that the pace is kept`() throws {
            let film = try delays(Array(repeating: .nanoseconds(41_708_333), count: 24))
            #expect(Set(film) == [4, 5])
            #expect(film.reduce(0, +) == 100)
            // A delay of 1 is shown as 10, so 11 ms become 2; up to 10 ms are shown as 10 anyway.
            #expect(try delays([.milliseconds(11), .milliseconds(15)]) == [2, 2])
            #expect(try delays([.zero, .milliseconds(10), .zero]) == [0, 1, 0])
            #expect(try delays([.seconds(100_000), .milliseconds(50)]) == [65535, 5])
        }

        @Test func `a frame of another size is refused`() {
            let sizes = [4, 5].map { PixelSize(width: $0, height: 4) }
            let canvases = ListedFrames(sizes.map { Bitmap(size: $0) })
            #expect {
                try encode(canvases)
            } throws: {
                if case CodecError.encoding(.gif, _) = $0 { true } else { false }
            }
        }

        @Test func `the error of a frame is passed on`() throws {
            var gif = GIFBuilder(width: 1, height: 1)
            gif.frame(width: 1, height: 1, indices: [0])
            gif.frame(width: 65535, height: 65535, indices: [0])
            let animation = try frames(of: gif.finished())
            #expect {
                try encode(animation)
            } throws: {
                if case CodecError.limit = $0 { true } else { false }
            }
        }

        @Test func `every frame is asked for once, in order`() throws {
            let canvases = ListedFrames(
                (0..<30).map {
                    GIFEncoderTests.indexed(
                        PixelSize(width: 8, height: 8), colors: 9, seed: $0)
                })
            _ = try encode(canvases)
            #expect(canvases.asked == Array(0..<30))
        }

        private func delays(_ durations: [Duration]) throws -> [Int] {
            let bitmaps = durations.indices.map {
                GIFEncoderTests.indexed(PixelSize(width: 2, height: 2), colors: 1 + $0 % 3)
            }
            let frames = try frames(of: try encode(ListedFrames(bitmaps, durations: durations)))
            return frames.rawDurations.map { Int($0 / .milliseconds(10)) }
        }

        private func encode(_ frames: any FrameProvider) throws(CodecError) -> ByteBlock {
            try GIFEncoder().encode(frames, settings: EncodeSettings())
        }

        private func frames(of bytes: ByteBlock) throws -> any FrameProvider {
            try #require(
                try GIFDecoder().frames(of: EncodedImage(bytes), options: DecodeOptions()))
        }
    }
#endif

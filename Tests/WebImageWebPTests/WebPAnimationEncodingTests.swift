#if WebP
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageWebP

    struct WebPAnimationEncodingTests {
        private static let size = PixelSize(width: 48, height: 40)

        @Test func `lossless keeps every pixel of every frame`() throws {
            let before = ListedFrames(Self.scenes(24))
            let file = try WebPEncoder().encode(before, settings: EncodeSettings(isLossless: true))
            let after = try frames(file)
            #expect(after.count == 24)
            for index in before.bitmaps.indices {
                #expect(try after.frame(at: index).bitmap == before.bitmaps[index], "\(index)")
            }
        }

        @Test func `lossy frames look like the pictures`() throws {
            let before = ListedFrames(
                (0..<4).map { Self.moved(Scene.photograph(size: Self.size), by: $0) })
            let after = try frames(WebPEncoder().encode(before, settings: EncodeSettings()))
            #expect(after.count == 4)
            for index in before.bitmaps.indices {
                let bitmap = try after.frame(at: index).bitmap
                #expect(ImageComparison(bitmap, before.bitmaps[index]).ssim >= 0.95, "\(index)")
            }
        }

        @Test(arguments: [0, 1, 7, 70000])
        func `loops are kept, as far as the format counts`(loops: Int) throws {
            let before = ListedFrames(Self.scenes(2), loopCount: loops)
            let file = try WebPEncoder().encode(before, settings: EncodeSettings())
            #expect(try metadata(file).loopCount == min(loops, 65535))
        }

        @Test func `durations are rounded to milliseconds without drift`() throws {
            let durations: [Duration] = [
                .zero, .microseconds(33_400), .microseconds(33_400), .microseconds(33_400),
                .seconds(3), .seconds(100_000), .milliseconds(1),
            ]
            let before = ListedFrames(Self.scenes(7), durations: durations)
            let after = try frames(WebPEncoder().encode(before, settings: EncodeSettings()))
            let expected = [0, 33, 34, 33, 3000, 0xFF_FFFF, 1]
            #expect(after.rawDurations == expected.map { .milliseconds($0) })
        }

        @Test func `equal frames become one that is shown as long`() throws {
            let picture = Scene.transparency(size: Self.size)
            let before = ListedFrames([picture, picture, Self.moved(picture, by: 5), picture])
            let after = try frames(
                WebPEncoder().encode(
                    before, settings: EncodeSettings(isLossless: true)))
            #expect(
                after.rawDurations.reduce(.zero, +) == before.rawDurations.reduce(.zero, +))
            #expect(after.count == 3)
            #expect(try after.frame(at: 2).bitmap == picture)
        }

        @Test func `frames are asked for one by one, each once`() throws {
            let before = ListedFrames(Self.scenes(5))
            _ = try WebPEncoder().encode(before, settings: EncodeSettings())
            #expect(before.asked == [0, 1, 2, 3, 4])
        }

        @Test func `durations are asked for once, not with every frame`() throws {
            let before = ListedFrames(Self.scenes(5))
            _ = try WebPEncoder().encode(before, settings: EncodeSettings())
            #expect(before.durationRequests == 1)
        }

        @Test func `what a frame throws is thrown`() {
            let before = ListedFrames(Self.scenes(3), failing: [1: .damaged(.webp, "frame 1")])
            #expect(throws: CodecError.damaged(.webp, "frame 1")) {
                try WebPEncoder().encode(before, settings: EncodeSettings())
            }
        }

        @Test func `a frame of another size is refused`() {
            let other = Bitmap(size: PixelSize(width: 4, height: 4))
            #expect {
                try WebPEncoder().encode(
                    ListedFrames(Self.scenes(1) + [other]), settings: EncodeSettings())
            } throws: {
                isEncoding($0)
            }
        }

        @Test func `EXIF metadata is kept`() throws {
            let settings = EncodeSettings(
                embedded: EmbeddedMetadata(exif: TestPictures.sidewaysExif))
            let file = try WebPEncoder().encode(ListedFrames(Self.scenes(3)), settings: settings)
            #expect(try metadata(file).exif == TestPictures.sidewaysExif)
            #expect(try metadata(file).frameCount == 3)
        }

        @Test func `a cancelled task asks for no frame`() async throws {
            let before = ListedFrames(Self.scenes(2))
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try WebPEncoder().encode(before, settings: EncodeSettings())
            }
            await #expect(throws: CodecError.cancelled) { try await task.value }
            #expect(before.asked.isEmpty)
        }

        /// Returns discs of every alpha that move over random pixels, or over nothing.
        private static func scenes(_ count: Int) -> [Bitmap] {
            let disc = Scene.transparency(size: PixelSize(width: 20, height: 20))
            return (0..<count).map { index in
                var bitmap =
                    index < count / 2 ? Bitmap(size: size) : Scene.noise(size: size, seed: 2)
                bitmap.composite(disc, atX: index * 3 % 30, y: index)
                return bitmap
            }
        }

        private static func moved(_ picture: Bitmap, by count: Int) -> Bitmap {
            var result = Bitmap(size: picture.size)
            result.composite(picture, atX: count, y: count)
            return result
        }
    }
#endif

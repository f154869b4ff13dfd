#if WebP
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageWebP

    struct WebPLossyAnimationTests {
        private static let size = PixelSize(width: 100, height: 70)

        @Test func `a small change costs a small part of a whole frame`() throws {
            let before = Self.patched(Scene.noise(size: Self.size, seed: 1), 3, at: (37, 21))
            let still = try WebPEncoder().encode(before[0], settings: EncodeSettings())
            let file = try WebPEncoder().encode(ListedFrames(before), settings: EncodeSettings())
            #expect(file.count < still.count * 3 / 2)
            try expectLike(before, file)
        }

        @Test func `changes far apart leave what lies between them as it is`() throws {
            var before = [Scene.photograph(size: Self.size)]
            before.append(
                Self.patched(Self.patched(before[0], 2, at: (0, 0))[1], 2, at: (83, 55))[1])
            let file = try WebPEncoder().encode(ListedFrames(before), settings: EncodeSettings())
            let after = try frames(file)
            let (first, second) = try (after.frame(at: 0).bitmap, after.frame(at: 1).bitmap)
            // No changed block contains the middle.
            #expect(first[50, 35] == second[50, 35])
            #expect(first[30, 60] == second[30, 60])
            try expectLike(before, file)
        }

        @Test func `what becomes transparent is transparent again`() throws {
            let opaque = Scene.photograph(size: Self.size)
            var holed = opaque
            holed.isOpaque = false
            for y in 20..<40 { for x in 30..<60 { holed[x, y] = .zero } }
            let before = [opaque, holed, opaque, Bitmap(size: Self.size), holed]
            let file = try WebPEncoder().encode(ListedFrames(before), settings: EncodeSettings())
            let after = try frames(file)
            #expect(after.count == 5)
            for (index, alphas) in [(255, 255), (0, 255), (255, 255), (0, 0), (0, 255)].enumerated()
            {
                let bitmap = try after.frame(at: index).bitmap
                #expect(Int(bitmap[45, 30].w) == alphas.0, "\(index)")
                #expect(Int(bitmap[5, 5].w) == alphas.1, "\(index)")
            }
        }

        @Test func `after seventeen small changes all is shown anew`() throws {
            let base = Scene.photograph(size: Self.size)
            let before = (0..<40).map { Self.patched(base, 2, at: ($0 * 2, 10))[1] }
            let file = try WebPEncoder().encode(ListedFrames(before), settings: EncodeSettings())
            let wholes = Self.frameRects(file).enumerated().filter { $0.element == Self.size }
            #expect(wholes.map(\.offset) == [0, 17, 34])
            try expectLike(before, file)
        }

        @Test func `where nothing changes any more no frame is added`() throws {
            let base = Scene.photograph(size: Self.size)
            let moving = (0..<17).map { Self.patched(base, 2, at: ($0 * 2, 10))[1] }
            let before = moving + [Bitmap](repeating: moving[16], count: 5)
            let file = try WebPEncoder().encode(ListedFrames(before), settings: EncodeSettings())
            let after = try frames(file)
            #expect(after.count == 17)
            #expect(after.rawDurations[16] == .milliseconds((56...61).reduce(0, +)))
        }

        @Test func `a still that lasts longer than one frame can is shown anew when that is due`()
            throws
        {
            let base = Scene.photograph(size: Self.size)
            let moving = (0..<17).map { Self.patched(base, 2, at: ($0 * 2, 10))[1] }
            let durations: [Duration] =
                [Duration](repeating: .seconds(1), count: 16) + [
                    .seconds(16_000), .seconds(16_000),
                ]
            let before = ListedFrames(moving + [moving[16]], durations: durations)
            let file = try WebPEncoder().encode(before, settings: EncodeSettings())
            #expect(try frames(file).rawDurations == durations)
            #expect(Self.frameRects(file).last == Self.size)
        }

        @Test func `equal frames are one, also where they last longer than one frame can`() throws {
            let picture = Scene.photograph(size: Self.size)
            let durations: [Duration] = [.seconds(16_000), .seconds(16_000), .seconds(1)]
            let before = ListedFrames([picture, picture, picture], durations: durations)
            let after = try frames(WebPEncoder().encode(before, settings: EncodeSettings()))
            #expect(after.rawDurations == [.seconds(16_000), .seconds(16_001)])
            #expect(try ImageComparison(after.frame(at: 1).bitmap, picture).ssim >= 0.95)
        }

        @Test func `frames that are all equal are a still`() throws {
            let picture = Scene.photograph(size: Self.size)
            let file = try WebPEncoder().encode(
                ListedFrames([picture, picture]), settings: EncodeSettings())
            #expect(
                try WebPDecoder().frames(of: EncodedImage(file), options: DecodeOptions()) == nil)
            let still = try decode(file).bitmap
            #expect(ImageComparison(still, picture).ssim >= 0.95)
        }

        @Test(arguments: [1, 2, 3, 15, 16, 17, 33])
        func `sides of any length are encoded`(side: Int) throws {
            let size = PixelSize(width: side, height: 34 - side)
            let before = (0..<3).map { Scene.noise(size: size, seed: UInt64($0)) }
            let after = try frames(
                WebPEncoder().encode(ListedFrames(before), settings: EncodeSettings()))
            #expect(after.count == 3)
            #expect(after.size == size)
        }

        private func expectLike(_ before: [Bitmap], _ file: ByteBlock) throws {
            let after = try frames(file)
            #expect(after.count == before.count)
            for index in before.indices {
                let bitmap = try after.frame(at: index).bitmap
                #expect(ImageComparison(bitmap, before[index]).ssim >= 0.9, "\(index)")
            }
        }

        /// Returns the picture, and the same with a square of another colour.
        private static func patched(
            _ picture: Bitmap, _ side: Int, at place: (x: Int, y: Int)
        ) -> [Bitmap] {
            var other = picture
            for y in 0..<side {
                for x in 0..<side { other[place.x + x, place.y + y] = [255, 255, 255, 255] }
            }
            return [picture, other]
        }

        /// Returns the sizes of the frames by the `ANMF` headers.
        private static func frameRects(_ file: ByteBlock) -> [PixelSize] {
            let bytes = file.array
            func number(_ offset: Int, _ count: Int) -> Int {
                (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << ($1 * 8) }
            }
            var (offset, sizes) = (12, [PixelSize]())
            while offset + 8 <= bytes.count {
                if Array(bytes[offset..<offset + 4]) == Array("ANMF".utf8) {
                    sizes.append(
                        PixelSize(
                            width: number(offset + 14, 3) + 1, height: number(offset + 17, 3) + 1))
                }
                let count = number(offset + 4, 4)
                offset += 8 + count + count % 2
            }
            return sizes
        }
    }
#endif

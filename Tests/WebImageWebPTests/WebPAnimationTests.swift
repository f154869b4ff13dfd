#if WebP
    import Synchronization
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageWebP

    struct WebPAnimationTests {
        private static let size = PixelSize(width: 16, height: 12)

        @Test(arguments: 1...8 as ClosedRange<UInt64>)
        func `frames are blended, replaced and disposed of as their headers say`(
            seed: UInt64
        ) throws {
            let stored = SolidFrame.random(12, in: Self.size, seed: seed)
            let provider = try frames(TestPictures.animation(stored, size: Self.size))
            var canvas = [SIMD4<Int>](repeating: SIMD4(repeating: 0), count: Self.size.area)
            for (index, frame) in stored.enumerated() {
                Self.draw(frame, on: &canvas)
                let bitmap = try provider.frame(at: index).bitmap
                #expect(Self.distance(bitmap, canvas) <= 1, "frame \(index)")
                if frame.isCleared {
                    Self.fill(frame.rect, of: &canvas) { _ in SIMD4(repeating: 0) }
                }
            }
        }

        @Test(arguments: 1...8 as ClosedRange<UInt64>)
        func `a frame is the same whichever was asked for before`(seed: UInt64) throws {
            let stored = SolidFrame.random(12, in: Self.size, seed: seed)
            let file = try TestPictures.animation(stored, size: Self.size)
            let forward = try frames(file)
            let bitmaps = try stored.indices.map { try forward.frame(at: $0).bitmap }
            let random = try frames(file)
            for index in [7, 2, 11, 0, 10, 4, 5, 3, 9, 1, 8, 6, 6] {
                #expect(try random.frame(at: index).bitmap == bitmaps[index])
                #expect(try frames(file).frame(at: index).bitmap == bitmaps[index])
            }
        }

        @Test(arguments: 1...3 as ClosedRange<UInt64>)
        func `frames that are reduced while composed equal those reduced afterwards`(
            seed: UInt64
        ) throws {
            let size = PixelSize(width: 33, height: 22)
            let stored = SolidFrame.random(12, in: size, seed: seed)
            let file = try TestPictures.animation(stored, size: size)
            for downsampling in ReducedFrames.downsamplings(of: size) {
                let reduced = try ReducedFrames(downsampling) { try frames(file, $0) }
                #expect(try reduced.differing() == [], "\(downsampling)")
            }
        }

        @Test(arguments: 1...4 as ClosedRange<UInt64>)
        func `frame 0 is what a decode returns`(seed: UInt64) throws {
            let stored = SolidFrame.random(3, in: Self.size, seed: seed)
            let file = try TestPictures.animation(stored, size: Self.size)
            let (decoded, frame) = try (decode(file).bitmap, frames(file).frame(at: 0).bitmap)
            #expect(decoded == frame)
            #expect(decoded.isOpaque == frame.isOpaque)
        }

        @Test func `durations, loops and canvas are known before a frame is decoded`() throws {
            let stored = SolidFrame.random(4, in: Self.size, seed: 5)
            let provider = try frames(TestPictures.animation(stored, size: Self.size, loops: 3))
            #expect(provider.count == 4)
            #expect(provider.size == Self.size)
            #expect(provider.loopCount == 3)
            #expect(provider.rawDurations == [0, 10, 20, 30].map { .milliseconds($0) })
            #expect(provider.durations == [100, 100, 20, 30].map { .milliseconds($0) })
        }

        @Test func `playing forward draws every frame once, seeking begins at a key frame`() throws
        {
            var stored = SolidFrame.random(10, in: Self.size, seed: 3)
            let whole = PixelRect(x: 0, y: 0, size: Self.size)
            for index in stored.indices {
                stored[index] = SolidFrame(
                    rect: index == 6
                        ? whole
                        : PixelRect(
                            x: 2, y: 2, size: PixelSize(width: 3, height: 3)),
                    pixel: SIMD4(0, 0, 255, 255))
            }
            let image = EncodedImage(try TestPictures.animation(stored, size: Self.size))
            let source = CountingFrames(try WebPFrames(image, limits: DecodeLimits()))
            let provider = ComposedFrames(
                size: Self.size, layouts: source.frames.layouts, loopCount: 0, source: source)
            for index in stored.indices { _ = try provider.frame(at: index) }
            #expect(source.drawn == Array(0..<10))
            _ = try provider.frame(at: 8)
            #expect(source.drawn.dropFirst(10) == [6, 7, 8])
        }

        @Test func `a still and an animation of one frame have no frames to play`() throws {
            let still = try TestPictures.encoded(Self.size)
            #expect(
                try WebPDecoder().frames(of: EncodedImage(still), options: DecodeOptions()) == nil)
            let single = try TestPictures.animation(
                SolidFrame.random(1, in: Self.size, seed: 1), size: Self.size)
            #expect(
                try WebPDecoder().frames(of: EncodedImage(single), options: DecodeOptions()) == nil)
        }

        @Test func `lossy frames with alpha are blended`() throws {
            let green = try TestPictures.image(Self.size, SIMD4(0, 255, 0, 255))
            let waves = TestPictures.waves(Self.size, alpha: true)
            let top = try WebPEncoder().encode(waves, settings: EncodeSettings(quality: 100))
            let header = try decode(top)
            let chunks = TestPictures.imageChunks(of: top).dropFirst(18)
            let file = TestPictures.file(
                TestPictures.header(18, width: 16, height: 12), TestPictures.loop(0),
                TestPictures.frame(width: 16, height: 12, milliseconds: 5, image: green),
                TestPictures.frame(width: 16, height: 12, milliseconds: 5, image: Array(chunks)))
            var expected = Bitmap(size: Self.size)
            expected.fill(PixelRect(x: 0, y: 0, size: Self.size), with: SIMD4(0, 255, 0, 255))
            expected.composite(header.bitmap, atX: 0, y: 0)
            #expect(try frames(file).frame(at: 1).bitmap == expected)
        }

        @Test func `a frame of a file with a profile says so`() throws {
            let image = try TestPictures.image(Self.size, SIMD4(0, 255, 0, 255))
            let frame = TestPictures.frame(width: 16, height: 12, milliseconds: 5, image: image)
            let file = TestPictures.file(
                TestPictures.header(34, width: 16, height: 12), TestPictures.chunk("ICCP", [1, 2]),
                TestPictures.loop(0), frame, frame)
            #expect(try frames(file).frame(at: 0).bitmap.colorSpace == .embedded)
            #expect(try decode(file).bitmap.colorSpace == .embedded)
        }

        @Test(arguments: [0, 16] as [UInt8])
        func `alpha of frames counts if the file declares it`(flag: UInt8) throws {
            let waves = TestPictures.waves(Self.size, alpha: true)
            for isLossless in [false, true] {
                let file = try WebPEncoder().encode(
                    waves, settings: EncodeSettings(isLossless: isLossless))
                var chunks = TestPictures.imageChunks(of: file)
                if !isLossless { chunks.removeFirst(18) }
                let frame = TestPictures.frame(
                    width: 16, height: 12, milliseconds: 5, image: chunks)
                let animation = TestPictures.file(
                    TestPictures.header(2 | flag, width: 16, height: 12), TestPictures.loop(0),
                    frame, frame)
                let shown = try frames(animation).frame(at: 1).bitmap
                let whole = try decode(file).bitmap
                let (left, right) = (shown[0, 5], shown[15, 5])
                #expect(left.w == (flag == 0 ? 255 : whole[0, 5].w) && right.w == 255)
                #expect(try decode(animation).metadata.hasAlpha == (flag != 0))
                #expect(try decode(animation).bitmap.isOpaque == (flag == 0))
            }
        }

        private static func draw(_ frame: SolidFrame, on canvas: inout [SIMD4<Int>]) {
            let pixel = SIMD4<Int>(truncatingIfNeeded: frame.pixel)
            fill(frame.rect, of: &canvas) { below in
                if frame.replaces { return pixel }
                return pixel &+ (below &* (255 - pixel.w) &+ 127) / 255
            }
        }

        private static func fill(
            _ rect: PixelRect, of canvas: inout [SIMD4<Int>], _ value: (SIMD4<Int>) -> SIMD4<Int>
        ) {
            for y in rect.y..<rect.y + rect.size.height {
                for x in rect.x..<rect.x + rect.size.width {
                    canvas[y * size.width + x] = value(canvas[y * size.width + x])
                }
            }
        }

        /// Returns the largest difference of a channel.
        private static func distance(_ bitmap: Bitmap, _ canvas: [SIMD4<Int>]) -> Int {
            canvas.indices.reduce(0) { most, index in
                let pixel = bitmap[index % size.width, index / size.width]
                let difference = SIMD4<Int>(truncatingIfNeeded: pixel) &- canvas[index]
                return max(most, abs(difference.min()), abs(difference.max()))
            }
        }
    }

    /// A source that records the order in which frames are drawn.
    private final class CountingFrames: FrameDrawing {
        let frames: WebPFrames
        private let indices = Mutex<[Int]>([])

        init(_ frames: WebPFrames) { self.frames = frames }

        var drawn: [Int] { indices.withLock { $0 } }
        var residentByteCount: Int { frames.residentByteCount }

        func draw(_ index: Int, on canvas: inout Bitmap) throws(CodecError) {
            indices.withLock { $0.append(index) }
            try frames.draw(index, on: &canvas)
        }
    }
#endif

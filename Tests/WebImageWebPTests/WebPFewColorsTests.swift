#if WebP
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageComparison
    import WebImagePixels
    import WebImageWebP

    /// Pictures of few colours are encoded in both ways.
    @Suite struct WebPFewColorsTests {
        /// A picture of stripes in so many colours, in an order without a pattern.
        private func stripes(_ count: Int) -> Bitmap {
            var bitmap = Bitmap(size: PixelSize(width: 64, height: 64), isOpaque: true)
            for y in 0..<64 {
                for x in 0..<64 {
                    let number = (x * 7 + y * 13) % count
                    bitmap[x, y] = SIMD4(UInt8(number * 89 & 255), UInt8(number >> 8), 7, 255)
                }
            }
            return bitmap
        }

        private func exact(_ bitmap: Bitmap) throws -> ByteBlock {
            try WebPEncoder().encode(bitmap, settings: EncodeSettings(isLossless: true))
        }

        @Test func `the smaller file is kept`() throws {
            let few = stripes(200)
            let file = try WebPEncoder().encode(few, settings: EncodeSettings(quality: 80))
            #expect(file.count == (try exact(few)).count)
            let decoded = try file.withSpan {
                try WebPDecoder().decode($0, options: DecodeOptions()).bitmap
            }
            #expect(decoded == few)
        }

        @Test func `a lossy file stays where it is smaller`() throws {
            // Noise of 256 greys.
            var noise = Scene.noise(size: PixelSize(width: 64, height: 64), seed: 1, isOpaque: true)
            for y in 0..<64 {
                for x in 0..<64 {
                    let level = noise[x, y].x
                    noise[x, y] = SIMD4(level, level, level, 255)
                }
            }
            let file = try WebPEncoder().encode(noise, settings: EncodeSettings(quality: 10))
            #expect(file.count < (try exact(noise)).count)
        }

        @Test func `the slowest preset is not tried beside a lossy file`() throws {
            var bitmap = Bitmap(size: PixelSize(width: 64, height: 64), isOpaque: true)
            for y in 0..<64 {
                for x in 0..<64 {
                    let number = (x * x * 3 + y * y * 5 + x * y * 7) / 16
                    bitmap[x, y] = SIMD4(UInt8(number & 255), 0, 7, 255)
                }
            }
            var settings = EncodeSettings(quality: 80)
            settings.effort = 10
            let file = try WebPEncoder().encode(bitmap, settings: settings)
            settings.isLossless = true
            let slowest = try WebPEncoder().encode(bitmap, settings: settings)
            // It is the smallest one, but for its time.
            #expect(file.count > slowest.count)
        }

        @Test func `colours are counted with alpha, up to the limit`() {
            for count in [1, 2, 255, 256] {
                #expect(stripes(count).hasColors(atMost: count))
                #expect(count == 1 || !stripes(count).hasColors(atMost: count - 1))
            }
            #expect(!stripes(257).hasColors(atMost: 256))
            var soft = Bitmap(size: PixelSize(width: 300, height: 1))
            for x in 0..<300 { soft[x, 0] = SIMD4(0, 0, 0, UInt8(x & 255)) }
            #expect(soft.hasColors(atMost: 256) && !soft.hasColors(atMost: 255))
        }

        @Test func `an animation of few colours is no larger than without loss`() throws {
            let frames = (1...4).map { index in
                var bitmap = stripes(60)
                bitmap.fill(
                    PixelRect(x: index * 8, y: 9, size: PixelSize(width: 20, height: 20)),
                    with: [0, 0, UInt8(index * 60), 255])
                return bitmap
            }
            let film = ListedFrames(frames)
            let file = try WebPEncoder().encode(film, settings: EncodeSettings())
            let other = try WebPEncoder().encode(film, settings: EncodeSettings(isLossless: true))
            #expect(file.count == other.count)
        }
    }
#endif

#if AVIF
    import Testing
    import WebImageAVIF
    import WebImageCoding
    import WebImagePixels

    /// Image sequences whose alpha is a track of its own, written by another program.
    struct AVIFAlphaTrackTests {
        private func isShown(_ bitmap: Bitmap, at index: Int) -> Bool {
            let inside = [(6, 6), (10, 18), (8, 12)].map { bitmap[$0.0 + 3 * index, $0.1] }
            let outside = [(1, 1), (30, 22), (15 + 3 * index, 12)].map { bitmap[$0.0, $0.1] }
            let isSame = inside.allSatisfy { pixel in
                abs(Int(pixel.z) - 200) < 8 && abs(Int(pixel.y) - 100) < 8
                    && abs(Int(pixel.x) - 50) < 8 && pixel.w > 245
            }
            return isSame && outside.allSatisfy { $0.w < 10 }
        }

        @Test func `every frame has the alpha of its own sample`() throws {
            let file = ByteBlock(copying: try AVIFAlphaFixture.bytes())
            let first = try decode(file)
            #expect(first.metadata.hasAlpha && first.metadata.frameCount == 6)
            #expect(first.metadata.durations == .init(repeating: .milliseconds(100), count: 6))
            #expect(isShown(first.bitmap, at: 0))
            let provider = try frames(file)
            for index in [0, 1, 2, 3, 4, 5, 2, 5, 0] {
                let bitmap = try provider.frame(at: index).bitmap
                #expect(!bitmap.isOpaque && isShown(bitmap, at: index), "frame \(index)")
            }
        }

        @Test func `frames with alpha are scaled`() throws {
            let file = ByteBlock(copying: try AVIFAlphaFixture.bytes())
            let half = DecodeOptions(
                downsampling: Downsampling(box: PixelSize(width: 16, height: 12)))
            let bitmap = try frames(file, half).frame(at: 4).bitmap
            #expect(bitmap.size == PixelSize(width: 16, height: 12))
            #expect(bitmap[10, 6].w > 245 && bitmap[2, 6].w < 10)
        }

        @Test func `a track of depth is no alpha`() throws {
            var bytes = try AVIFAlphaFixture.bytes()
            let kind = Array("auxiliary:alpha".utf8)
            let place = try #require(
                bytes.indices.last { bytes[$0...].starts(with: kind) })
            bytes.replaceSubrange(place..<place + kind.count, with: "auxiliary:depth".utf8)
            let bitmap = try frames(ByteBlock(copying: bytes)).frame(at: 3).bitmap
            #expect(bitmap[1, 1].w == 255 && bitmap[16, 12].w == 255)
        }

        @Test func `damage of the alpha is an error of the frames that need it`() throws {
            var bytes = try AVIFAlphaFixture.bytes()
            // The units of the last alpha sample: their headers become invalid.
            for place in bytes.count - 12..<bytes.count { bytes[place] = 0xFF }
            let provider = try frames(ByteBlock(copying: bytes))
            #expect(isShown(try provider.frame(at: 0).bitmap, at: 0))
            #expect(throws: CodecError.self) { try provider.frame(at: 5) }
        }
    }
#endif

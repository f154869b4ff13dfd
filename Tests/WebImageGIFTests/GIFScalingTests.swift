#if GIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageGIF
    import WebImagePixels

    struct GIFScalingTests {
        @Test(arguments: [(160, 120, 40), (151, 103, 60), (155, 130, 154), (30, 200, 5)])
        func `a still looks as if it were decoded whole and scaled`(
            width: Int, height: Int, side: Int
        ) throws {
            let size = PixelSize(width: width, height: height)
            let bytes = try encode(Scene.photograph(size: size))
            let options = shown(side)
            let target = options.downsampling.scaledSize(of: size)
            let scaled = try decode(bytes, options)
            #expect(scaled.bitmap.size == target)
            #expect(scaled.metadata.size == size)
            #expect(scaled.bitmap.isOpaque)
            let reference = try decode(bytes).bitmap.resampled(to: target)
            let comparison = ImageComparison(scaled.bitmap, reference)
            #expect(comparison.ssim >= 0.98)
            #expect(comparison.mean <= 1)
        }

        @Test func `transparency and what a frame leaves free are scaled too`() throws {
            var gif = GIFBuilder(width: 9, height: 12)
            gif.control(delay: 0, transparent: 3)
            gif.frame(
                x: 2, y: 3, width: 6, height: 8, indices: (0..<48).map { UInt8($0 % 5 % 4) })
            let bytes = gif.finished()
            let scaled = try decode(bytes, shown(4)).bitmap
            #expect(scaled.size == PixelSize(width: 3, height: 4))
            let reference = try decode(bytes).bitmap.resampled(to: scaled.size)
            #expect(ImageComparison(scaled, reference).maximum <= 2)
        }

        @Test func `a picture too large for memory is decoded small`() throws {
            let size = PixelSize(width: 300, height: 200)
            let bytes = try encode(Scene.photograph(size: size))
            let limits = DecodeLimits(maxBytes: 100_000)
            var options = shown(40)
            options.limits = limits
            let scaled = try decode(bytes, options).bitmap
            #expect(scaled.size == PixelSize(width: 40, height: 27))
            #expect(throws: CodecError.self) { try decode(bytes, limits: limits) }
            #expect(throws: Never.self) {
                try bytes.withSpan { span throws(CodecError) in
                    _ = try GIFDecoder().metadata(of: span, limits: limits)
                }
            }
        }

        @Test(arguments: [false, true])
        func `arriving in chunks it becomes the same`(isInterlaced: Bool) throws {
            let bytes = try encode(
                Scene.photograph(size: PixelSize(width: 90, height: 70)),
                EncodeSettings(isProgressive: isInterlaced))
            let session = GIFDecoder().makeSession(options: shown(30))
            try feed(bytes, to: session, chunk: 101)
            #expect(try session.finish().bitmap == decode(bytes, shown(30)).bitmap)
        }

        @Test func `an animation keeps its canvas`() throws {
            let animation = RandomAnimation(seed: 1, frames: 2)
            #expect(try decode(animation.bytes, shown(2)).bitmap.size == animation.size)
        }

        @Test func `a still cut short is truncated, however small it is shown`() throws {
            let bytes = Array(try encode(Scene.photograph(size: PixelSize(width: 64, height: 64))))
            #expect {
                try decode(ByteBlock(copying: bytes[..<(bytes.count * 9 / 10)]), shown(8))
            } throws: {
                if case CodecError.truncated(.gif, _) = $0 { true } else { false }
            }
        }

        private func shown(_ side: Int) -> DecodeOptions {
            DecodeOptions(
                downsampling: Downsampling(box: PixelSize(width: side, height: side)))
        }

        private func decode(
            _ bytes: ByteBlock, _ options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            try bytes.withSpan { span throws(CodecError) in
                try GIFDecoder().decode(span, options: options)
            }
        }

        private func decode(
            _ bytes: ByteBlock, limits: DecodeLimits = DecodeLimits()
        ) throws(CodecError) -> DecodeOutput {
            try decode(bytes, DecodeOptions(limits: limits))
        }
    }
#endif

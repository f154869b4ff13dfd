#if WebP
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageWebP

    /// Stills with alpha that their header does not declare; browsers and Pillow show them opaque.
    @Suite struct WebPAlphaFlagTests {
        private static let size = PixelSize(width: 16, height: 12)

        @Test func `alpha that the header of a lossless picture denies is ignored`() throws {
            var image = try TestPictures.image(Self.size, SIMD4(0, 20, 0, 30))
            image[12] &= 0xEF
            let file = TestPictures.file(image)
            let output = try decode(file)
            #expect(output.bitmap[3, 3] == SIMD4(0, 170, 0, 255))
            #expect(output.bitmap.isOpaque && !output.metadata.hasAlpha)
            #expect(try streamed(file).bitmap == output.bitmap)
        }

        @Test(arguments: [false, true], [0, 16] as [UInt8])
        func `alpha of a lossy picture counts if the file declares it`(
            isScaled: Bool, flag: UInt8
        ) throws {
            let source = PixelSize(width: 160, height: 120)
            let file = try TestPictures.encoded(source, alpha: true)
            let chunks = Array(TestPictures.imageChunks(of: file).dropFirst(18))
            let changed = TestPictures.file(
                TestPictures.header(flag, width: 160, height: 120), chunks)
            let box = isScaled ? PixelSize(width: 20, height: 15) : nil
            let options = DecodeOptions(downsampling: Downsampling(box: box))
            let output = try changed.withSpan { bytes throws(CodecError) in
                try WebPDecoder().decode(bytes, options: options)
            }
            let isOpaque = flag == 0
            #expect(output.bitmap.isOpaque == isOpaque)
            #expect(output.metadata.hasAlpha == !isOpaque)
            let alphas = (0..<output.bitmap.size.width).map { output.bitmap[$0, 5].w }
            #expect(alphas.allSatisfy { $0 == 255 } == isOpaque)
            if !isScaled { #expect(try streamed(changed).bitmap == output.bitmap) }
        }

        @Test func `a lossless picture may declare alpha that its container does not`() throws {
            let image = try TestPictures.image(Self.size, SIMD4(0, 20, 0, 30))
            let output = try decode(
                TestPictures.file(TestPictures.header(0, width: 16, height: 12), image))
            #expect(output.bitmap[3, 3] == SIMD4(0, 20, 0, 30))
            #expect(!output.bitmap.isOpaque && output.metadata.hasAlpha)
        }

        private func streamed(_ file: ByteBlock) throws -> DecodeOutput {
            try feed(file, DecodeOptions(), 40)
        }
    }
#endif

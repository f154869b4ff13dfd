#if WebP
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageWebP

    struct WebPRoundTripTests {
        private static let size = PixelSize(width: 61, height: 43)

        @Test(arguments: [false, true])
        func `lossless keeps every pixel`(alpha: Bool) throws {
            let before = TestPictures.waves(Self.size, alpha: alpha)
            let file = try WebPEncoder().encode(before, settings: EncodeSettings(isLossless: true))
            let after = try decode(file)
            #expect(before == after.bitmap)
            #expect(after.bitmap.isOpaque == !alpha)
            #expect(after.metadata == ImageMetadata(size: Self.size, hasAlpha: alpha))
            #expect(after.color.profile == nil)
        }

        @Test func `lossless keeps every alpha`() throws {
            let before = TestPictures.waves(Self.size, alpha: true)
            let file = try WebPEncoder().encode(before, settings: EncodeSettings(isLossless: true))
            let after = try decode(file).bitmap
            #expect((0..<61).allSatisfy { before[$0, 7].w == after[$0, 7].w })
        }

        @Test func `lossy stays close, alpha exact`() throws {
            let before = TestPictures.waves(Self.size, alpha: true)
            let file = try WebPEncoder().encode(before, settings: EncodeSettings(quality: 95))
            let after = try decode(file).bitmap
            #expect(ImageComparison(before, after).mean < 12)
            #expect((0..<61).allSatisfy { before[$0, 7].w == after[$0, 7].w })
        }

        @Test func `a lower quality makes a smaller file`() throws {
            let bitmap = TestPictures.waves(Self.size)
            let good = try WebPEncoder().encode(bitmap, settings: EncodeSettings(quality: 95))
            let poor = try WebPEncoder().encode(bitmap, settings: EncodeSettings(quality: 10))
            #expect(poor.count < good.count)
        }

        @Test func `a cancelled task gets no picture`() async throws {
            let file = try TestPictures.encoded(Self.size)
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try decode(file)
            }
            await #expect(throws: CodecError.cancelled) { try await task.value }
        }

        @Test(arguments: [false, true])
        func `a picture cut at any length is truncated`(lossless: Bool) throws {
            let file = try TestPictures.encoded(
                PixelSize(width: 40, height: 30), alpha: true, lossless: lossless)
            let whole = file.withUnsafeBytes { Array($0) }
            for count in 0..<whole.count {
                #expect("\(count) bytes") {
                    try decode(ByteBlock(copying: whole[..<count]))
                } throws: {
                    isTruncated($0)
                }
            }
        }

        @Test(arguments: [false, true])
        func `no byte of a file can make the decoder trap`(lossless: Bool) throws {
            let file = try TestPictures.encoded(
                PixelSize(width: 40, height: 30), alpha: true, lossless: lossless)
            let whole = file.withUnsafeBytes { Array($0) }
            let options = DecodeOptions(limits: DecodeLimits(maxPixels: 1 << 16))
            for index in whole.indices {
                var bytes = whole
                bytes[index] ^= 0xFF
                _ = try? decode(ByteBlock(copying: bytes), options)
            }
        }
    }
#endif

#if HEIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    struct HEIFRoundTripTests {
        private static let size = PixelSize(width: 161, height: 123)

        @Test func `lossless keeps every pixel`() throws {
            let before = Scene.noise(size: Self.size, seed: 5, isOpaque: true)
            let after = try decode(encode(before, EncodeSettings(isLossless: true, effort: 1)))
            #expect(ImageComparison(before, after.bitmap).maximum == 0)
            #expect(after.bitmap.isOpaque)
            #expect(after.color.profile == nil)
            #expect(after.metadata == ImageMetadata(size: Self.size))
        }

        @Test func `lossless keeps every alpha`() throws {
            let before = Scene.transparency(size: Self.size)
            let after = try decode(encode(before, EncodeSettings(isLossless: true, effort: 1)))
            #expect(ImageComparison(before, after.bitmap).maximum <= 1)
            #expect(after.metadata.hasAlpha)
            #expect(!after.bitmap.isOpaque)
        }

        @Test func `lossy looks the same`() throws {
            let settings = EncodeSettings(quality: 80, effort: 2)
            let opaque = Scene.photograph(size: Self.size)
            #expect(
                try ImageComparison(opaque, decode(encode(opaque, settings)).bitmap).ssim > 0.95)
            let transparent = Scene.transparency(size: Self.size)
            let after = try decode(encode(transparent, settings)).bitmap
            #expect(ImageComparison(transparent, after).mean < 4)
        }

        @Test func `the default effort costs little in size and likeness`() throws {
            let bitmap = Scene.photograph(size: Self.size)
            let quick = try encode(bitmap, EncodeSettings(quality: 80))
            let slow = try encode(bitmap, EncodeSettings(quality: 80, effort: 3))
            #expect(quick != slow)
            #expect(Double(quick.count) < Double(slow.count) * 1.15)
            let (quickly, slowly) = try (
                ImageComparison(bitmap, decode(quick).bitmap).ssim,
                ImageComparison(bitmap, decode(slow).bitmap).ssim
            )
            #expect(quickly > slowly - 0.01)
        }

        @Test func `a lower quality makes a smaller file`() throws {
            let bitmap = Scene.photograph(size: Self.size)
            let good = try encode(bitmap, EncodeSettings(quality: 95, effort: 1))
            let poor = try encode(bitmap, EncodeSettings(quality: 10, effort: 1))
            #expect(poor.count < good.count)
        }

        @Test(arguments: [ChromaSubsampling.none, .horizontal, .both])
        func `every layout of colour comes back`(chroma: ChromaSubsampling) throws {
            let before = Scene.photograph(size: Self.size)
            let settings = EncodeSettings(quality: 95, effort: 1, chroma: chroma)
            let after = try decode(encode(before, settings)).bitmap
            #expect(ImageComparison(before, after).mean < 4)
        }

        @Test func `EXIF is written when the settings hold it`() throws {
            let exif: [UInt8] =
                [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1]
                + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
            let embedded = EmbeddedMetadata(exif: exif)
            let bitmap = Scene.photograph(size: Self.size)
            // The pipeline decides if the picture's metadata is kept; its settings then contain it.
            let written = EncodeSettings(effort: 1, embedded: embedded)
            let none = EncodeSettings(effort: 1, metadata: .keep)
            #expect(try decode(encode(bitmap, written)).metadata.exif == exif)
            #expect(try decode(encode(bitmap, none)).metadata.exif == nil)
        }

        @Test func `a cancelled task gets no picture and no file`() async throws {
            let bitmap = Scene.photograph(size: Self.size)
            let file = try encode(bitmap)
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                #expect(throws: CodecError.cancelled) { try decode(file) }
                #expect(throws: CodecError.cancelled) { try encode(bitmap) }
            }
            await task.value
        }
    }
#endif

#if AVIF
    import TestSupport
    import Testing
    import WebImageAVIF
    import WebImageCoding
    import WebImagePixels

    struct AVIFRoundTripTests {
        private static let size = PixelSize(width: 61, height: 43)

        @Test func `lossless keeps every pixel`() throws {
            let before = Scene.noise(size: Self.size, seed: 5, isOpaque: true)
            let after = try decode(encode(before, EncodeSettings(isLossless: true, effort: 1)))
            #expect(after.bitmap == before)
            #expect(after.bitmap.isOpaque)
            #expect(after.color.profile == nil)
            #expect(after.metadata == ImageMetadata(size: Self.size))
        }

        @Test func `lossless keeps every alpha, and colours as far as alpha lets them be told`()
            throws
        {
            let before = Scene.transparency(size: Self.size)
            let after = try decode(encode(before, EncodeSettings(isLossless: true, effort: 1)))
            #expect(ImageComparison(before, after.bitmap).maximum <= 1)
            #expect(alphas(before) == alphas(after.bitmap))
            #expect(after.metadata.hasAlpha)
            #expect(!after.bitmap.isOpaque)
        }

        @Test func `lossy looks the same, alpha exact`() throws {
            let opaque = Scene.photograph(size: PixelSize(width: 160, height: 120))
            let transparent = Scene.transparency(size: Self.size)
            let settings = EncodeSettings(quality: 80, effort: 2)
            #expect(
                try ImageComparison(opaque, decode(encode(opaque, settings)).bitmap).ssim > 0.95)
            let after = try decode(encode(transparent, settings)).bitmap
            #expect(alphas(transparent) == alphas(after))
            #expect(ImageComparison(transparent, after).mean < 4)
        }

        @Test func `a bitmap without a transparent pixel has no alpha in its file`() throws {
            var bitmap = Scene.photograph(size: Self.size)
            bitmap.isOpaque = false
            #expect(try !decode(encode(bitmap)).metadata.hasAlpha)
        }

        @Test func `a lower quality makes a smaller file`() throws {
            let bitmap = Scene.photograph(size: Self.size)
            let sizes = try [10, 50, 80, 100].map {
                try encode(bitmap, EncodeSettings(quality: $0, effort: 1)).count
            }
            #expect(sizes == sizes.sorted())
            #expect(Set(sizes).count == sizes.count)
        }

        @Test(arguments: [ChromaSubsampling.none, .horizontal, .both])
        func `every layout of colour comes back`(chroma: ChromaSubsampling) throws {
            let before = Scene.photograph(size: Self.size)
            let settings = EncodeSettings(quality: 95, effort: 1, chroma: chroma)
            let after = try decode(encode(before, settings)).bitmap
            #expect(ImageComparison(before, after).mean < 4)
        }

        @Test func `one pixel comes back`() throws {
            var before = Bitmap(size: PixelSize(width: 1, height: 1), isOpaque: true)
            before[0, 0] = SIMD4(10, 20, 30, 255)
            let after = try decode(encode(before, EncodeSettings(isLossless: true)))
            #expect(after.bitmap == before)
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

        @Test func `a rotation in EXIF is ignored`() throws {
            let exif: [UInt8] =
                [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1]
                + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
            let settings = EncodeSettings(
                effort: 1, metadata: .keep, embedded: EmbeddedMetadata(exif: exif))
            let output = try decode(encode(Scene.photograph(size: Self.size), settings))
            #expect(output.bitmap.size == Self.size)
            #expect(output.metadata.orientation == .up)
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

        private func alphas(_ bitmap: Bitmap) -> [UInt8] {
            (0..<bitmap.size.height).flatMap { y in
                (0..<bitmap.size.width).map { bitmap[$0, y].w }
            }
        }
    }
#endif

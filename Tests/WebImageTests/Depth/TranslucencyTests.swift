#if Color && JPEG && PNG && WebP && AVIF && JPEGXL && TIFF
    import TestSupport
    import Testing
    import WebImage

    /// Colours of translucent pixels of 8 bits in lossless files.
    struct TranslucencyTests {
        private static let formats: [ImageFormat] = [.png, .webp, .avif, .jxl, .tiff]
        private let pipeline = ImagePipeline(transport: nil, disk: nil)
        private let lossless = EncodeSettings(isLossless: true)

        /// Every pair of a colour's sample and alpha.
        private let all = widened { x, y in
            SIMD4(UInt8(x), UInt8(255 - x), UInt8(truncatingIfNeeded: x * 73 + y * 31), UInt8(y))
        }

        private func decode(
            _ bytes: ByteBlock, _ format: ImageFormat,
            _ change: (inout DecodeOptions) -> Void = { _ in }
        ) throws -> Bitmap {
            let decoder = try pipeline.codecs.decoder(for: format)
            var options = DecodeOptions()
            options.keepsTranslucency = true
            change(&options)
            let output = try bytes.withSpan { span throws(CodecError) in
                try decoder.decode(span, options: options)
            }
            let demand = bytes.withSpan { decoder.memoryDemand(of: $0, options: options) }
            #expect(demand?.sampleFormat == output.bitmap.sampleFormat)
            return output.bitmap
        }

        private func source(_ bitmap: Bitmap, _ format: ImageFormat = .png) throws -> ByteBlock {
            try pipeline.codecs.encoder(for: format).encode(bitmap, settings: lossless)
        }

        private func file(
            _ bytes: ByteBlock, as format: ImageFormat, _ transforms: [any ImageTransform] = [],
            _ settings: EncodeSettings? = nil
        ) async throws -> ImageFile {
            try await pipeline.file(
                for: ImageRequest(ImageSource.data(bytes), transforms: transforms), as: format,
                settings: settings ?? lossless)
        }

        @Test(arguments: formats, formats)
        func `a lossless file has every colour whatever its alpha`(
            from source: ImageFormat, to target: ImageFormat
        ) async throws {
            let bytes = try self.source(all, source)
            #expect(try decode(bytes, source) == all)
            let file = try await file(bytes, as: target)
            #expect(file.format == target && file.dropped.isEmpty)
            #expect(try decode(file.bytes, target) == all)
            var made = EncodedImage(file.bytes)
            made.format = target
            #expect(FileContent(of: made)[.bitDepth] == 8)
        }

        @Test(arguments: formats)
        func `a decoder gives 8 bits without the option`(format: ImageFormat) throws {
            for depth in PixelDepth.allCases {
                let found = try decode(source(all, format), format) {
                    $0.keepsTranslucency = false
                    $0.pixelDepth = depth
                }
                #expect(found.sampleFormat == .bgra8)
                #expect(found.isAlmost(all.converted(to: .bgra8)))
            }
            let kept = try decode(source(all, format), format)
            #expect(kept.significantBits == 8 && !kept.isOpaque)
            let reduced = try decode(source(all, format), format) {
                $0.downsampling.box = PixelSize(width: 20, height: 20)
            }
            #expect(reduced.size.width >= 20)
        }

        @Test(arguments: formats)
        func `a file is the same if nothing would be lost`(format: ImageFormat) async throws {
            let pictures = [
                // Opaque, clear, and shadows.
                widened { x, y in SIMD4(UInt8(x), UInt8(y), 7, 255) },
                widened { x, y in x > y ? SIMD4(UInt8(x), UInt8(y), 7, 255) : .zero },
                widened { x, y in SIMD4(0, y > 0 ? 255 : 0, 0, UInt8(y)) },
            ]
            let encoder = try pipeline.codecs.encoder(for: format)
            for picture in pictures {
                let made = try await file(source(picture, .tiff), as: format)
                let usual = try encoder.encode(picture.converted(to: .bgra8), settings: lossless)
                #expect(made.bytes.array == usual.array)
            }
        }

        @Test(arguments: [ImageFormat.png, .webp], [false, true])
        func `colours are exact while bytes arrive`(
            format: ImageFormat, isProgressive: Bool
        ) throws {
            let encoder = try pipeline.codecs.encoder(for: format)
            let bytes = try encoder.encode(
                all, settings: EncodeSettings(isLossless: true, isProgressive: isProgressive)
            ).array
            let decoder = try #require(
                try pipeline.codecs.decoder(for: format) as? any IncrementalImageDecoder)
            var options = DecodeOptions()
            options.keepsTranslucency = true
            let session = decoder.makeSession(options: options)
            for start in stride(from: 0, to: bytes.count, by: 5000) {
                let end = min(start + 5000, bytes.count)
                try session.append(bytes.span.bytes.extracting(start..<end))
                guard let preview = try session.preview() else { continue }
                #expect(preview.bitmap.sampleFormat == .rgba16)
                #expect(preview.bitmap[deep: 0, 0] == all[deep: 0, 0])
            }
            #expect(try session.finish().bitmap == all)
        }

        @Test func `few translucent colours have a palette`() async throws {
            var random = SystemRandomNumberGenerator()
            let few = widened { _, _ in
                SIMD4(UInt8.random(in: 0...15, using: &random) * 9, 20, 30, 77)
            }
            let file = try await file(source(few), as: .png)
            #expect(file.bytes.array[24] == 4 && file.bytes.array[25] == 3)
            #expect(file.dropped.isEmpty)
            #expect(try decode(file.bytes, .png) == few)
            // Of grey, too.
            let gray = widened { x, y in SIMD4(UInt8(x), UInt8(x), UInt8(x), UInt8(y)) }
            let made = try await self.file(source(gray, .webp), as: .png)
            #expect(made.bytes.array[25] == 4)
            #expect(try decode(made.bytes, .png) == gray)
        }

        @Test func `a depth in the settings stays exact`() async throws {
            var settings = lossless
            settings.depth = .eight
            let eight = try await file(source(all), as: .png, [], settings)
            #expect(eight.bytes.array[24] == 8)
            #expect(try decode(eight.bytes, .png) == all)
            settings.depth = .sixteen
            let wide = try await file(source(all), as: .png, [], settings)
            #expect(wide.bytes.array[24] == 16)
            #expect(try decode(wide.bytes, .png) { $0.pixelDepth = .asStored } == all)
        }

        @Test func `all other files are as with multiplied colours`() async throws {
            let bytes = try source(all)
            let eight = all.converted(to: .bgra8)
            let codecs = pipeline.codecs
            let lossy = try await file(bytes, as: .webp, [], EncodeSettings())
            #expect(
                try lossy.bytes.array
                    == codecs.encoder(for: .webp).encode(eight, settings: EncodeSettings()).array)
            let jpeg = try await file(bytes, as: .jpeg)
            #expect(
                try jpeg.bytes.array
                    == codecs.encoder(for: .jpeg).encode(eight, settings: lossless).array)
            let turned = try await file(bytes, as: .png, [.rotate(degrees: 90)])
            #expect(
                try turned.bytes.array
                    == codecs.encoder(for: .png).encode(eight.oriented(.right), settings: lossless)
                    .array)
        }
    }

    /// Returns straight pixels of 8 bits as a decoder widens them: red, green, blue, alpha.
    private func widened(_ pixel: (_ x: Int, _ y: Int) -> SIMD4<UInt8>) -> Bitmap {
        var bitmap = Bitmap(size: PixelSize(width: 256, height: 256), as: .rgba16)
        bitmap.significantBits = 8
        for y in 0..<256 {
            for x in 0..<256 {
                bitmap[deep: x, y] = SIMD4<UInt16>(truncatingIfNeeded: pixel(x, y)) &* 257
            }
        }
        return bitmap
    }

    extension Bitmap {
        /// Returns `true` if samples differ by one level at most, as libraries multiply.
        fileprivate func isAlmost(_ other: Bitmap) -> Bool {
            size == other.size
                && zip(samples, other.samples).allSatisfy { one, two in
                    let difference = one - two
                    return max(difference.max(), -difference.min()) < 1.5 / 255
                }
        }
    }
#endif

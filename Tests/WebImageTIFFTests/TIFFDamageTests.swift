#if TIFF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageTIFF

    /// Round trips, and truncated, invalid or too large files.
    struct TIFFDamageTests {
        private static let size = PixelSize(width: 53, height: 41)

        @Test(arguments: [nil, 1, 10])
        func `nothing is lost`(effort: Int?) throws {
            let settings = EncodeSettings(effort: effort)
            let photograph = Scene.photograph(size: Self.size)
            #expect(try trip(photograph, settings).bitmap == photograph)
            var gray = Bitmap(size: Self.size, isOpaque: true)
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width {
                    gray[x, y] = SIMD4(UInt8(x), UInt8(x), UInt8(x), 255)
                }
            }
            #expect(try trip(gray, settings).bitmap == gray)
            let soft = Scene.transparency(size: Self.size)
            let comparison = ImageComparison(try trip(soft, settings).bitmap, soft)
            #expect(comparison.maximum <= 1)
        }

        @Test func `the density is kept`() throws {
            let density = PixelDensity(x: 300, y: 150)
            let settings = EncodeSettings(embedded: EmbeddedMetadata(density: density))
            let bitmap = Scene.photograph(size: Self.size)
            #expect(try trip(bitmap, settings).metadata.density == density)
        }

        @Test func `a file cut short is refused`() throws {
            // The directory is at the end of the handmade file and of libtiff's.
            let bytes = try TIFFEncoder().encode(
                Scene.photograph(size: Self.size), settings: EncodeSettings())
            for length in stride(from: 0, to: bytes.count - 200, by: 37) {
                #expect(throws: CodecError.self) { try decode(bytes.prefix(length)) }
            }
        }

        @Test func `pixels cut short are refused`() {
            // libtiff guesses the length of a single strip, so there are two.
            for length in 0..<8 {
                let blocks = [8, length].map { Array(repeating: UInt8(7), count: $0) }
                let page = TIFFFile.Page(width: 4, height: 4, blocks: blocks, rowsPerStrip: 2)
                #expect(throws: CodecError.self) { try decode(TIFFFile(page).bytes) }
            }
        }

        @Test func `changed bytes never trap`() throws {
            let good = try TIFFEncoder().encode(
                Scene.transparency(size: PixelSize(width: 19, height: 17)),
                settings: EncodeSettings(effort: 1))
            let bytes = good.withSpan { Array($0.withUnsafeBytes { Array($0) }) }
            let limits = DecodeLimits(maxPixels: 100_000, maxBytes: 4 << 20)
            for place in bytes.indices {
                var damaged = bytes
                damaged[place] ^= UInt8(truncatingIfNeeded: 1 << (place % 8))
                if place % 3 == 0 { damaged[place] = 0xFF }
                _ = try? decode(damaged, DecodeOptions(limits: limits))
            }
        }

        @Test(arguments: [
            (256, 0), (257, 0), (256, 0x7FFF_FFFF), (257, 60_000), (258, 200), (277, 65_535),
            (278, 0), (262, 99), (259, 12_345),
        ])
        func `a header that lies is refused`(tag: Int, number: Int) throws {
            var page = TIFFFile.Page(width: 8, height: 8, blocks: [Array(repeating: 0, count: 64)])
            switch tag {
            case 256: page.width = number
            case 257: page.height = number
            case 262: page.photometric = number
            case 278: page.rowsPerStrip = number
            default: page.shorts = [(tag, [number])]
            }
            #expect(throws: CodecError.self) { try decode(TIFFFile(page).bytes) }
        }

        @Test(arguments: [
            // All tiles share the same bytes, far wider than the picture.
            TIFFFile.Page(
                width: 16, height: 16_000, blocks: [Array(repeating: 0, count: 16)],
                tile: PixelSize(width: 1 << 20, height: 16)),
            // Samples that are not decoded.
            TIFFFile.Page(
                width: 1, height: 100_000, samples: 30_000,
                blocks: [Array(repeating: 0, count: 16)], rowsPerStrip: 1000),
        ])
        func `tiles and samples beyond the picture are counted`(page: TIFFFile.Page) {
            let limits = DecodeLimits(maxPixels: 10_000_000)
            let error = #expect(throws: CodecError.self) {
                try decode(TIFFFile(page).bytes, DecodeOptions(limits: limits))
            }
            guard case .limit = error else {
                Issue.record("\(String(describing: error)) is no limit")
                return
            }
        }

        @Test(arguments: [33, 12_774, 65_535], [false, true])
        func `more than some dozen samples of a pixel are refused by the header`(
            samples: Int, isPlanar: Bool
        ) throws {
            let page = TIFFFile.Page(
                width: 590, height: 88, samples: samples,
                blocks: [Array(repeating: 0, count: 16)],
                shorts: isPlanar ? [(284, [2])] : [], repeats: isPlanar ? samples : 1)
            let bytes = ByteBlock(copying: TIFFFile(page).bytes)
            let refusal = CodecError.limit(
                "590x88 pixels of \(samples) samples, more than the 32 samples of a pixel allowed")
            #expect(throws: refusal) { try decode(bytes) }
            // `info` has no limit of pixels.
            let unbounded = DecodeLimits(maxPixels: 1 << 40, maxBytes: 1 << 45)
            for limits in [DecodeLimits(), unbounded] {
                #expect(throws: refusal) {
                    try bytes.withSpan { span throws(CodecError) in
                        try TIFFDecoder().metadata(of: span, limits: limits)
                    }
                }
            }
            let demand = bytes.withSpan {
                TIFFDecoder().memoryDemand(of: $0, options: DecodeOptions())
            }
            #expect(demand == nil)
        }

        @Test(arguments: [8, 13, 32], [8, 16])
        func `the samples of a multispectral picture are read`(samples: Int, bits: Int) throws {
            let row = (0..<2 * samples * bits / 8).map { UInt8(truncatingIfNeeded: $0 * 11) }
            let page = TIFFFile.Page(
                width: 2, height: 1, bits: bits, samples: samples, photometric: 2, blocks: [row],
                shorts: [(338, Array(repeating: 0, count: samples - 3))])
            #expect(try decode(TIFFFile(page).bytes).bitmap.size == PixelSize(width: 2, height: 1))
        }

        @Test(arguments: [
            (8, 32, true), (16, 32, true), (32, 16, true), (32, 17, false), (64, 8, true),
            (64, 9, false),
        ])
        func `wide samples count as those of 16 bits that they hold`(
            bits: Int, samples: Int, fits: Bool
        ) {
            // 1,024 by 512 pixels: 2²⁴ samples are always allowed, which are 32 for each pixel.
            let page = TIFFFile.Page(
                width: 1024, height: 512, bits: bits, samples: samples,
                blocks: [Array(repeating: 0, count: 16)], shorts: [(339, [3])])
            let error = #expect(throws: CodecError.self) {
                let limits = DecodeLimits(maxPixels: 1 << 20)
                _ = try decode(TIFFFile(page).bytes, DecodeOptions(limits: limits))
            }
            // Those that are counted as few enough lack their bytes.
            guard case .limit = error else { return #expect(fits, "\(String(describing: error))") }
            #expect(!fits, "\(String(describing: error))")
        }

        @Test func `limits hold before anything is decoded`() {
            let page = TIFFFile.Page(
                width: 1000, height: 1000, blocks: [Array(repeating: 0, count: 1_000_000)])
            let bytes = TIFFFile(page).bytes
            for limits in [
                DecodeLimits(maxPixels: 999_999), DecodeLimits(maxBytes: 3_999_999),
            ] {
                let options = DecodeOptions(limits: limits)
                #expect(throws: CodecError.self) { try decode(bytes, options) }
            }
        }

        @Test func `a cancelled task neither decodes nor encodes`() async throws {
            let bitmap = Scene.photograph(size: Self.size)
            let bytes = try TIFFEncoder().encode(bitmap, settings: EncodeSettings())
            let task = Task { () -> [CodecError?] in
                withUnsafeCurrentTask { $0?.cancel() }
                var errors: [CodecError?] = []
                do throws(CodecError) { _ = try decode(bytes) } catch { errors.append(error) }
                do throws(CodecError) {
                    _ = try TIFFEncoder().encode(bitmap, settings: EncodeSettings())
                } catch {
                    errors.append(error)
                }
                return errors
            }
            #expect(await task.value == [.cancelled, .cancelled])
        }

        private func trip(
            _ bitmap: Bitmap, _ settings: EncodeSettings
        ) throws(CodecError) -> DecodeOutput {
            try decode(TIFFEncoder().encode(bitmap, settings: settings))
        }
    }
#endif

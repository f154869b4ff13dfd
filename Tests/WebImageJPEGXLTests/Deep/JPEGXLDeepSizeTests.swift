#if JPEGXL
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEGXL
    import WebImagePixels

    /// Deep pictures that are scaled, arrive in pieces, are damaged or too large.
    @Suite struct JPEGXLDeepSizeTests {
        private static let size = PixelSize(width: 401, height: 299)

        /// A picture whose neighbours differ by less than a level of 8 bits; alpha rises to the
        /// right.
        private static func gradient(hasAlpha: Bool) -> Bitmap {
            deepBitmap(size, isOpaque: !hasAlpha) { x, y in
                SIMD4(
                    30000 + x * 3 + y * 5, 50000 - x * 40, 100 + y,
                    hasAlpha ? 100 + x * 160 : 65535)
            }
        }

        @Test(arguments: [7, 33, 64, 106], [false, true])
        func `a scaled picture has the averages of areas`(side: Int, hasAlpha: Bool) throws {
            let picture = Self.gradient(hasAlpha: hasAlpha)
            let scaled = try decode(encode(picture, exact), deepOptions(box: side)).bitmap
            let eight = try decode(encode(picture, exact), options(box: side)).bitmap
            #expect(scaled.size == eight.size && scaled.size.width * 5 <= Self.size.width * 2)
            #expect(scaled.sampleFormat == .rgba16 && scaled.significantBits == 16)
            #expect(scaled.isOpaque == !hasAlpha)
            for y in 0..<scaled.size.height {
                for x in 0..<scaled.size.width {
                    let expected = Self.average(picture, x, y, in: scaled.size)
                    for channel in 0..<4 {
                        // Borders are rounded to a 64th of a pixel.
                        let error = Double(scaled[deep: x, y][channel]) - expected[channel]
                        #expect(abs(error) <= 3, "\(x), \(y), \(channel): \(error)")
                    }
                }
            }
        }

        /// Returns the straight average of the area of a target pixel.
        private static func average(
            _ picture: Bitmap, _ x: Int, _ y: Int, in target: PixelSize
        ) -> SIMD4<Double> {
            func span(_ index: Int, _ full: Int, _ count: Int) -> [(Int, Double)] {
                let (from, to) = (
                    Double(index * full) / Double(count), Double((index + 1) * full) / Double(count)
                )
                return (Int(from)..<min(Int(to.rounded(.up)), full)).map {
                    ($0, min(Double($0 + 1), to) - max(Double($0), from))
                }
            }
            var (sum, area) = (SIMD4<Double>.zero, 0.0)
            for (row, height) in span(y, size.height, target.height) {
                for (column, width) in span(x, size.width, target.width) {
                    let pixel = SIMD4<Double>(picture[deep: column, row])
                    sum +=
                        SIMD4(
                            pixel.x * pixel.w, pixel.y * pixel.w, pixel.z * pixel.w, pixel.w)
                        * (width * height)
                    area += width * height
                }
            }
            return SIMD4(sum.x / sum.w, sum.y / sum.w, sum.z / sum.w, sum.w / area)
        }

        @Test(arguments: [0, 1, 300, 65535])
        func `a uniform picture stays uniform`(alpha: Int) throws {
            let picture = deepBitmap(Self.size, isOpaque: alpha == 65535) { _, _ in
                SIMD4(12345, 257, 65535, alpha)
            }
            for side in [1, 7, 50] {
                let scaled = try decode(encode(picture, exact), deepOptions(box: side)).bitmap
                let expected: SIMD4<UInt16> =
                    alpha == 0 ? .zero : SIMD4(12345, 257, 65535, UInt16(alpha))
                for y in 0..<scaled.size.height {
                    for x in 0..<scaled.size.width { #expect(scaled[deep: x, y] == expected) }
                }
            }
        }

        @Test(arguments: [nil, 40], [false, true])
        func `any chunks end in what a decode at once makes`(
            side: Int?, isLossless: Bool
        ) throws {
            let file = try encode(
                Self.gradient(hasAlpha: true),
                EncodeSettings(isLossless: isLossless, isProgressive: !isLossless, effort: 3))
            let whole = try decode(file, deepOptions(box: side))
            for chunk in [61, 1009, 1 << 20] {
                let session = JPEGXLDecoder().makeSession(options: deepOptions(box: side))
                var previews = 0
                for start in stride(from: 0, to: file.count, by: chunk) {
                    let part = ByteBlock(copying: file.array[start...].prefix(chunk))
                    try part.withSpan { span throws(CodecError) in try session.append(span) }
                    guard let preview = try session.preview() else { continue }
                    previews += 1
                    #expect(preview.bitmap.sampleFormat == .rgba16)
                    #expect(preview.bitmap.size == whole.bitmap.size)
                    #expect(preview.color == whole.color)
                }
                let output = try session.finish()
                #expect(previews > 0)
                #expect(output.bitmap == whole.bitmap && output.color == whole.color)
                #expect(output.bitmap.significantBits == 16)
                #expect(output.bitmap.isOpaque == whole.bitmap.isOpaque)
            }
        }

        private static let small = PixelSize(width: 70, height: 50)

        private static func noise() -> Bitmap {
            deepBitmap(small) { scattered($0, $1, bits: 16) }
        }

        @Test(arguments: [false, true])
        func `a file cut anywhere is refused`(isLossless: Bool) throws {
            let settings = EncodeSettings(isLossless: isLossless, effort: 2)
            let whole = try encode(Self.noise(), settings).array
            for count in stride(from: 0, to: whole.count - 1, by: 211) {
                #expect(throws: CodecError.self) {
                    try decode(ByteBlock(copying: whole.prefix(count)), deepOptions())
                }
            }
        }

        @Test func `no changed byte does more than fail`() throws {
            let size = PixelSize(width: 12, height: 12)
            let whole = try encode(
                deepBitmap(size) { scattered($0, $1, bits: 16) },
                EncodeSettings(isLossless: true, effort: 1)
            ).array
            let limits = DecodeLimits(maxPixels: 1 << 20)
            for index in whole.indices {
                for change in [0xFF, 0x55, 1] as [UInt8] {
                    var bytes = whole
                    bytes[index] ^= change
                    let output = try? decode(
                        ByteBlock(copying: bytes), deepOptions(limits: limits))
                    #expect(output.map { $0.bitmap.size.area <= limits.maxPixels } ?? true)
                }
            }
        }

        @Test func `eight bytes a pixel are counted`() throws {
            let file = try encode(Self.noise(), exact)
            let bytes = Self.small.area * 8
            for (most, isRefused) in [(bytes, false), (bytes - 1, true)] {
                let limits = DecodeLimits(maxBytes: most)
                let result = outcome { () throws(CodecError) in
                    try decode(file, deepOptions(limits: limits))
                }
                guard case .failure(let error) = result else {
                    #expect(!isRefused)
                    continue
                }
                #expect(isRefused && isLimit(error))
                #expect(throws: Never.self) { try decode(file, DecodeOptions(limits: limits)) }
            }
        }

        @Test func `a scaled decode needs no room for the whole picture`() throws {
            let file = try encode(Self.gradient(hasAlpha: false), exact)
            let limits = DecodeLimits(maxBytes: Self.size.area * 8 - 1)
            #expect(throws: Never.self) { try decode(file, deepOptions(box: 40, limits: limits)) }
        }

        @Test func `the demand has eight bytes a pixel`() throws {
            let file = try encode(Self.noise(), exact)
            let demands = [deepOptions(), DecodeOptions()].map { options in
                file.withSpan { JPEGXLDecoder().memoryDemand(of: $0, options: options) }
            }
            let (deep, eight) = (try #require(demands[0]), try #require(demands[1]))
            #expect(deep.byteCount == eight.byteCount + Self.small.area * 4)
            #expect(deep.sampleFormat == .rgba16 && eight.sampleFormat == .bgra8)
            #expect(deep.size == Self.small)
        }

        /// libjxl takes 4 bytes for each channel, and up to 9 if they are split.
        @Test func `the demand counts channels that are split into levels of detail`() throws {
            // In a smaller one the first section has all levels of detail.
            let size = PixelSize(width: 2300, height: 64)
            let picture = deepBitmap(size) { scattered($0, $1, bits: 16) }
            let demands = try [false, true].map { isProgressive in
                let settings = EncodeSettings(
                    isLossless: true, isProgressive: isProgressive, effort: 1)
                let file = try encode(picture, settings)
                return try #require(
                    file.withSpan {
                        JPEGXLDecoder().memoryDemand(of: $0, options: deepOptions())
                    })
            }
            #expect(demands[0].byteCount == size.area * (8 + 24))
            #expect(demands[1].byteCount == size.area * (8 + 36))
        }

        @Test func `a cancelled task stops decoding`() async throws {
            let file = try encode(Self.noise(), exact)
            await #expect(throws: CodecError.cancelled) {
                try await whenCancelled { try decode(file, deepOptions()).bitmap.size }
            }
        }
    }
#endif

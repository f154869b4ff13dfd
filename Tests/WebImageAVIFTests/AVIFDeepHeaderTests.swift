#if AVIF
    import TestSupport
    import Testing
    import WebImageAVIF
    import WebImageCoding
    import WebImagePixels

    /// The memory of deep pixels, and files whose headers lie about them.
    struct AVIFDeepHeaderTests {
        private static let size = PixelSize(width: 128, height: 96)

        @Test func `eight bytes a pixel are counted`() throws {
            let file = try file(bits: 10)
            // Three planes of two bytes, and the bitmap.
            for (depth, bytes) in [(PixelDepth.asStored, 14), (.eight, 10)] {
                for most in [bytes * Self.size.area, bytes * Self.size.area - 1] {
                    let options = reading(depth, DecodeLimits(maxBytes: most))
                    if most == bytes * Self.size.area {
                        try decode(file, options)
                    } else {
                        #expect { try decode(file, options) } throws: { isLimit($0) }
                    }
                }
            }
        }

        @Test(arguments: [10, 12])
        func `the demand is that of deep pixels`(bits: Int) throws {
            let file = try file(bits: bits)
            let deep = try demand(of: file, reading(.asStored))
            let usual = try demand(of: file, reading(.eight))
            #expect(deep.sampleFormat == .rgba16 && usual.sampleFormat == .bgra8)
            #expect(deep.byteCount == usual.byteCount + 4 * Self.size.area)
            var (one, other) = (reading(.asStored), reading(.eight))
            one.downsampling = Downsampling(box: PixelSize(width: 40, height: 40))
            other.downsampling = one.downsampling
            let (less, least) = try (demand(of: file, one), demand(of: file, other))
            #expect(less.sampleFormat == .rgba16 && least.sampleFormat == .bgra8)
            let planes = (6 + 1) * Self.size.area
            let target = PixelSize(width: 40, height: 30)
            #expect(
                less.byteCount == planes + DeepRowScaler.byteCount(from: Self.size, to: target))
            #expect(least.byteCount == planes + RowScaler.byteCount(from: Self.size, to: target))
        }

        @Test func `8 bits and sequences demand 8 bits`() throws {
            for (depth, frames) in [(8, 1), (10, 2)] {
                let numbers = H273.Numbers(1, 13, 6, depth: depth)
                let bytes = try PlaneFile(numbers: numbers, frames: frames).encoded()
                let found = try demand(of: ByteBlock(copying: bytes), reading(.asStored))
                #expect(found.sampleFormat == .bgra8)
            }
        }

        @Test(arguments: [(10, 12, 10), (12, 10, 12), (10, 8, 8), (8, 10, 8)])
        func `the bits of the stream count, and those of the header for the format`(
            bits: Int, claim: Int, significant: Int
        ) throws {
            let numbers = H273.Numbers(1, 13, 6, depth: bits)
            var bytes = try PlaneFile(numbers: numbers).encoded()
            let place = try #require(FileSurgery.place(of: "av1C", in: bytes)) + 6
            bytes[place] = bytes[place] & 0x9F | (claim == 12 ? 0x60 : claim == 10 ? 0x40 : 0)
            let channels = try #require(FileSurgery.place(of: "pixi", in: bytes)) + 9
            let claims = [UInt8](repeating: UInt8(claim), count: 3)
            bytes.replaceSubrange(channels..<channels + 3, with: claims)
            let output = try decode(ByteBlock(copying: bytes), reading(.asStored))
            #expect(output.bitmap.significantBits == significant)
            #expect((output.bitmap.sampleFormat == .rgba16) == (claim > 8))
            for (color, row) in zip(PlaneFile.colors, PlaneFile.rows) {
                let pixel = output.bitmap[deep: 9, row]
                for channel in 0..<3 {
                    #expect(abs(Double(pixel[channel]) - color[channel] * 65535) < 600)
                }
            }
        }

        @Test func `alpha of another depth is refused at any depth`() throws {
            let color = try ItemFile.stream(of: file(bits: 10))
            let alpha = try ItemFile.stream(of: file(bits: 12))
            var file = ItemFile(items: [
                .init(claim: Self.size, parts: [color.data]),
                .init(claim: Self.size, parts: [alpha.data], isAlpha: true),
            ])
            (file.configuration, file.bits) = (color.configuration, 10)
            file.references = [("auxl", 2, [1])]
            for depth in PixelDepth.allCases {
                #expect {
                    try decode(file.file, reading(depth))
                } throws: {
                    if case .damaged? = $0 as? CodecError { true } else { false }
                }
            }
        }

        @Test func `a file that is cut off is an error`() throws {
            let bytes = try FileSurgery.array(file(bits: 12))
            for count in stride(from: 0, to: bytes.count, by: 7) {
                #expect(throws: CodecError.self) {
                    try decode(ByteBlock(copying: Array(bytes[..<count])), reading(.asStored))
                }
            }
        }

        @Test(arguments: [false, true])
        func `no changed byte does more than fail`(isReduced: Bool) throws {
            var numbers = H273.Numbers(1, 13, 6, depth: 10)
            (numbers.primaries, numbers.matrix) = (9, 9)
            var file = PlaneFile(numbers: numbers)
            (file.opacity, file.isPremultiplied) = (0.5, true)
            let whole = try file.encoded()
            var options = reading(.asStored, DecodeLimits(maxPixels: 1 << 16, maxBytes: 16 << 20))
            if isReduced {
                options.downsampling = Downsampling(box: PixelSize(width: 30, height: 30))
            }
            for place in whole.indices {
                var bytes = whole
                bytes[place] ^= place % 2 == 0 ? 0xFF : 0x03
                let output = try? decode(ByteBlock(copying: bytes), options)
                #expect((output?.bitmap.size.area ?? 0) <= 1 << 16)
            }
        }

        private func file(bits: Int) throws -> ByteBlock {
            let settings = EncodeSettings(effort: 1, chroma: ChromaSubsampling.none)
            let (width, height) = (Self.size.width, Self.size.height)
            return try encode(
                DeepPixels.slope(width, height, bits: bits, isOpaque: true), settings)
        }

        private func reading(
            _ depth: PixelDepth, _ limits: DecodeLimits = DecodeLimits()
        ) -> DecodeOptions {
            var options = DecodeOptions(limits: limits)
            options.pixelDepth = depth
            return options
        }

        private func demand(of file: ByteBlock, _ options: DecodeOptions) throws -> MemoryDemand {
            try #require(file.withSpan { AVIFDecoder().memoryDemand(of: $0, options: options) })
        }
    }
#endif

#if HEIF
    import CHEIFShim
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    extension DecodeOptions {
        /// The options of a decode of light above white, by default without scaling.
        static func light(box: PixelSize? = nil) -> DecodeOptions {
            var options = DecodeOptions(downsampling: Downsampling(box: box))
            options.pixelDepth = .hdr
            return options
        }
    }

    /// Images in PQ and HLG as samples of 16 bits, for a caller of light above white.
    struct HEIFLightTests {
        typealias Numbers = H273.Numbers

        @Test(arguments: [16, 18], [8, 10, 12])
        func `samples stay as they are`(transfer: Int, depth: Int) throws {
            for matrix in [0, 1, 6, 8, 9, 10, 12, 14] {
                for isFull in [true, false] {
                    let numbers = Numbers(9, transfer, matrix, full: isFull, depth: depth)
                    try expect(HEIFPlanes.file(numbers), numbers)
                    guard matrix != 0 else { continue }
                    try expect(HEIFPlanes.file(numbers, heif_chroma_420), numbers)
                    try expect(HEIFPlanes.file(numbers, heif_chroma_422), numbers)
                }
            }
        }

        @Test(arguments: [16, 18], [8, 10])
        func `samples of RGB and of alpha are widened exactly`(transfer: Int, depth: Int) throws {
            let numbers = Numbers(9, transfer, 0, depth: depth)
            var planes = HEIFPlanes(numbers: numbers, boxes: [HEIFPlanes.nclx(numbers)])
            planes.opacity = 0.6
            let bitmap = try decode(planes.container().file, .light()).bitmap
            #expect(bitmap.sampleFormat == .rgba16 && bitmap.significantBits == depth)
            let top = 1 << depth - 1
            for (color, row) in zip(HEIFPlanes.colors, HEIFPlanes.rows) {
                let samples =
                    H273.samples(of: color, numbers) + [Int((0.6 * Double(top)).rounded())]
                let wide = samples.map { UInt16(($0 * 65535 + top / 2) / top) }
                #expect(bitmap[deep: 9, row] == SIMD4(wide[2], wide[0], wide[1], wide[3]))
                if depth == 8 { #expect(wide == samples.map { UInt16($0 * 257) }) }
            }
        }

        @Test(arguments: [8, 10])
        func `greys, and alpha that colours are multiplied by`(depth: Int) throws {
            let numbers = Numbers(9, 16, 9, depth: depth)
            let gray = try decode(HEIFPlanes.file(numbers, HEIFPlanes.monochrome), .light()).bitmap
            let top = 1 << depth - 1
            for (color, row) in zip(HEIFPlanes.colors, HEIFPlanes.rows) {
                let sample = UInt16((H273.samples(of: color, numbers)[0] * 65535 + top / 2) / top)
                #expect(gray[deep: 9, row] == SIMD4(sample, sample, sample, 65535))
            }
            var planes = HEIFPlanes(numbers: numbers, boxes: [HEIFPlanes.nclx(numbers)])
            planes.stream = Numbers(2, 2, 2, depth: depth)
            (planes.opacity, planes.isPremultiplied) = (0.6, true)
            let file = try planes.container().file
            try expect(file, numbers, alpha: 0.6, steps: 2)
        }

        @Test func `the stream states the colours of a file without boxes`() throws {
            for depth in [8, 10] {
                let numbers = Numbers(9, 18, 9, full: false, depth: depth)
                try expect(HEIFPlanes(numbers: numbers).container().file, numbers)
            }
        }

        @Test(arguments: [16, 18], [8, 10])
        func `other callers get what they got`(transfer: Int, depth: Int) throws {
            for matrix in [0, 9, 14] {
                let file = try HEIFPlanes.file(Numbers(9, transfer, matrix, depth: depth))
                let (stored, eight) = try (decodeDeep(file), decode(file))
                #expect(stored.bitmap == eight.bitmap && stored.color == eight.color)
                #expect(eight.bitmap.sampleFormat == .bgra8)
                #expect(eight.color == ColorDescription(primaries: 9, transfer: 13))
            }
            for numbers in [Numbers(1, 13, 6), Numbers(9, 8, 9, depth: 10), Numbers(9, 9, 9)] {
                let file = try HEIFPlanes.file(numbers)
                let (light, stored) = try (decode(file, .light()), decodeDeep(file))
                #expect(light.bitmap == stored.bitmap && light.color == stored.color)
            }
        }

        @Test(
            arguments: [8, 10],
            [PixelSize(width: 32, height: 40), PixelSize(width: 21, height: 26)])
        func `a reduced picture is the whole one that is scaled`(
            depth: Int, size: PixelSize
        ) throws {
            let numbers = Numbers(9, 16, 14, full: false, depth: depth)
            for opacity in [nil, 0.6] {
                var planes = HEIFPlanes(
                    numbers: numbers, chroma: heif_chroma_420, boxes: [HEIFPlanes.nclx(numbers)])
                planes.stream = Numbers(2, 2, 2, depth: depth)
                planes.opacity = opacity
                let file = try planes.container().file
                let whole = try decode(file, .light()).bitmap.resampled(to: size)
                let reduced = try decode(file, .light(box: size)).bitmap
                #expect(reduced.size == size && reduced.sampleFormat == .rgba16)
                #expect(reduced.significantBits == depth)
                for y in 0..<size.height {
                    let one = SIMD4<Int32>(truncatingIfNeeded: whole[deep: 3, y])
                    let other = SIMD4<Int32>(truncatingIfNeeded: reduced[deep: 3, y])
                    #expect((one &- other).max() <= 4 && (other &- one).max() <= 4)
                }
            }
        }

        @Test(arguments: [8, 10])
        func `grids and rotations`(depth: Int) throws {
            let numbers = Numbers(9, 18, 9, full: false, depth: depth)
            var container = try HEIFPlanes(
                numbers: numbers, stream: Numbers(2, 2, 2, depth: depth), chroma: heif_chroma_420
            ).container()
            let layout = HEIFContainer.grid(rows: 1, columns: 2, width: 128, height: 80)
            container.properties += [
                HEIFContainer.size(128, 80), HEIFPlanes.nclx(numbers),
                HEIFContainer.box("irot", [2]), HEIFContainer.crop(100, 60),
            ]
            let cell = container.items[0]
            container.items = [.init(type: "grid", properties: [3, 4], data: layout), cell, cell]
            container.references = [.init("dimg", 1, [2, 3])]
            try expect(container.file, numbers)
            let upright = try decode(container.file, .light()).bitmap
            container.items[0].properties += [6, 5]
            let turned = try decode(container.file, .light()).bitmap
            #expect(turned.size == PixelSize(width: 100, height: 60))
            #expect(turned[deep: 0, 0] == upright[deep: 113, 69])
            #expect(turned[deep: 99, 59] == upright[deep: 14, 10])
        }

        @Test(arguments: [8, 10])
        func `limits and demands count the bytes of deep pixels`(depth: Int) throws {
            let file = try HEIFPlanes.file(Numbers(9, 16, 9, depth: depth))
            let (area, sample) = (HEIFPlanes.size.area, depth == 8 ? 1 : 2)
            var options = DecodeOptions.light()
            // Planes of three samples, RGB, and the bitmap.
            options.limits.maxBytes = area * (6 * sample + 8)
            try decode(file, options)
            options.limits.maxBytes -= 1
            #expect { try decode(file, options) } throws: {
                if case .limit? = $0 as? CodecError { true } else { false }
            }
            func demand(_ options: DecodeOptions) throws -> MemoryDemand {
                try #require(
                    file.withSpan { HEIFDecoder().memoryDemand(of: $0, options: options) })
            }
            let (deep, usual) = try (demand(.light()), demand(.asStored()))
            #expect(deep.sampleFormat == .rgba16 && usual.sampleFormat == .bgra8)
            let pixels = Bitmap.byteCount(of: HEIFPlanes.size, as: .rgba16)
            #expect(deep.byteCount == area * (6 * sample + 4) + pixels)
            let small = PixelSize(width: 32, height: 40)
            let scaling = DeepRowScaler.byteCount(from: HEIFPlanes.size, to: small)
            #expect(
                try demand(.light(box: small)).byteCount == area * (6 * sample + 4) + scaling)
        }

        @Test(arguments: [8, 10])
        func `damage is an error`(depth: Int) throws {
            let whole = try HEIFPlanes.file(Numbers(9, 16, 14, depth: depth), heif_chroma_420).array
            for count in stride(from: 0, to: whole.count, by: 11) {
                #expect(throws: CodecError.self) {
                    try decode(ByteBlock(copying: whole[..<count]), .light())
                }
            }
            for place in stride(from: 0, to: whole.count, by: 3) {
                var bytes = whole
                bytes[place] ^= place % 2 == 0 ? 0xFF : 0x03
                var options = DecodeOptions.light(box: PixelSize(width: 30, height: 30))
                options.limits = DecodeLimits(maxPixels: 1 << 16, maxBytes: 16 << 20)
                let output = try? decode(ByteBlock(copying: bytes), options)
                #expect((output?.bitmap.size.area ?? 0) <= 1 << 16)
            }
        }

        /// Compares the bars, with the errors of rounding to the bits of the samples.
        private func expect(
            _ file: ByteBlock, _ numbers: Numbers, alpha: Double = 1, steps: Int = 1
        ) throws {
            let output = try decode(file, .light())
            let (bitmap, top) = (output.bitmap, Double(1 << numbers.depth - 1))
            let color = ColorDescription(primaries: numbers.primaries, transfer: numbers.transfer)
            #expect(output.color == color && bitmap.colorSpace == .embedded)
            #expect(bitmap.sampleFormat == .rgba16 && bitmap.significantBits == numbers.depth)
            #expect(bitmap.isOpaque == (alpha == 1))
            for (color, row) in zip(HEIFPlanes.colors, HEIFPlanes.rows) {
                let pixel = bitmap[deep: 9, row]
                let found = [pixel.x, pixel.y, pixel.z].map { Double($0) / 65535 }
                // The samples that the colours lead back to.
                let (one, other) = (
                    H273.samples(of: color, numbers), H273.samples(of: found, numbers)
                )
                #expect(
                    zip(one, other).allSatisfy { abs($0 - $1) <= steps },
                    "\(numbers): \(other), expected \(one)")
                let opacity = (alpha * top).rounded() / top * 65535
                #expect(abs(Double(pixel.w) - opacity) <= 0.5)
            }
        }
    }
#endif

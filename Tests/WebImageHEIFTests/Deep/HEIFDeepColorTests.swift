#if HEIF
    import CHEIFShim
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    /// Decodes a file with the bits of its samples.
    @discardableResult
    func decodeDeep(_ file: ByteBlock, box: PixelSize? = nil) throws(CodecError) -> DecodeOutput {
        try decode(file, .asStored(box: box))
    }

    extension DecodeOptions {
        /// The options of a deep decode, by default without scaling.
        static func asStored(
            box: PixelSize? = nil, limits: DecodeLimits = DecodeLimits()
        ) -> DecodeOptions {
            var options = DecodeOptions(limits: limits, downsampling: Downsampling(box: box))
            options.pixelDepth = .asStored
            return options
        }
    }

    /// Files of 10 and 12 bits against the formulas of the standards.
    struct HEIFDeepColorTests {
        typealias Numbers = H273.Numbers

        @Test(arguments: [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], [10, 12])
        func `matrices and ranges`(matrix: Int, depth: Int) throws {
            for isFull in [true, false] {
                let numbers = Numbers(12, 13, matrix, full: isFull, depth: depth)
                try expect(HEIFPlanes.file(numbers), numbers)
                guard matrix != 0 else { continue }
                try expect(HEIFPlanes.file(numbers, heif_chroma_420), numbers)
                try expect(HEIFPlanes.file(numbers, heif_chroma_422), numbers)
            }
        }

        @Test(arguments: [10, 12])
        func `samples of RGB and of alpha are widened exactly`(depth: Int) throws {
            let numbers = Numbers(1, 13, 0, depth: depth)
            var planes = HEIFPlanes(numbers: numbers, boxes: [HEIFPlanes.nclx(numbers)])
            planes.opacity = 0.6
            let bitmap = try decodeDeep(planes.container().file).bitmap
            for (color, row) in zip(HEIFPlanes.colors, HEIFPlanes.rows) {
                let samples = H273.samples(of: color, numbers)
                let wanted = [samples[2], samples[0], samples[1]].map { widened($0, depth) }
                let alpha = widened(Int((0.6 * Double(1 << depth - 1)).rounded()), depth)
                #expect(
                    bitmap[deep: 9, row] == SIMD4(wanted[0], wanted[1], wanted[2], alpha))
            }
        }

        @Test(arguments: [10, 12], [true, false])
        func `greys`(depth: Int, isFull: Bool) throws {
            let numbers = Numbers(1, 13, 6, full: isFull, depth: depth)
            let output = try decodeDeep(HEIFPlanes.file(numbers, HEIFPlanes.monochrome))
            #expect(output.bitmap.sampleFormat == .rgba16 && output.bitmap.isOpaque)
            for (color, row) in zip(HEIFPlanes.colors, HEIFPlanes.rows) {
                let sample = Double(H273.samples(of: color, numbers)[0])
                let step = Double(1 << (depth - 8))
                let level = isFull ? sample / (256 * step - 1) : (sample / step - 16) / 219
                let found = output.bitmap[deep: 9, row]
                #expect(abs(Double(found.x) - level * 65535) <= 0.51)
                #expect(found.x == found.y && found.x == found.z)
            }
        }

        @Test(arguments: [8, 10, 12], [false, true])
        func `alpha of fewer bits, of more, straight and premultiplied`(
            alphaDepth: Int, isPremultiplied: Bool
        ) throws {
            for numbers in [
                Numbers(12, 13, 6, depth: 10), Numbers(9, 13, 9, full: false, depth: 10),
            ] {
                var planes = HEIFPlanes(numbers: numbers, boxes: [HEIFPlanes.nclx(numbers)])
                planes.stream = Numbers(2, 2, 2, depth: 10)
                (planes.opacity, planes.isPremultiplied) = (0.6, isPremultiplied)
                planes.alphaDepth = alphaDepth
                let top = Double(1 << alphaDepth - 1)
                let alpha = widened(Int((0.6 * top).rounded()), alphaDepth)
                // Later versions of libheif round alpha to the bits of colours.
                try expect(
                    planes.container().file, numbers, alpha: alpha,
                    alphaStep: alphaDepth == 10 ? 0 : 33, scale: isPremultiplied ? 1.7 : 1)
            }
        }

        @Test func `premultiplied colours come back from the divided ones`() throws {
            let numbers = Numbers(1, 13, 0, depth: 10)
            var planes = HEIFPlanes(numbers: numbers, boxes: [HEIFPlanes.nclx(numbers)])
            planes.isPremultiplied = true
            for opacity in [0, 0.01, 0.3, 0.8, 1] {
                planes.opacity = opacity
                let bitmap = try decodeDeep(planes.container().file).bitmap
                for (color, row) in zip(HEIFPlanes.colors, HEIFPlanes.rows) {
                    let stored = H273.samples(of: color.map { $0 * opacity }, numbers)
                    let pixel = SIMD4<Int>(truncatingIfNeeded: bitmap[deep: 9, row])
                    if opacity == 0 { #expect(pixel == .zero) }
                    for (place, sample) in [(0, stored[2]), (1, stored[0]), (2, stored[1])] {
                        // Rounded samples may exceed their alpha.
                        let most = min(Int(widened(sample, 10)), pixel.w)
                        #expect((pixel[place] * pixel.w + 32767) / 65535 == most)
                    }
                }
            }
        }

        @Test func `linear light is kept, and curves beyond the range have 8 bits`() throws {
            let linear = try decodeDeep(HEIFPlanes.file(Numbers(12, 8, 6, depth: 10)))
            #expect(linear.color == ColorDescription(primaries: 12, transfer: 8))
            #expect(linear.bitmap.colorSpace == .embedded)
            try expect(HEIFPlanes.file(Numbers(12, 8, 6, depth: 10)), Numbers(12, 8, 6, depth: 10))
            for transfer in [9, 10, 16, 18] {
                let file = try HEIFPlanes.file(Numbers(9, transfer, 9, depth: 10))
                let (one, other) = (try decodeDeep(file), try decode(file))
                #expect(one.bitmap.sampleFormat == .bgra8)
                #expect(one.bitmap == other.bitmap && one.color == other.color)
            }
        }

        @Test func `callers of 8 bits, and files of 8 bits, get 8`() throws {
            for matrix in [0, 6] {
                let numbers = Numbers(1, 13, matrix, depth: 10)
                let file = try HEIFPlanes.file(numbers)
                let (eight, deep) = (try decode(file), try decodeDeep(file))
                #expect(eight.bitmap.sampleFormat == .bgra8 && eight.bitmap.significantBits == 8)
                #expect(eight.color == deep.color && eight.metadata == deep.metadata)
                let reduced = deep.bitmap.converted(to: .bgra8)
                #expect(ImageComparison(eight.bitmap, reduced).maximum <= 1)
                let plain = try HEIFPlanes.file(Numbers(1, 13, matrix))
                #expect(try decodeDeep(plain).bitmap == decode(plain).bitmap)
            }
        }

        @Test func `a profile is stated, and the stream without boxes`() throws {
            let numbers = Numbers(12, 13, 1, full: false, depth: 10)
            let profile = ICCFile.displayP3.bytes
            var planes = HEIFPlanes(numbers: numbers)
            try expect(planes.container().file, numbers)
            planes.boxes = [
                HEIFContainer.box("colr", Array("prof".utf8) + profile), HEIFPlanes.nclx(numbers),
            ]
            let output = try decodeDeep(planes.container().file)
            #expect(output.color == .profile(ByteBlock(copying: profile)))
            try expect(planes.container().file, numbers)
        }

        @Test(arguments: [PixelSize(width: 32, height: 40), PixelSize(width: 21, height: 26)])
        func `a reduced picture is the whole one that is scaled`(size: PixelSize) throws {
            let numbers = Numbers(12, 13, 6, depth: 10)
            for opacity in [nil, 0.6] {
                var planes = HEIFPlanes(numbers: numbers, chroma: heif_chroma_420)
                planes.opacity = opacity
                let file = try planes.container().file
                let whole = try decodeDeep(file).bitmap.resampled(to: size)
                let reduced = try decodeDeep(file, box: size).bitmap
                #expect(reduced.size == size && reduced.sampleFormat == .rgba16)
                #expect(reduced.significantBits == 10)
                for y in 0..<size.height {
                    let one = SIMD4<Int32>(truncatingIfNeeded: whole[deep: 3, y])
                    let other = SIMD4<Int32>(truncatingIfNeeded: reduced[deep: 3, y])
                    let difference = one &- other
                    #expect((difference &* difference).max() <= 16, "\(one) \(other)")
                }
            }
        }

        @Test func `grids and rotations`() throws {
            let numbers = Numbers(12, 13, 9, full: false, depth: 10)
            var container = try HEIFPlanes(
                numbers: numbers, stream: Numbers(2, 2, 2, depth: 10), chroma: heif_chroma_420
            ).container()
            let layout = HEIFContainer.grid(rows: 1, columns: 2, width: 128, height: 80)
            container.properties += [
                HEIFContainer.size(128, 80), HEIFPlanes.nclx(numbers),
                HEIFContainer.box("irot", [2]),
            ]
            let cell = container.items[0]
            container.items = [.init(type: "grid", properties: [3, 4], data: layout), cell, cell]
            container.references = [.init("dimg", 1, [2, 3])]
            try expect(container.file, numbers)
            let upright = try decodeDeep(container.file).bitmap
            container.items[0].properties.append(5)
            let turned = try decodeDeep(container.file).bitmap
            #expect(turned[deep: 0, 0] == upright[deep: 127, 79])
            #expect(turned[deep: 127, 79] == upright[deep: 0, 0])
        }

        /// Returns a sample in 16 bits.
        private func widened(_ sample: Int, _ depth: Int) -> UInt16 {
            let top = 1 << depth - 1
            return UInt16((sample * 65535 + top / 2) / top)
        }

        /// Compares the bars, with the errors of rounding to the bits of the samples.
        private func expect(
            _ file: ByteBlock, _ numbers: Numbers, alpha: UInt16 = 65535, alphaStep: Int = 0,
            scale: Double = 1
        ) throws {
            let bitmap = try decodeDeep(file).bitmap
            #expect(bitmap.sampleFormat == .rgba16 && bitmap.significantBits == numbers.depth)
            #expect(bitmap.isOpaque == (alpha == 65535))
            // Green is what is left of luminance.
            let isConstant = [10, 13].contains(numbers.matrix)
            let most = (isConstant ? 400 : 130) * scale / Double(1 << (numbers.depth - 10))
            for (color, row) in zip(HEIFPlanes.colors, HEIFPlanes.rows) {
                let pixel = bitmap[deep: 9, row]
                let found = [pixel.x, pixel.y, pixel.z].map { Double($0) }
                #expect(
                    zip(found, color).allSatisfy { abs($0 - $1 * 65535) <= most },
                    "\(numbers): \(found), expected \(color.map { $0 * 65535 })")
                #expect(abs(Int(pixel.w) - Int(alpha)) <= alphaStep)
            }
        }
    }
#endif

#if AVIF
    import CAVIFShim
    import TestSupport
    import Testing
    import WebImageAVIF
    import WebImageCoding
    import WebImagePixels

    /// Stills in PQ and HLG as samples of 16 bits, for a caller of light above white.
    struct AVIFLightTests {
        typealias Numbers = H273.Numbers

        @Test(arguments: [16, 18], [8, 10, 12])
        func `samples stay as they are`(transfer: Int, depth: Int) throws {
            let layouts = [
                AVIF_PIXEL_FORMAT_YUV444, AVIF_PIXEL_FORMAT_YUV422, AVIF_PIXEL_FORMAT_YUV420,
            ]
            for matrix in [0, 1, 6, 8, 9] {
                for isFull in [true, false] {
                    let numbers = Numbers(9, transfer, matrix, full: isFull, depth: depth)
                    for layout in layouts.prefix(matrix == 0 ? 1 : 3) {
                        let bitmap = try light(PlaneFile(numbers: numbers, layout: layout)).bitmap
                        #expect(bitmap.isOpaque && bitmap.significantBits == depth)
                        expect(bitmap, tolerance: 1.51) { AVIFDeepColorTests.rgb($0, numbers) }
                    }
                }
            }
        }

        @Test(arguments: [16, 18], [8, 10, 12])
        func `ICtCp and derived matrices lead back to their samples`(
            transfer: Int, depth: Int
        ) throws {
            for (primaries, matrix) in [(12, 12), (9, 10), (9, 11), (9, 13), (9, 14)] {
                for isFull in [true, false] {
                    let numbers = Numbers(primaries, transfer, matrix, full: isFull, depth: depth)
                    let bitmap = try light(PlaneFile(numbers: numbers)).bitmap
                    for (color, row) in zip(PlaneFile.colors, PlaneFile.rows) {
                        let pixel = bitmap[deep: 9, row]
                        let found = [pixel.x, pixel.y, pixel.z].map { Double($0) / 65535 }
                        let (one, other) = (
                            H273.samples(of: color, numbers), H273.samples(of: found, numbers)
                        )
                        #expect(
                            zip(one, other).allSatisfy { abs($0 - $1) <= 1 },
                            "\(numbers): \(other), expected \(one)")
                    }
                }
            }
        }

        @Test(arguments: [16, 18])
        func `samples of 8 bits are widened exactly`(transfer: Int) throws {
            for opacity in [nil, 0.6] {
                let numbers = Numbers(9, transfer, 0)
                var file = PlaneFile(numbers: numbers)
                file.opacity = opacity
                let bitmap = try light(file).bitmap
                for (color, row) in zip(PlaneFile.colors, PlaneFile.rows) {
                    let samples = H273.samples(of: color, numbers).map { UInt16($0 * 257) }
                    let alpha: UInt16 = opacity == nil ? 65535 : 153 * 257
                    #expect(
                        bitmap[deep: 9, row] == SIMD4(samples[2], samples[0], samples[1], alpha))
                }
            }
        }

        @Test(arguments: [8, 10])
        func `premultiplied colours are divided`(depth: Int) throws {
            var file = PlaneFile(numbers: Numbers(9, 16, 9, full: false, depth: depth))
            (file.opacity, file.isPremultiplied) = (0.6, true)
            let bitmap = try light(file).bitmap
            #expect(bitmap[deep: 9, 8].w == DeepPixels.sixteen(depth == 8 ? 153 : 614, bits: depth))
            expect(bitmap, tolerance: 3 * 65535 / Double(1 << depth)) { $0 }
        }

        @Test(arguments: [8, 10])
        func `greys are three equal samples`(depth: Int) throws {
            let numbers = Numbers(9, 18, 9, depth: depth)
            let bitmap = try light(
                PlaneFile(numbers: numbers, layout: AVIF_PIXEL_FORMAT_YUV400)
            ).bitmap
            for (color, row) in zip(PlaneFile.colors, PlaneFile.rows) {
                let luma = H273.samples(of: color, numbers)[0]
                let wanted = DeepPixels.sixteen(luma, bits: depth)
                #expect(bitmap[deep: 9, row] == SIMD4(wanted, wanted, wanted, 65535))
            }
        }

        @Test(arguments: [16, 18], [8, 10])
        func `other callers get what they got`(transfer: Int, depth: Int) throws {
            for matrix in [0, 9, 14] {
                let numbers = Numbers(9, transfer, matrix, depth: depth)
                let file = try ByteBlock(copying: PlaneFile(numbers: numbers).encoded())
                let (stored, eight) = try (decode(file, DeepPixels.asStored), decode(file))
                #expect(stored.bitmap == eight.bitmap && stored.color == eight.color)
                #expect(eight.bitmap.sampleFormat == .bgra8)
                #expect(eight.color == ColorDescription(primaries: 9, transfer: 13))
            }
        }

        @Test func `other curves and sequences are as stored`() throws {
            for numbers in [Numbers(1, 13, 6), Numbers(9, 8, 9, depth: 10), Numbers(9, 9, 9)] {
                let file = try ByteBlock(copying: PlaneFile(numbers: numbers).encoded())
                let (light, stored) = try (
                    decode(file, .reading(.hdr)), decode(file, DeepPixels.asStored)
                )
                #expect(light.bitmap == stored.bitmap && light.color == stored.color)
            }
            let sequence = PlaneFile(numbers: Numbers(9, 16, 9, depth: 10), frames: 2)
            let file = try ByteBlock(copying: sequence.encoded())
            #expect(try decode(file, .reading(.hdr)).bitmap == decode(file).bitmap)
            let (one, other) = try (frames(file, .reading(.hdr)), frames(file))
            #expect(try one.frame(at: 1).bitmap == other.frame(at: 1).bitmap)
        }

        @Test(
            arguments: [8, 10],
            [PixelSize(width: 32, height: 40), PixelSize(width: 21, height: 26)])
        func `a reduced picture is the whole one that is scaled`(
            depth: Int, size: PixelSize
        ) throws {
            for (matrix, layout) in [
                (0, AVIF_PIXEL_FORMAT_YUV444), (9, AVIF_PIXEL_FORMAT_YUV444),
                (14, AVIF_PIXEL_FORMAT_YUV444), (9, AVIF_PIXEL_FORMAT_YUV420),
            ] {
                let numbers = Numbers(9, 16, matrix, full: matrix == 0, depth: depth)
                let file = try ByteBlock(
                    copying: PlaneFile(numbers: numbers, layout: layout).encoded())
                let whole = try decode(file, .reading(.hdr)).bitmap.resampled(to: size)
                let output = try decode(file, .reading(.hdr, box: size))
                #expect(output.bitmap.size == size && output.bitmap.significantBits == depth)
                #expect(output.color == ColorDescription(primaries: 9, transfer: 16))
                for row in PlaneFile.rows {
                    let y = row * size.height / 80
                    let one = SIMD4<Int32>(truncatingIfNeeded: whole[deep: 3, y])
                    let other = SIMD4<Int32>(truncatingIfNeeded: output.bitmap[deep: 3, y])
                    // Halved chroma is interpolated in the whole picture only.
                    let most: Int32 = layout == AVIF_PIXEL_FORMAT_YUV444 ? 4 : 700
                    #expect(
                        (one &- other).max() <= most && (other &- one).max() <= most,
                        "\(numbers) \(one) \(other)")
                }
            }
        }

        @Test(arguments: [8, 10])
        func `cropped and turned`(depth: Int) throws {
            let bytes = try PlaneFile(numbers: Numbers(9, 16, 0, depth: depth)).encoded()
            let file = ByteBlock(copying: bytes)
            let before = try decode(file, .reading(.hdr)).bitmap
            let turned = try FileSurgery.property(FileSurgery.box("irot", [1]), in: file)
            #expect(try decode(turned, .reading(.hdr)).bitmap == before.oriented(.left))
            let numbers: [UInt32] = [20, 1, 40, 1, 4, 1, .max - 4, 1]
            let aperture = FileSurgery.box("clap", numbers.flatMap { FileSurgery.big($0) })
            let cropped = try decode(
                FileSurgery.property(aperture, in: file), .reading(.hdr)
            ).bitmap
            let place = PixelRect(x: 26, y: 15, size: PixelSize(width: 20, height: 40))
            #expect(cropped == before.cropped(to: place))
        }

        @Test(arguments: [8, 10])
        func `grids`(depth: Int) throws {
            let numbers = Numbers(9, 18, 0, depth: depth)
            let plain = PlaneFile(numbers: numbers)
            let cell = try ItemFile.stream(of: ByteBlock(copying: plain.encoded()))
            let size = PixelSize(width: 64, height: 80)
            var file = ItemFile.grid(
                2, 1, of: cell, claim: size, canvas: PixelSize(width: 128, height: 80))
            file.bits = UInt8(depth)
            file.ownColors = FileSurgery.box(
                "colr", Array("nclx".utf8) + [0, 9, 0, 18, 0, 0, 0x80])
            let output = try decode(file.file, .reading(.hdr))
            #expect(output.color == ColorDescription(primaries: 9, transfer: 18))
            let bitmap = output.bitmap
            #expect(bitmap.size.width == 128 && bitmap.significantBits == depth)
            let one = try light(plain).bitmap
            for row in PlaneFile.rows {
                #expect(bitmap[deep: 9, row] == one[deep: 9, row])
                #expect(bitmap[deep: 73, row] == one[deep: 9, row])
            }
        }

        @Test(arguments: [8, 10])
        func `the demand and the limits are those of deep pixels`(depth: Int) throws {
            let file = try ByteBlock(
                copying: PlaneFile(numbers: Numbers(9, 16, 0, depth: depth)).encoded())
            func demand(_ depth: PixelDepth, box: PixelSize? = nil) throws -> MemoryDemand {
                try #require(
                    file.withSpan {
                        AVIFDecoder().memoryDemand(of: $0, options: .reading(depth, box: box))
                    })
            }
            let (deep, usual) = try (demand(.hdr), demand(.asStored))
            #expect(deep.sampleFormat == .rgba16 && usual.sampleFormat == .bgra8)
            let area = 64 * 80
            #expect(deep.byteCount == usual.byteCount + 4 * area)
            #expect(try demand(.hdr, box: PixelSize(width: 32, height: 40)).sampleFormat == .rgba16)
            let planes = depth == 8 ? 3 : 6
            var options = DecodeOptions.reading(.hdr)
            options.limits.maxBytes = area * (planes + 8)
            try decode(file, options)
            options.limits.maxBytes -= 1
            #expect { try decode(file, options) } throws: { isLimit($0) }
        }

        @Test(arguments: [8, 10])
        func `no changed byte does more than fail`(depth: Int) throws {
            var file = PlaneFile(numbers: Numbers(9, 16, 14, depth: depth))
            (file.opacity, file.isPremultiplied) = (0.5, true)
            let whole = try file.encoded()
            var options = DecodeOptions.reading(.hdr, box: PixelSize(width: 30, height: 30))
            options.limits = DecodeLimits(maxPixels: 1 << 16, maxBytes: 16 << 20)
            for place in stride(from: 0, to: whole.count, by: 2) {
                var bytes = whole
                bytes[place] ^= place % 4 == 0 ? 0xFF : 0x03
                let output = try? decode(ByteBlock(copying: bytes), options)
                #expect((output?.bitmap.size.area ?? 0) <= 1 << 16)
            }
            for count in stride(from: 0, to: whole.count, by: 9) {
                #expect(throws: CodecError.self) {
                    try decode(ByteBlock(copying: Array(whole[..<count])), options)
                }
            }
        }

        private func light(_ file: PlaneFile) throws -> DecodeOutput {
            let output = try decode(ByteBlock(copying: file.encoded()), .reading(.hdr))
            #expect(output.bitmap.sampleFormat == .rgba16)
            let numbers = file.numbers
            #expect(
                output.color
                    == ColorDescription(
                        primaries: numbers.primaries, transfer: numbers.transfer))
            #expect(output.bitmap.colorSpace == .embedded)
            return output
        }

        /// Compares the colours of the bars with those that `shown` makes of the stored ones.
        private func expect(
            _ bitmap: Bitmap, tolerance: Double, _ shown: (_ color: [Double]) -> [Double]
        ) {
            for (color, row) in zip(PlaneFile.colors, PlaneFile.rows) {
                let (pixel, wanted) = (bitmap[deep: 9, row], shown(color).map { $0 * 65535 })
                for channel in 0..<3 {
                    #expect(
                        abs(Double(pixel[channel]) - wanted[channel]) < tolerance,
                        "\(pixel), expected \(wanted)")
                }
            }
        }
    }

    extension DecodeOptions {
        /// The options of a caller that takes pixels of a depth, by default without scaling.
        static func reading(_ depth: PixelDepth, box: PixelSize? = nil) -> DecodeOptions {
            var options = DecodeOptions(downsampling: Downsampling(box: box))
            options.pixelDepth = depth
            return options
        }
    }
#endif

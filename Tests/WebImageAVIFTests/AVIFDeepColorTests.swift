#if AVIF
    import CAVIFShim
    import TestSupport
    import Testing
    import WebImageAVIF
    import WebImageCoding
    import WebImagePixels

    /// Files of 10 and 12 bits as deep pixels, against the formulas of ITU-T H.273.
    struct AVIFDeepColorTests {
        typealias Numbers = H273.Numbers

        @Test(arguments: [0, 1, 2, 4, 5, 6, 7, 8, 9], [10, 12])
        func `matrices are exact`(matrix: Int, depth: Int) throws {
            let layouts = [
                AVIF_PIXEL_FORMAT_YUV444, AVIF_PIXEL_FORMAT_YUV422, AVIF_PIXEL_FORMAT_YUV420,
            ]
            for isFull in [true, false] {
                let numbers = Numbers(12, 13, matrix, full: isFull, depth: depth)
                for layout in layouts.prefix(matrix == 0 ? 1 : 3) {
                    let bitmap = try deep(PlaneFile(numbers: numbers, layout: layout)).bitmap
                    #expect(bitmap.isOpaque && bitmap.significantBits == depth)
                    expect(bitmap, tolerance: 1) { Self.rgb($0, numbers) }
                }
            }
        }

        @Test(
            arguments: [
                (12, 13, 11), (12, 13, 12), (12, 13, 13), (9, 14, 10), (9, 8, 10),
            ], [10, 12])
        func `other matrices are as exact as their samples`(
            numbers: (Int, Int, Int), depth: Int
        ) throws {
            for isFull in [true, false] {
                let numbers = Numbers(numbers.0, numbers.1, numbers.2, full: isFull, depth: depth)
                // Green of constant luminance is the most sensitive to a step.
                let step = 65535 / (1 << depth)
                expect(try deep(PlaneFile(numbers: numbers)).bitmap, tolerance: 6 * step) {
                    $0
                }
            }
        }

        @Test(arguments: [0, 1, 6, 8], [10, 12])
        func `greys are the exact samples`(matrix: Int, depth: Int) throws {
            for isFull in [true, false] {
                let numbers = Numbers(12, 13, 6, full: isFull, depth: depth)
                let file = PlaneFile(numbers: numbers, layout: AVIF_PIXEL_FORMAT_YUV400)
                var bytes = try file.encoded()
                let place = try #require(FileSurgery.place(of: "nclx", in: bytes)) + 8
                bytes.replaceSubrange(place..<place + 2, with: [0, UInt8(matrix)])
                let bitmap = try deep(bytes).bitmap
                let step = 1 << (depth - 8)
                for (color, row) in zip(PlaneFile.colors, PlaneFile.rows) {
                    let luma = H273.samples(of: color, numbers)[0]
                    let wanted =
                        isFull
                        ? DeepPixels.sixteen(luma, bits: depth)
                        : UInt16(Double(luma - 16 * step) / Double(219 * step) * 65535 + 0.5)
                    #expect(bitmap[deep: 9, row] == SIMD4(wanted, wanted, wanted, 65535))
                }
            }
        }

        @Test(
            arguments: [
                Numbers(12, 13, 0, depth: 10), Numbers(12, 13, 6, depth: 12),
                Numbers(1, 8, 1, full: false, depth: 10),
            ], [false, true])
        func `alpha is straight and exact`(numbers: Numbers, isPremultiplied: Bool) throws {
            for opacity in [0, 0.3, 0.6, 1] {
                var file = PlaneFile(numbers: numbers)
                (file.opacity, file.isPremultiplied) = (opacity, isPremultiplied)
                let bitmap = try deep(file).bitmap
                let top = 1 << numbers.depth - 1
                let alpha = DeepPixels.sixteen(
                    Int((opacity * Double(top)).rounded()), bits: numbers.depth)
                // The library writes no opaque alpha.
                #expect(bitmap.isOpaque == (opacity == 1) && bitmap[deep: 9, 40].w == alpha)
                let share = isPremultiplied ? Double(alpha) / 65535 : 1
                expect(bitmap, tolerance: isPremultiplied ? 4 : 1) { color in
                    let stored = isPremultiplied ? color.map { $0 * opacity } : color
                    return Self.rgb(stored, numbers).map { share > 0 ? min($0 / share, 1) : 0 }
                }
            }
        }

        @Test func `the colours of the file are stated in full`() throws {
            for transfer in [13, 8, 4] {
                let output = try deep(PlaneFile(numbers: Numbers(9, transfer, 9, depth: 10)))
                #expect(output.color == ColorDescription(primaries: 9, transfer: transfer))
                #expect(output.bitmap.colorSpace == .embedded)
            }
            let output = try deep(PlaneFile(numbers: Numbers(1, 13, 6, depth: 10)))
            #expect(output.color == .sRGB && output.bitmap.colorSpace == .sRGB)
        }

        @Test(arguments: [9, 10, 16, 18])
        func `curves that are mapped have 8 bits, and the same ones`(transfer: Int) throws {
            let bytes = try PlaneFile(numbers: Numbers(9, transfer, 9, depth: 10)).encoded()
            let (output, usual) = try (deep(bytes), decode(ByteBlock(copying: bytes)))
            #expect(output.bitmap.sampleFormat == .bgra8 && output.bitmap == usual.bitmap)
            #expect(output.color == usual.color)
        }

        @Test func `samples of 8 bits, and sequences, stay as they are`() throws {
            for (depth, frames) in [(8, 1), (10, 2)] {
                let bytes = try PlaneFile(numbers: Numbers(1, 13, 6, depth: depth), frames: frames)
                    .encoded()
                let file = ByteBlock(copying: bytes)
                let (output, usual) = try (deep(bytes), decode(file))
                #expect(usual.bitmap.sampleFormat == .bgra8 && output.bitmap == usual.bitmap)
                guard frames > 1 else { continue }
                let frame = try WebImageAVIFTests.frames(file, DeepPixels.asStored).frame(at: 1)
                #expect(frame.bitmap.sampleFormat == .bgra8)
            }
        }

        @Test(arguments: [10, 12])
        func `callers of 8 bits get the same picture in 8 bits`(depth: Int) throws {
            var file = PlaneFile(numbers: Numbers(1, 13, 6, depth: depth))
            file.opacity = 0.6
            let bytes = try file.encoded()
            let usual = try decode(ByteBlock(copying: bytes)).bitmap
            #expect(usual.sampleFormat == .bgra8 && usual.significantBits == 8)
            let reduced = try deep(bytes).bitmap.converted(to: .bgra8)
            for row in PlaneFile.rows {
                let (one, other) = (usual[9, row], reduced[9, row])
                for channel in 0..<4 { #expect(abs(Int(one[channel]) - Int(other[channel])) <= 3) }
            }
        }

        private func deep(_ file: PlaneFile) throws -> DecodeOutput {
            let output = try deep(file.encoded())
            #expect(output.bitmap.sampleFormat == .rgba16)
            return output
        }

        private func deep(_ bytes: [UInt8]) throws -> DecodeOutput {
            try decode(ByteBlock(copying: bytes), DeepPixels.asStored)
        }

        /// Compares the colours of the bars with those that `shown` makes of the stored ones.
        private func expect(
            _ bitmap: Bitmap, tolerance: Int, _ shown: (_ color: [Double]) -> [Double]
        ) {
            for (color, row) in zip(PlaneFile.colors, PlaneFile.rows) {
                let (pixel, wanted) = (bitmap[deep: 9, row], shown(color).map { $0 * 65535 })
                for channel in 0..<3 {
                    #expect(
                        abs(Double(pixel[channel]) - wanted[channel]) < Double(tolerance) + 0.51,
                        "\(pixel), expected \(wanted)")
                }
            }
        }

        /// Returns the colour that the rounded samples of a colour mean, from 0 to 1.
        static func rgb(_ color: [Double], _ numbers: Numbers) -> [Double] {
            let samples = H273.samples(of: color, numbers).map { Double($0) }
            let (top, step) = (Double(1 << numbers.depth - 1), Double(1 << (numbers.depth - 8)))
            let middle = Double(1 << (numbers.depth - 1))
            func luma(_ sample: Double) -> Double {
                numbers.isFullRange ? sample / top : (sample / step - 16) / 219
            }
            func chroma(_ sample: Double) -> Double {
                let range = numbers.matrix == 8 ? 219.0 : 224
                return (sample - middle) / (numbers.isFullRange ? top : range * step)
            }
            let y = luma(samples[0])
            let (cb, cr) = (chroma(samples[1]), chroma(samples[2]))
            let (red, blue): (Double, Double)
            switch numbers.matrix {
            case 0: return clamped([luma(samples[2]), y, luma(samples[1])])
            case 8: return clamped([y - cb + cr, y + cb, y - cb - cr])
            case 1: (red, blue) = (0.2126, 0.0722)
            case 4: (red, blue) = (0.30, 0.11)
            case 7: (red, blue) = (0.212, 0.087)
            case 9: (red, blue) = (0.2627, 0.0593)
            default: (red, blue) = (0.299, 0.114)
            }
            let (r, b) = (y + 2 * (1 - red) * cr, y + 2 * (1 - blue) * cb)
            return clamped([r, (y - red * r - blue * b) / (1 - red - blue), b])
        }

        private static func clamped(_ color: [Double]) -> [Double] {
            color.map { min(max($0, 0), 1) }
        }
    }
#endif

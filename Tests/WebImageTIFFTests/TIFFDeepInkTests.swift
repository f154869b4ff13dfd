#if TIFF
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageTIFF

    /// Inks of more than 8 bits that are asked for as stored.
    struct TIFFDeepInkTests {
        private let size = PixelSize(width: 37, height: 21)
        /// Four inks, and what an extra sample holds.
        private let sample = { (x: Int, y: Int, at: Int) in
            (x * 1771 + y * 911 + at * 9973) % 65536
        }

        @Test(arguments: Layout.all)
        func `inks of every layout keep 16 bits`(layout: Layout) throws {
            // The extra sample is a fifth ink.
            let file = layout.file(size, samples: 5, photometric: 5, kinds: [0], sample)
            for options in [DecodeOptions.deep, .hdr] {
                let output = try decode(file, options)
                let bitmap = output.bitmap
                #expect(bitmap.sampleFormat == .rgba16 && bitmap.significantBits == 16)
                #expect(bitmap.colorSpace == .cmyk && bitmap.isOpaque && !output.metadata.hasAlpha)
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let inks = (0..<4).map { UInt16(sample(x, y, $0)) }
                        #expect(bitmap[deep: x, y] == SIMD4(inks[0], inks[1], inks[2], inks[3]))
                    }
                }
            }
            let eight = try decode(file).bitmap
            #expect(eight.sampleFormat == .bgra8)
            #expect(try eight == decode(file, .deep).bitmap.converted(to: .bgra8))
        }

        @Test(arguments: [1, 2], Layout.all)
        func `inks with alpha become straight colours`(kind: Int, layout: Layout) throws {
            let file = layout.file(size, samples: 5, photometric: 5, kinds: [kind], sample)
            let output = try decode(file, .deep)
            let bitmap = output.bitmap
            #expect(bitmap.sampleFormat == .rgba16 && bitmap.colorSpace == .sRGB)
            #expect(output.color == .sRGB && output.metadata.hasAlpha && !bitmap.isOpaque)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (found, alpha) = (bitmap[deep: x, y], Double(sample(x, y, 4)))
                    #expect(Double(found.w) == alpha)
                    let most = kind == 2 ? 65535 : alpha
                    guard most > 0 else { continue }
                    let black = 1 - min(Double(sample(x, y, 3)) / most, 1)
                    for ink in 0..<3 {
                        let light = 1 - min(Double(sample(x, y, ink)) / most, 1)
                        let difference = Double(found[ink]) - light * black * 65535
                        #expect(abs(difference) <= (kind == 2 ? 0.5 : 1.5), "\(x), \(y), \(ink)")
                    }
                }
            }
        }

        @Test(arguments: [9, 10, 12, 24, 32])
        func `inks of other depths are widened`(bits: Int) throws {
            let largest = (1 << bits) - 1
            let numbers = [0, largest, largest / 3, 1, largest - 1, largest / 2, 0, largest / 7]
            let page = TIFFFile.Page(
                width: 2, height: 1, bits: bits, samples: 4, photometric: 5,
                blocks: [TIFFFile.packed(numbers, bits: bits)])
            let bitmap = try decode(TIFFFile(page).bytes, .deep).bitmap
            #expect(bitmap.significantBits == min(bits, 16) && bitmap.colorSpace == .cmyk)
            for (place, number) in numbers.enumerated() {
                let level = TIFFDeepTests.level(Double(number) / Double(largest))
                #expect(bitmap[deep: place / 4, 0][place % 4] == level)
            }
        }

        @Test func `floats of inks are no light`() throws {
            let numbers = [0, 1, 0.25, 0.5].map { TIFFDeepTests.pattern($0, bits: 32) }
            let page = TIFFFile.Page(
                width: 1, height: 1, bits: 32, samples: 4, photometric: 5,
                blocks: [TIFFFile.packed(numbers, bits: 32)], shorts: [(339, [3, 3, 3, 3])])
            let bitmap = try decode(TIFFFile(page).bytes, .hdr).bitmap
            #expect(bitmap.sampleFormat == .rgba16 && bitmap.colorSpace == .cmyk)
            #expect(bitmap[deep: 0, 0] == SIMD4(0, 65535, 16384, 32768))
        }

        @Test(arguments: [[0], [2]])
        func `inks are scaled while they are decoded`(kinds: [Int]) throws {
            let layout = Layout(isTiled: true, isPlanar: false, isBigEndian: false)
            let file = ByteBlock(
                copying: layout.file(size, samples: 5, photometric: 5, kinds: kinds, sample))
            let whole = try decode(file, .deep).bitmap
            for box in [PixelSize(width: 11, height: 7), PixelSize(width: 20, height: 21)] {
                var options = DecodeOptions.deep
                options.downsampling = Downsampling(box: box, fit: .stretch)
                let small = try decode(file, options).bitmap
                #expect(small == whole.resampled(to: box))
                let demand = file.withSpan {
                    TIFFDecoder().memoryDemand(of: $0, options: options)
                }
                #expect(demand?.sampleFormat == .rgba16)
            }
        }

        @Test func `inks of 8 bits stay so, with alpha also if colours are kept under it`() throws {
            for samples in [4, 5] {
                let row = (0..<UInt8(samples * 3)).map { $0 &* 41 }
                let page = TIFFFile.Page(
                    width: 3, height: 1, samples: samples, photometric: 5, blocks: [row],
                    shorts: samples == 5 ? [(338, [2])] : [])
                let bytes = TIFFFile(page).bytes
                var options = DecodeOptions.deep
                options.keepsTranslucency = true
                let bitmap = try decode(bytes, options).bitmap
                #expect(try bitmap.sampleFormat == .bgra8 && bitmap == decode(bytes).bitmap)
            }
        }
    }
#endif

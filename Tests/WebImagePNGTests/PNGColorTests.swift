#if PNG
    #if Color
        import Foundation
        import TestSupport
        import Testing
        import WebImageCoding
        import WebImageColor
        import WebImagePNG
        import WebImagePixels

        /// Colours stated by chunks, against the formulas of the standards.
        @Suite struct PNGColorTests {
            private static let pixels = [
                [220, 40, 40], [30, 150, 90], [90, 60, 200], [128, 128, 128],
            ]

            @Test(arguments: [1, 4, 5, 6, 7, 8, 9, 11, 12, 22], [1, 4, 5, 7, 8, 13])
            func `cICP is shown by the formulas of H.273`(primaries: Int, transfer: Int) throws {
                let color = try #require(ShownColor(primaries: primaries, transfer: transfer))
                for isDeep in [false, true] {
                    let picture = Sample(isDeep: isDeep, pixels: Self.pixels)
                    let bytes = picture.file([cICP(primaries, transfer)])
                    try expect(bytes, picture, color)
                }
            }

            @Test(arguments: [1, 9, 12])
            func `PQ and HLG are shown by the formulas of BT.2100 and BT.2390`(primaries: Int)
                throws
            {
                for (transfer, color) in [
                    (16, ShownColor.pq(primaries: primaries)), (18, .hlg(primaries: primaries)),
                ] {
                    for isDeep in [false, true] {
                        let picture = Sample(isDeep: isDeep, pixels: Self.pixels)
                        try expect(picture.file([cICP(primaries, transfer)]), picture, color)
                    }
                }
            }

            @Test(arguments: [
                ("cLLI", 4000.0), ("cLLi", 500), ("mDCV", 4000), ("mDCv", 500), ("cLLI", 0),
            ])
            func `the stated peak bends PQ`(name: String, peak: Double) throws {
                let number = big(UInt32(peak * 10000))
                let body =
                    name.hasPrefix("c")
                    ? number + big(1) : Array(repeating: 0, count: 16) + number + big(1)
                // The content counts before the display that it was made on.
                let other = chunk("mDCV", Array(repeating: 0, count: 16) + big(20_000_000) + big(1))
                let more = name.hasPrefix("c") ? [other] : []
                let picture = Sample(isDeep: true, pixels: Self.pixels)
                try expect(
                    picture.file([cICP(9, 16), chunk(name, body)] + more), picture,
                    .pq(primaries: 9, peak: peak == 0 ? 2000 : peak))
            }

            /// Dark levels that samples of 8 bits do not hold: each is another level of sRGB.
            @Test(arguments: [false, true])
            func `dark levels of linear light of 16 bits are kept`(hasGamma: Bool) throws {
                let levels = Array(1...60)
                let curve = try #require(ShownColor.curve(13))
                let samples = levels.map { level in
                    Int(curve(Double(level) / 255) * 65535 + 0.5)
                }
                let statement = hasGamma ? chunk("gAMA", big(100_000)) : cICP(1, 8)
                let picture = Sample(isDeep: true, samples: samples.map { [$0, $0, $0] })
                let bitmap = try shown(picture.file([statement]))
                for (x, level) in levels.enumerated() {
                    #expect(abs(Int(bitmap[x, 0][0]) - level) <= 1)
                }
            }

            @Test(arguments: [UInt8(0), 2, 3, 4, 6], [8, 13, 16])
            func `every colour type is converted, interlaced, scaled and in pieces`(
                type: UInt8, transfer: Int
            ) throws {
                let color =
                    transfer == 16
                    ? ShownColor.pq(primaries: 9)
                    : try #require(ShownColor(primaries: 9, transfer: transfer))
                for isDeep in type == 3 ? [false] : [false, true] {
                    let picture = Sample(isDeep: isDeep, pixels: [[140, 90, 70]], type: type)
                    let bytes = picture.file([cICP(9, transfer)])
                    try expect(bytes, picture, color)
                    let whole = try decode(bytes)
                    #expect(try decode(bytes, piece: 3).bitmap == whole.bitmap)
                    let interlaced = picture.file([cICP(9, transfer)], isInterlaced: true)
                    #expect(try decode(interlaced).bitmap == whole.bitmap)
                    #expect(try decode(interlaced).color == whole.color)
                    let wide = Sample(
                        isDeep: isDeep, pixels: Array(repeating: [140, 90, 70], count: 8),
                        type: type)
                    let box = PixelSize(width: 4, height: 1)
                    let scaled = try shown(
                        wide.file([cICP(9, transfer)]),
                        DecodeOptions(downsampling: Downsampling(box: box)))
                    #expect(scaled.size == box)
                    let expected = try shown(bytes)[0, 0]
                    for channel in 0..<4 {
                        #expect(abs(Int(scaled[2, 0][channel]) - Int(expected[channel])) <= 2)
                    }
                }
            }

            @Test(arguments: [8, 13])
            func `one transparent colour stays transparent`(transfer: Int) throws {
                let picture = Sample(isDeep: true, samples: [[1, 2, 3], [50000, 2, 3]])
                let bitmap = try shown(
                    picture.file([cICP(9, transfer), chunk("tRNS", [0, 1, 0, 2, 0, 3])]))
                #expect(bitmap[0, 0] == .zero && bitmap[1, 0][3] == 255)
            }

            @Test func `the narrow range is from 16 to 235`() throws {
                for (isDeep, low, high) in [(false, 16, 235), (true, 4096, 60160)] {
                    func value(_ part: Double) -> Int {
                        low + Int((Double(high - low) * part).rounded())
                    }
                    let parts = [[0.8, 0.2, 0.2], [0, 0.5, 1]]
                    let samples =
                        parts.map { $0.map(value) } + [
                            [0, 0, 0], [high + 10, high + 10, high + 10],
                        ]
                    for (primaries, transfer) in [(1, 13), (12, 13), (9, 8)] {
                        let picture = Sample(isDeep: isDeep, samples: samples)
                        let bitmap = try shown(
                            picture.file([chunk("cICP", [UInt8(primaries), UInt8(transfer), 0, 0])])
                        )
                        let color = try #require(
                            ShownColor(primaries: primaries, transfer: transfer))
                        for (x, part) in (parts + [[0, 0, 0], [1, 1, 1]]).enumerated() {
                            expect(
                                bitmap[x, 0], color.shown(part), "\(primaries)/\(transfer) \(part)")
                        }
                    }
                }
            }

            @Test(arguments: [false, true])
            func `frames of an animation are converted as stills are`(hidesDefault: Bool) throws {
                for transfer in [8, 13, 16] {
                    var picture = Bitmap(size: PixelSize(width: 3, height: 2))
                    picture.fill(
                        PixelRect(x: 0, y: 0, size: picture.size), with: SIMD4(70, 90, 140, 255))
                    var builder = APNGBuilder(
                        canvas: picture.size,
                        frames: [TestFrame(bitmap: picture), TestFrame(bitmap: picture)],
                        hidden: hidesDefault ? picture : nil)
                    builder.chunks = cICP(12, transfer)
                    let color =
                        transfer == 16
                        ? ShownColor.pq(primaries: 12)
                        : try #require(ShownColor(primaries: 12, transfer: transfer))
                    let expected = color.shown([140, 90, 70].map { Double($0) / 255 })
                    expect(try shown(builder.block)[1, 1], expected, "\(transfer)")
                    let provider = try #require(try frames(of: builder.block))
                    let stated = builder.block.withSpan { PNGDecoder().color(of: $0) }
                    for index in 0..<2 {
                        var frame = try provider.frame(at: index).bitmap
                        try ColorConverter().convertToSRGB(&frame, from: stated.ofPixels)
                        expect(frame[1, 1], expected, "\(transfer)")
                    }
                }
            }

            private func expect(_ bytes: ByteBlock, _ picture: Sample, _ color: ShownColor) throws {
                let bitmap = try shown(bytes)
                for x in 0..<picture.samples.count {
                    expect(bitmap[x, 0], color.shown(picture.parts(x)), "\(picture.samples[x])")
                }
            }

            private func expect(_ pixel: SIMD4<UInt8>, _ expected: [Double], _ note: String) {
                let found = [pixel[2], pixel[1], pixel[0]].map {
                    Double(Convert.divide($0, pixel[3]))
                }
                let error = zip(found, expected).map { abs($0 - $1) }.max() ?? 0
                #expect(error <= 3, "\(note): \(found), expected \(expected)")
            }
        }

        /// Returns a `cICP` chunk of full range.
        func cICP(_ primaries: Int, _ transfer: Int) -> [UInt8] {
            chunk("cICP", [UInt8(primaries), UInt8(transfer), 0, 1])
        }

        /// Returns a decoded picture in sRGB.
        func shown(_ bytes: ByteBlock, _ options: DecodeOptions = DecodeOptions()) throws -> Bitmap
        {
            var output = try decode(bytes, options)
            try ColorConverter().convertToSRGB(&output.bitmap, from: output.color)
            return output.bitmap
        }

        /// A row of pixels of any colour type.
        struct Sample {
            var isDeep: Bool
            /// Red, green and blue.
            var samples: [[Int]]
            var type: UInt8 = 2

            init(isDeep: Bool, samples: [[Int]]) {
                (self.isDeep, self.samples) = (isDeep, samples)
            }

            /// - Parameter pixels: Samples of 8 bits; only the first one of a grey picture counts.
            init(isDeep: Bool, pixels: [[Int]], type: UInt8 = 2) {
                self.init(
                    isDeep: isDeep, samples: pixels.map { $0.map { isDeep ? $0 * 257 : $0 } })
                self.type = type
                if type == 0 || type == 4 { samples = samples.map { [$0[0], $0[0], $0[0]] } }
            }

            /// Returns samples as parts of the greatest one.
            func parts(_ x: Int) -> [Double] {
                samples[x].map { Double($0) / (isDeep ? 65535 : 255) }
            }

            func file(_ chunks: [[UInt8]], isInterlaced: Bool = false) -> ByteBlock {
                var rows: [UInt8] = [0]
                var chunks = chunks
                if type == 3 {
                    chunks.append(chunk("PLTE", samples.flatMap { $0.map { UInt8($0) } }))
                    rows += samples.indices.map { UInt8($0) }
                } else {
                    for pixel in samples {
                        let colors = type == 2 || type == 6 ? pixel : [pixel[0]]
                        let alpha = type == 4 || type == 6 ? [isDeep ? 65535 : 255] : []
                        for sample in colors + alpha {
                            if isDeep { rows.append(UInt8(sample >> 8)) }
                            rows.append(UInt8(sample & 255))
                        }
                    }
                }
                let header =
                    big(UInt32(samples.count)) + big(1) + [isDeep ? 16 : 8, type, 0, 0]
                    + [isInterlaced ? 1 : 0]
                // One pixel is stored alike in passes.
                precondition(!isInterlaced || samples.count == 1)
                return ByteBlock(
                    copying: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
                        + chunk("IHDR", header)
                        + chunks.flatMap { $0 } + chunk("IDAT", stored(rows)) + chunk("IEND", []))
            }
        }
    #endif
#endif

#if AVIF
    #if Color
        import CAVIFShim
        import TestSupport
        import Testing
        import WebImageAVIF
        import WebImageCoding
        import WebImageColor
        import WebImagePixels

        /// Files of all kinds of colours against the formulas of the standards.
        struct AVIFColorTests {
            typealias Numbers = H273.Numbers

            @Test(
                arguments: [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22].flatMap { primaries in
                    [(primaries, 13), (primaries, 1), (primaries, 8)]
                } + [4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 17].map { (12, $0) })
            func `primaries and curves`(primaries: Int, transfer: Int) throws {
                for depth in [8, 10] {
                    try check(PlaneFile(numbers: Numbers(primaries, transfer, 0, depth: depth)))
                }
            }

            @Test(arguments: [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0], [8, 10, 12])
            func `matrices`(matrix: Int, depth: Int) throws {
                for isFull in [true, false] {
                    let numbers = Numbers(12, 13, matrix, full: isFull, depth: depth)
                    try check(PlaneFile(numbers: numbers))
                    guard matrix != 0 else { continue }
                    try check(PlaneFile(numbers: numbers, layout: AVIF_PIXEL_FORMAT_YUV420))
                    try check(PlaneFile(numbers: numbers, layout: AVIF_PIXEL_FORMAT_YUV422))
                }
            }

            @Test(arguments: [(9, 14, 10), (9, 15, 10), (1, 1, 13), (12, 8, 12), (9, 8, 10)])
            func `constant luminance and linear light`(
                primaries: Int, transfer: Int, matrix: Int
            ) throws {
                for depth in [8, 10, 12] {
                    try check(
                        PlaneFile(
                            numbers: Numbers(primaries, transfer, matrix, full: false, depth: depth)
                        ))
                }
            }

            @Test(arguments: [10, 12], [16, 18])
            func `ICtCp shows what RGB does`(depth: Int, transfer: Int) throws {
                for isFull in [true, false] {
                    let numbers = Numbers(9, transfer, 14, full: isFull, depth: depth)
                    let rgb = Numbers(9, transfer, 0, depth: depth)
                    let bitmap = try converted(PlaneFile(numbers: numbers).encoded())
                    let other = try converted(PlaneFile(numbers: rgb).encoded())
                    for row in PlaneFile.rows {
                        let (one, two) = (bitmap[9, row], other[9, row])
                        for channel in 0..<3 {
                            #expect(
                                abs(Int(one[channel]) - Int(two[channel])) <= 3, "\(one) \(two)")
                        }
                    }
                }
            }

            @Test(
                arguments: [
                    Numbers(12, 13, 6), Numbers(12, 13, 6, depth: 10), Numbers(1, 8, 6, depth: 12),
                    Numbers(9, 1, 10, depth: 10), Numbers(12, 13, 8, full: false),
                ], [false, true])
            func `alpha`(numbers: Numbers, isPremultiplied: Bool) throws {
                var file = PlaneFile(numbers: numbers)
                (file.opacity, file.isPremultiplied) = (0.6, isPremultiplied)
                // Premultiplied samples are coarser.
                try check(file, tolerance: 5)
            }

            @Test(
                arguments: [
                    Numbers(12, 13, 1), Numbers(9, 8, 9, full: false, depth: 10),
                    Numbers(9, 14, 10),
                ])
            func `frames of sequences`(numbers: Numbers) throws {
                let bytes = try PlaneFile(numbers: numbers, frames: 2).encoded()
                let file = ByteBlock(copying: bytes)
                let color = file.withSpan { AVIFDecoder().color(of: $0) }
                // The second one, then the first one again.
                let frames = try frames(file)
                for index in [1, 0, 1] {
                    var bitmap = try #require(try frames.frame(at: index) as ImageFrame?).bitmap
                    try ColorConverter().convertToSRGB(&bitmap, from: color.ofPixels)
                    expect(bitmap, numbers, 1, tolerance: 3)
                }
            }

            @Test(
                arguments: [
                    Numbers(1, 8, 0, depth: 10), Numbers(9, 14, 10, depth: 10),
                    Numbers(1, 13, 1, full: false), Numbers(12, 13, 9, full: false),
                    Numbers(12, 13, 6, depth: 10), Numbers(12, 13, 12, full: false, depth: 12),
                ])
            func `a reduced picture has the same colours`(numbers: Numbers) throws {
                let box = PixelSize(width: 32, height: 40)
                let options = DecodeOptions(downsampling: Downsampling(box: box))
                let layouts = [
                    AVIF_PIXEL_FORMAT_YUV444, AVIF_PIXEL_FORMAT_YUV422, AVIF_PIXEL_FORMAT_YUV420,
                ]
                for layout in layouts.prefix(numbers.matrix == 0 ? 1 : 3) {
                    for opacity in [nil, 0.6] {
                        var file = PlaneFile(numbers: numbers, layout: layout)
                        file.opacity = opacity
                        let output = try decode(ByteBlock(copying: file.encoded()), options)
                        #expect(output.bitmap.size.height == 40)
                        expect(try converted(output), numbers, opacity ?? 1, tolerance: 4)
                    }
                }
            }

            @Test func `without a box, the stream states the colours`() throws {
                var bytes = try PlaneFile(numbers: Numbers(12, 13, 9, full: false)).encoded()
                let place = try #require(FileSurgery.place(of: "colr", in: bytes))
                bytes.replaceSubrange(place..<place + 4, with: "free".utf8)
                expect(try converted(bytes), Numbers(12, 13, 9, full: false), 1, tolerance: 3)
            }

            @Test func `a box has precedence over the stream`() throws {
                var bytes = try PlaneFile(numbers: Numbers(12, 13, 6)).encoded()
                try patch(&bytes, primaries: 9, transfer: 8, matrix: 6)
                expect(try converted(bytes), Numbers(9, 8, 6), 1, tolerance: 3)
            }

            @Test(arguments: [(0, 13), (3, 13), (13, 13), (21, 13), (255, 13), (12, 3), (12, 19)])
            func `reserved colours count as sRGB`(primaries: Int, transfer: Int) throws {
                var bytes = try PlaneFile(numbers: Numbers(12, 13, 6)).encoded()
                try patch(&bytes, primaries: primaries, transfer: transfer, matrix: 6)
                let output = try decode(ByteBlock(copying: bytes))
                #expect(output.color == .sRGB && output.bitmap.colorSpace == .sRGB)
                expect(output.bitmap, Numbers(1, 13, 6), 1, tolerance: 3)
            }

            @Test(arguments: [3, 18, 255])
            func `a reserved matrix counts as that of BT 601`(matrix: Int) throws {
                var bytes = try PlaneFile(numbers: Numbers(12, 13, 6)).encoded()
                try patch(&bytes, primaries: 12, transfer: 13, matrix: matrix)
                expect(try converted(bytes), Numbers(12, 13, 6), 1, tolerance: 3)
            }

            @Test func `RGB with halved chroma contradicts itself, and counts as BT 601`() throws {
                let file = PlaneFile(
                    numbers: Numbers(12, 13, 6), layout: AVIF_PIXEL_FORMAT_YUV420)
                var bytes = try file.encoded()
                try patch(&bytes, primaries: 12, transfer: 13, matrix: 0)
                expect(try converted(bytes), Numbers(12, 13, 6), 1, tolerance: 3)
            }

            @Test(arguments: [15, 16, 17])
            func `a matrix that is not converted is refused`(matrix: Int) throws {
                var bytes = try PlaneFile(numbers: Numbers(12, 13, 6)).encoded()
                try patch(&bytes, primaries: 12, transfer: 13, matrix: matrix)
                let file = ByteBlock(copying: bytes)
                #expect { try decode(file) } throws: {
                    if case .unsupported? = $0 as? CodecError { true } else { false }
                }
            }

            @Test(arguments: [13, 8])
            func `greys of any matrix`(transfer: Int) throws {
                for matrix in [0, 1, 8, 10, 14] {
                    // A bar of grey in one plane.
                    let numbers = Numbers(12, transfer, 6)
                    let file = PlaneFile(numbers: numbers, layout: AVIF_PIXEL_FORMAT_YUV400)
                    var bytes = try file.encoded()
                    try patch(&bytes, primaries: 12, transfer: transfer, matrix: matrix)
                    let bitmap = try converted(bytes)
                    for (color, row) in zip(PlaneFile.colors, PlaneFile.rows) {
                        let luma = Double(H273.samples(of: color, numbers)[0]) / 255
                        let level = H273.shown([luma, luma, luma], numbers)[0]
                        #expect(abs(Int(bitmap[9, row].y) - level) <= 2)
                    }
                }
            }

            @Test func `a stated peak bends PQ less, an impossible one is none`() throws {
                let file = ByteBlock(
                    copying: try PlaneFile(numbers: Numbers(9, 16, 9, depth: 10)).encoded())
                func green(_ boxes: [UInt8]...) throws -> Int {
                    let file = try boxes.reduce(file) {
                        try FileSurgery.property($1, in: $0, isEssential: false)
                    }
                    return Int(try converted(decode(file))[9, PlaneFile.rows[4]].y)
                }
                func content(_ level: UInt16) -> [UInt8] {
                    FileSurgery.box("clli", FileSurgery.big(level) + [0, 0])
                }
                func display(_ level: UInt32) -> [UInt8] {
                    let zeros = [UInt8](repeating: 0, count: 16)
                    return FileSurgery.box(
                        "mdcv", zeros + FileSurgery.big(level) + FileSurgery.big(UInt32(1)))
                }
                let usual = try green()
                #expect(try green(content(1000)) == usual)
                let bright = try green(content(250))
                #expect(try green(display(2_500_000)) == bright)
                #expect(try green(display(40_000_000), content(250)) == bright)
                for level: UInt16 in [0, 65535] { #expect(try green(content(level)) == usual) }
                for level: UInt32 in [0, .max] { #expect(try green(display(level)) == usual) }
            }

            @Test func `a grid has its own colours, or else those of its cells`() throws {
                let stored = try PlaneFile(numbers: Numbers(12, 13, 6)).encoded()
                let cell = try ItemFile.stream(of: ByteBlock(copying: stored))
                let (size, canvas) = (
                    PixelSize(width: 64, height: 80), PixelSize(width: 128, height: 80)
                )
                func grid(own: [UInt8]?, cells: [UInt8]?) throws -> Bitmap {
                    var file = ItemFile.grid(2, 1, of: cell, claim: size, canvas: canvas)
                    (file.ownColors, file.cellColors) = (own, cells)
                    return try converted(decode(file.file))
                }
                func nclx(_ numbers: Numbers) -> [UInt8] {
                    FileSurgery.box(
                        "colr",
                        Array("nclx".utf8) + [
                            0, UInt8(numbers.primaries), 0, UInt8(numbers.transfer),
                        ]
                            + [0, UInt8(numbers.matrix), 0x80])
                }
                let (one, other) = (Numbers(9, 13, 6), Numbers(1, 8, 6))
                expect(try grid(own: nil, cells: nil), Numbers(12, 13, 6), 1, tolerance: 3)
                expect(try grid(own: nclx(one), cells: nclx(other)), one, 1, tolerance: 3)
                expect(try grid(own: nil, cells: nclx(other)), other, 1, tolerance: 3)
                let profile = FileSurgery.box("colr", Array("prof".utf8) + ICCFile.displayP3.bytes)
                let bitmap = try grid(own: nil, cells: profile)
                expect(bitmap, Numbers(12, 13, 6), 1, tolerance: 3)
            }

            private func patch(
                _ bytes: inout [UInt8], primaries: Int, transfer: Int, matrix: Int
            ) throws {
                let place = try #require(FileSurgery.place(of: "nclx", in: bytes)) + 4
                bytes.replaceSubrange(
                    place..<place + 6,
                    with: [0, UInt8(primaries), 0, UInt8(transfer), 0, UInt8(matrix)])
            }

            private func check(_ file: PlaneFile, tolerance: Int = 3) throws {
                expect(
                    try converted(file.encoded()), file.numbers, file.opacity ?? 1,
                    tolerance: tolerance)
            }

            private func converted(_ bytes: [UInt8]) throws -> Bitmap {
                try converted(decode(ByteBlock(copying: bytes)))
            }

            private func converted(_ output: DecodeOutput) throws -> Bitmap {
                var bitmap = output.bitmap
                #expect(bitmap.colorSpace == output.color.colorSpace)
                try ColorConverter().convertToSRGB(&bitmap, from: output.color)
                return bitmap
            }

            /// Compares the bars, whose rows are half as many in a reduced picture.
            private func expect(
                _ bitmap: Bitmap, _ numbers: Numbers, _ opacity: Double, tolerance: Int
            ) {
                // Constant luminance of 8 bits has coarse greens.
                let isCoarse = [10, 13].contains(numbers.matrix) && numbers.depth == 8
                let most = isCoarse ? max(tolerance, 7) : tolerance
                for (color, row) in zip(PlaneFile.colors, PlaneFile.rows) {
                    let pixel = bitmap[bitmap.size.width / 2, row * bitmap.size.height / 80]
                    let found = [pixel.z, pixel.y, pixel.x].map { Int($0) }
                    let wanted = H273.shown(color, numbers).map {
                        Int((Double($0) * opacity).rounded())
                    }
                    #expect(
                        zip(found, wanted).allSatisfy { abs($0 - $1) <= most },
                        "\(numbers): \(found), expected \(wanted)")
                    #expect(abs(Double(pixel.w) - opacity * 255) <= 1)
                }
            }
        }
    #endif
#endif

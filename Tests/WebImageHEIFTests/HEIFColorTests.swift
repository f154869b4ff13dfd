#if HEIF
    #if Color
        import CHEIFShim
        import TestSupport
        import Testing
        import WebImageCoding
        import WebImageColor
        import WebImageHEIF
        import WebImagePixels

        /// Files of all kinds of colours against the formulas of the standards.
        struct HEIFColorTests {
            typealias Numbers = H273.Numbers

            @Test(
                arguments: [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22].flatMap { primaries in
                    [(primaries, 13), (primaries, 8)]
                } + [1, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 17].map { (12, $0) })
            func `primaries and curves`(primaries: Int, transfer: Int) throws {
                for depth in [8, 10] {
                    let numbers = Numbers(primaries, transfer, 0, depth: depth)
                    try expect(converted(HEIFPlanes.file(numbers)), numbers)
                }
            }

            @Test(arguments: [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0], [8, 10])
            func `matrices`(matrix: Int, depth: Int) throws {
                for isFull in [true, false] {
                    let numbers = Numbers(12, 13, matrix, full: isFull, depth: depth)
                    try expect(converted(HEIFPlanes.file(numbers)), numbers)
                    guard matrix != 0 else { continue }
                    try expect(converted(HEIFPlanes.file(numbers, heif_chroma_420)), numbers)
                }
            }

            @Test(arguments: [(9, 14, 10), (1, 1, 13), (12, 8, 12)])
            func `constant luminance and linear light in a limited range`(
                primaries: Int, transfer: Int, matrix: Int
            ) throws {
                for depth in [8, 10] {
                    let numbers = Numbers(primaries, transfer, matrix, full: false, depth: depth)
                    try expect(converted(HEIFPlanes.file(numbers)), numbers)
                }
            }

            @Test(arguments: [16, 18])
            func `ICtCp shows what RGB does`(transfer: Int) throws {
                let numbers = Numbers(9, transfer, 14, full: false, depth: 10)
                let bitmap = try converted(HEIFPlanes.file(numbers))
                let other = try converted(HEIFPlanes.file(Numbers(9, transfer, 0, depth: 10)))
                for row in HEIFPlanes.rows {
                    let (one, two) = (bitmap[9, row], other[9, row])
                    for channel in 0..<3 {
                        #expect(abs(Int(one[channel]) - Int(two[channel])) <= 3, "\(one) \(two)")
                    }
                }
            }

            @Test(
                arguments: [
                    Numbers(12, 13, 6), Numbers(12, 13, 6, depth: 10), Numbers(1, 8, 6, depth: 10),
                    Numbers(1, 8, 6), Numbers(9, 1, 10, depth: 10), Numbers(12, 13, 8, full: false),
                ], [false, true])
            func `alpha`(numbers: Numbers, isPremultiplied: Bool) throws {
                var planes = HEIFPlanes(numbers: numbers, boxes: [HEIFPlanes.nclx(numbers)])
                planes.stream = Numbers(2, 2, 2)
                (planes.opacity, planes.isPremultiplied) = (0.6, isPremultiplied)
                // Premultiplied samples are coarser.
                try expect(converted(planes.container().file), numbers, 0.6, tolerance: 6)
            }

            @Test(arguments: [Numbers(12, 13, 6), Numbers(1, 8, 6), Numbers(9, 1, 10)])
            func `alpha of fewer bits`(numbers: Numbers) throws {
                var planes = HEIFPlanes(numbers: numbers, boxes: [HEIFPlanes.nclx(numbers)])
                (planes.numbers.depth, planes.alphaDepth) = (10, 8)
                (planes.stream, planes.opacity) = (Numbers(2, 2, 2), 0.6)
                try expect(converted(planes.container().file), numbers, 0.6, tolerance: 7)
            }

            @Test(
                arguments: [
                    Numbers(12, 13, 6), Numbers(12, 13, 1, full: false),
                    Numbers(9, 1, 9, depth: 10),
                ])
            func `without a box, the stream states the colours`(numbers: Numbers) throws {
                let file = try HEIFPlanes(numbers: numbers).container().file
                try expect(converted(file), numbers)
            }

            @Test func `a box has precedence over the stream, and a profile over a box`() throws {
                let (numbers, other) = (Numbers(9, 13, 1), Numbers(12, 8, 6))
                var planes = HEIFPlanes(numbers: numbers, stream: other)
                planes.boxes = [HEIFPlanes.nclx(numbers)]
                try expect(converted(planes.container().file), numbers, tolerance: 6)
                let profile = ICCFile.displayP3.bytes
                let box = HEIFContainer.box("colr", Array("prof".utf8) + profile)
                for boxes in [[box, HEIFPlanes.nclx(numbers)], [HEIFPlanes.nclx(numbers), box]] {
                    planes.boxes = boxes
                    let output = try decode(planes.container().file)
                    #expect(output.color == .profile(ByteBlock(copying: profile)))
                    // The matrix is that of the box.
                    try expect(output.converted(), Numbers(12, 13, 1))
                }
            }

            @Test func `a grid has its own colours, or else those of its cells`() throws {
                let (numbers, other) = (Numbers(12, 13, 1), Numbers(9, 8, 6))
                for (own, cell) in [(numbers, other), (nil, numbers)] {
                    var planes = HEIFPlanes(numbers: numbers, stream: Numbers(2, 2, 2))
                    planes.boxes = [HEIFPlanes.nclx(cell)]
                    let file = try grid(planes.container(), own: own.map(HEIFPlanes.nclx))
                    try expect(converted(file), numbers)
                }
                // The stream of the cells.
                let plain = try HEIFPlanes(numbers: numbers).container()
                try expect(converted(grid(plain, own: nil)), numbers)
            }

            @Test func `linear light in deep grids`() throws {
                let numbers = Numbers(12, 8, 10, full: false, depth: 10)
                let planes = HEIFPlanes(numbers: numbers, stream: Numbers(2, 2, 2, depth: 10))
                let file = try grid(planes.container(), own: HEIFPlanes.nclx(numbers))
                try expect(converted(file), numbers)
            }

            private func grid(_ cell: HEIFContainer, own: [UInt8]?) throws -> ByteBlock {
                var container = cell
                container.properties += [HEIFContainer.size(128, 80)] + (own.map { [$0] } ?? [])
                let first = cell.properties.count + 1
                let layout = HEIFContainer.grid(rows: 1, columns: 2, width: 128, height: 80)
                container.items = [
                    .init(
                        type: "grid", properties: own == nil ? [first] : [first, first + 1],
                        data: layout), cell.items[0], cell.items[0],
                ]
                container.references = [.init("dimg", 1, [2, 3])]
                return container.file
            }

            @Test func `a reduced picture and a thumbnail have the same colours`() throws {
                let numbers = Numbers(12, 13, 6)
                let box = PixelSize(width: 32, height: 40)
                let options = DecodeOptions(downsampling: Downsampling(box: box))
                for numbers in [numbers, Numbers(9, 8, 10, full: false, depth: 10)] {
                    let output = try decode(HEIFPlanes.file(numbers), options)
                    #expect(output.bitmap.size.height == 40)
                    try expect(output.converted(), numbers)
                }
                // A grid of four, and the picture itself as its thumbnail without a description.
                let plain = Numbers(2, 2, 2)
                var container = try HEIFPlanes(numbers: numbers, stream: plain).container()
                let data = HEIFContainer.grid(rows: 2, columns: 2, width: 128, height: 160)
                container.properties += [HEIFContainer.size(128, 160), HEIFPlanes.nclx(numbers)]
                container.items =
                    [.init(type: "grid", properties: [3, 4], data: data)]
                    + Array(repeating: container.items[0], count: 5)
                container.references = [.init("dimg", 1, [2, 3, 4, 5]), .init("thmb", 6, [1])]
                let size = PixelSize(width: 64, height: 80)
                let output = try decode(
                    container.file, DecodeOptions(downsampling: Downsampling(box: size)))
                #expect(output.bitmap.size == size)
                try expect(output.converted(), numbers)
            }

            @Test(arguments: [(0, 13), (3, 13), (13, 13), (21, 13), (65535, 13), (12, 3), (12, 19)])
            func `reserved colours count as sRGB`(primaries: Int, transfer: Int) throws {
                var planes = HEIFPlanes(numbers: Numbers(1, 13, 6), stream: Numbers(12, 8, 6))
                planes.boxes = [HEIFPlanes.nclx(Numbers(primaries, transfer, 6))]
                let output = try decode(planes.container().file)
                #expect(output.color == .sRGB && output.bitmap.colorSpace == .sRGB)
                try expect(output.bitmap, Numbers(1, 13, 6))
            }

            @Test func `boxes that contradict each other count as sRGB`() throws {
                var planes = HEIFPlanes(numbers: Numbers(1, 13, 6), stream: Numbers(2, 2, 2))
                planes.boxes = [Numbers(12, 13, 6), Numbers(9, 13, 6)].map(HEIFPlanes.nclx)
                #expect(try decode(planes.container().file).color == .sRGB)
            }

            @Test(arguments: [3, 18, 255])
            func `a reserved matrix counts as that of BT 601`(matrix: Int) throws {
                var planes = HEIFPlanes(numbers: Numbers(12, 13, 6), stream: Numbers(2, 2, 2))
                planes.boxes = [HEIFPlanes.nclx(Numbers(12, 13, matrix))]
                try expect(converted(planes.container().file), Numbers(12, 13, 6))
            }

            @Test func `RGB with halved chroma contradicts itself, and counts as BT 601`() throws {
                var planes = HEIFPlanes(
                    numbers: Numbers(12, 13, 6), stream: Numbers(2, 2, 2), chroma: heif_chroma_420)
                planes.boxes = [HEIFPlanes.nclx(Numbers(12, 13, 0))]
                try expect(converted(planes.container().file), Numbers(12, 13, 6))
            }

            @Test(arguments: [15, 16, 17])
            func `a matrix that is not converted is refused`(matrix: Int) throws {
                var planes = HEIFPlanes(numbers: Numbers(12, 13, 6), stream: Numbers(2, 2, 2))
                planes.boxes = [HEIFPlanes.nclx(Numbers(12, 13, matrix))]
                let file = try planes.container().file
                #expect { try decode(file) } throws: {
                    if case .unsupported? = $0 as? CodecError { true } else { false }
                }
            }

            @Test(arguments: [true, false], [8, 10])
            func `greys`(isFull: Bool, depth: Int) throws {
                for transfer in [13, 8] {
                    let numbers = Numbers(12, transfer, 6, full: isFull, depth: depth)
                    let bitmap = try converted(
                        HEIFPlanes.file(numbers, HEIFPlanes.monochrome))
                    for (color, row) in zip(HEIFPlanes.colors, HEIFPlanes.rows) {
                        let luma = 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]
                        let level = H273.shown([luma, luma, luma], numbers)[0]
                        #expect(abs(Int(bitmap[9, row].y) - level) <= 3, "\(numbers)")
                    }
                }
            }

            @Test func `frames have the colours of their track`() throws {
                var bytes = try HEIFSequenceFixture.moving()
                let plain = try #require(try frame(bytes, 1))
                // A box of as many bytes that says nothing of the pixels.
                let place = try #require(boxOffset(of: "btrt", in: bytes))
                let box = HEIFPlanes.nclx(Numbers(12, 13, 2, full: false))
                bytes.replaceSubrange(place..<place + 20, with: [0, 0, 0, 20] + box[4...] + [0])
                let image = EncodedImage(ByteBlock(copying: bytes))
                let color = image.bytes.withSpan { HEIFDecoder().color(of: $0) }
                #expect(color == ColorDescription(primaries: 12, transfer: 13))
                #expect(try decode(image.bytes).color == color)
                let shown = try #require(try frame(bytes, 1))
                #expect(shown.colorSpace == .embedded)
                #expect(shown[8, 8] == plain[8, 8])
                // Linear light is mapped by the decoder.
                let linear = HEIFPlanes.nclx(Numbers(12, 8, 2, full: false))
                bytes.replaceSubrange(place..<place + 20, with: [0, 0, 0, 20] + linear[4...] + [0])
                let mapped = try #require(try frame(bytes, 1))
                let levels = [plain[8, 8], mapped[8, 8]].map { [$0.z, $0.y, $0.x].map { Int($0) } }
                for (before, after) in zip(levels[0], levels[1]) {
                    let value = H273.sample(13, Double(before) / 255)
                    #expect(abs(Double(after) - value * 255) <= 3)
                }
            }

            /// RGB contradicts halved chroma, so planes are converted here by the matrix of the
            /// other frames.
            @Test func `frames and their alpha of planes that are converted here`() throws {
                for fixture in [HEIFSequenceFixture.moving, HEIFSequenceFixture.transparent] {
                    var bytes = try fixture()
                    let plain = try #require(try frame(bytes, 2))
                    let place = try #require(boxOffset(of: "btrt", in: bytes))
                    let box = HEIFPlanes.nclx(Numbers(1, 13, 0, full: false))
                    bytes.replaceSubrange(
                        place..<place + 20, with: [0, 0, 0, 20] + box[4...] + [0])
                    let shown = try #require(try frame(bytes, 2))
                    #expect(shown.isOpaque == plain.isOpaque)
                    for y in stride(from: 4, to: plain.size.height, by: 8) {
                        for x in stride(from: 4, to: plain.size.width, by: 8) {
                            let difference = (0..<4).map {
                                abs(Int(shown[x, y][$0]) - Int(plain[x, y][$0]))
                            }
                            #expect(difference.max() ?? 0 <= 4)
                            #expect(difference[3] == 0)
                        }
                    }
                }
            }

            private func frame(_ bytes: [UInt8], _ index: Int) throws -> Bitmap? {
                let image = EncodedImage(ByteBlock(copying: bytes))
                let frames = try HEIFDecoder().frames(of: image, options: DecodeOptions())
                return try frames?.frame(at: index).bitmap
            }

            private func converted(_ file: ByteBlock) throws -> Bitmap {
                try decode(file).converted()
            }

            /// Compares the bars.
            private func expect(
                _ bitmap: Bitmap, _ numbers: Numbers, _ opacity: Double = 1, tolerance: Int? = nil
            ) throws {
                // Constant luminance of 8 bits has coarse greens.
                let isCoarse = [10, 13].contains(numbers.matrix) && numbers.depth == 8
                let most = tolerance ?? (isCoarse ? 7 : 3)
                for (color, row) in zip(HEIFPlanes.colors, HEIFPlanes.rows) {
                    let pixel = bitmap[9, row * bitmap.size.height / 80]
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

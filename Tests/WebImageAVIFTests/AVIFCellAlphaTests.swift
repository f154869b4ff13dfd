#if AVIF
    import Testing
    import WebImageAVIF
    import WebImageCoding
    import WebImagePixels

    /// Grids whose cells have alpha each for itself.
    struct AVIFCellAlphaTests {
        private static let cell = PixelSize(width: 64, height: 64)

        /// Returns the stream of a flat cell; of alpha, its luma counts.
        private func stream(
            _ color: SIMD4<UInt8>
        ) throws -> (data: [UInt8], configuration: [UInt8]) {
            var picture = Bitmap(size: Self.cell, isOpaque: true)
            for y in 0..<Self.cell.height {
                for x in 0..<Self.cell.width { picture[x, y] = color }
            }
            return try ItemFile.stream(of: encode(picture))
        }

        /// Returns a grid of a red and a blue cell, with alpha of about 200 and 60.
        private func grid() throws -> ItemFile {
            let red = try stream(SIMD4(0, 0, 250, 255))
            let blue = try stream(SIMD4(250, 0, 0, 255))
            let (light, dark) = try (
                stream(SIMD4(190, 201, 200, 255)), stream(SIMD4(70, 60, 58, 255))
            )
            let canvas = PixelSize(width: 128, height: 64)
            var file = ItemFile.grid(2, 1, of: red, claim: Self.cell, canvas: canvas)
            file.items[2] = .init(claim: Self.cell, parts: [blue.data])
            for alpha in [light, dark] {
                file.items.append(.init(claim: Self.cell, parts: [alpha.data], isAlpha: true))
            }
            file.references += [("auxl", 4, [2]), ("auxl", 5, [3])]
            return file
        }

        @Test func `each cell has its own alpha`() throws {
            let output = try decode(grid().file)
            #expect(output.metadata.hasAlpha)
            #expect(output.bitmap.size == PixelSize(width: 128, height: 64))
            let (left, right) = (output.bitmap[20, 30], output.bitmap[100, 30])
            #expect(abs(Int(left.w) - 200) < 6 && abs(Int(right.w) - 61) < 6)
            #expect(left.z > 180 && left.x < 20 && right.x > 45 && right.z < 15)
        }

        @Test func `data in the header and a longer table are kept`() throws {
            var file = try grid()
            file.items[0].method = 1
            file.strays = 3
            #expect(abs(Int(try decode(file.file).bitmap[20, 30].w) - 200) < 6)
        }

        @Test func `a grid is opaque if a cell has no alpha, or alpha of another kind`() throws {
            var file = try grid()
            file.references.removeLast()
            #expect(try decode(file.file).bitmap[20, 30].w == 255)
            file = try grid()
            file.items[4].isAlpha = false
            #expect(try decode(file.file).bitmap[20, 30].w == 255)
        }

        @Test func `no changed byte of the header does more than fail`() throws {
            let whole = FileSurgery.array(try grid().file)
            let end = try #require(FileSurgery.place(of: "mdat", in: whole))
            let limits = DecodeLimits(maxPixels: 1 << 16, maxBytes: 16 << 20)
            for place in 24..<end {
                var bytes = whole
                bytes[place] ^= place % 2 == 0 ? 0xFF : 0x03
                let output = try? decode(
                    ByteBlock(copying: bytes), DecodeOptions(limits: limits))
                #expect((output?.bitmap.size.area ?? 0) <= 1 << 16)
            }
        }
    }
#endif

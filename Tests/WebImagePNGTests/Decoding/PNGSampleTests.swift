#if PNG
    import Testing
    import WebImageCoding
    import WebImagePixels

    @Suite struct PNGSampleTests {
        private static let grays: [(UInt8, [UInt8], [UInt8])] = [
            (1, [0b1000_0000], [255, 0]), (2, [0b0110_0000], [85, 170]), (4, [0x3C], [51, 204]),
            (8, [7, 200], [7, 200]),
        ]

        @Test(arguments: grays)
        func `grey of few bits is spread over eight`(
            depth: UInt8, row: [UInt8], grays: [UInt8]
        ) throws {
            let bitmap = try decode(file(2, 1, depth: depth, colorType: 0, rows: [0] + row)).bitmap
            for (x, gray) in grays.enumerated() {
                #expect(bitmap[x, 0] == SIMD4(gray, gray, gray, 255))
            }
        }

        @Test func `samples of sixteen bits are rounded, not cut`() throws {
            let rows: [UInt8] = [
                0, 0x80, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0x7F, 0x7F, 0x00, 0x81, 0, 0,
            ]
            let bitmap = try decode(file(2, 1, depth: 16, colorType: 2, rows: rows)).bitmap
            // 0x8000 × 255 / 65535 = 127.5, 0x00FF = 0.99, 0x7F7F = 127, 0x0081 = 0.50.
            #expect(bitmap[0, 0][1] == 1 && bitmap[0, 0][0] == 255)
            #expect([127, 128].contains(bitmap[0, 0][2]))
            #expect(bitmap[1, 0] == SIMD4(0, 1, 127, 255))
        }

        @Test func `a palette with transparency becomes premultiplied pixels`() throws {
            let chunks =
                chunk("PLTE", [255, 0, 0, 0, 200, 100]) + chunk("tRNS", [128])
            let output = try decode(
                file(2, 1, depth: 8, colorType: 3, rows: [0, 0, 1], chunks: chunks))
            #expect(output.bitmap[0, 0] == SIMD4(0, 0, 128, 128))
            #expect(output.bitmap[1, 0] == SIMD4(100, 200, 0, 255))
            #expect(output.metadata.hasAlpha && !output.bitmap.isOpaque)
        }

        @Test func `one colour can stand for transparency`() throws {
            let output = try decode(
                file(
                    2, 1, depth: 8, colorType: 2, rows: [0, 1, 2, 3, 4, 5, 6],
                    chunks: chunk("tRNS", [0, 1, 0, 2, 0, 3])))
            #expect(output.bitmap[0, 0] == SIMD4(0, 0, 0, 0))
            #expect(output.bitmap[1, 0] == SIMD4(6, 5, 4, 255))
        }
    }
#endif

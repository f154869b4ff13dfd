#if AVIF
    import TestSupport
    import Testing
    import WebImageAVIF
    import WebImageCoding
    import WebImagePixels

    struct AVIFToneTests {
        private static let size = PixelSize(width: 32, height: 20)

        @Test(arguments: [UInt8(16), 18], [UInt8(9), 12])
        func `greys keep their numbers`(transfer: UInt8, primaries: UInt8) throws {
            var picture = Bitmap(size: Self.size, isOpaque: true)
            for x in 0..<Self.size.width {
                let grey = UInt8(x * 8)
                let column = PixelRect(x: x, y: 0, size: PixelSize(width: 1, height: 20))
                picture.fill(column, with: SIMD4(grey, grey, grey, 255))
            }
            let shown = try decode(file(picture, primaries, transfer)).bitmap
            #expect(ImageComparison(shown, picture).maximum <= 1)
        }

        @Test func `colours of wide primaries get stronger, within a limit`() throws {
            var picture = Bitmap(size: Self.size, isOpaque: true)
            let whole = PixelRect(x: 0, y: 0, size: Self.size)
            picture.fill(whole, with: SIMD4(107, 122, 140, 255))
            let soft = try decode(file(picture, 9, 16)).bitmap[5, 5]
            // The same light in BT.709 by the formulas of PQ: 104, 119, 149.
            #expect(abs(Int(soft.x) - 104) <= 3)
            #expect(abs(Int(soft.y) - 119) <= 3)
            #expect(abs(Int(soft.z) - 149) <= 5)
            picture.fill(whole, with: SIMD4(20, 30, 150, 255))
            let strong = try decode(file(picture, 9, 16)).bitmap[5, 5]
            #expect((175...183).contains(strong.z))
            #expect((21...29).contains(strong.y))
        }

        @Test(arguments: [(UInt8(1), UInt8(16)), (9, 13), (12, 1), (2, 2)])
        func `other colours are left alone`(primaries: UInt8, transfer: UInt8) throws {
            let picture = Scene.photograph(size: Self.size)
            #expect(try decode(file(picture, primaries, transfer)).bitmap == picture)
        }

        @Test func `alpha is multiplied in after the mapping`() throws {
            let picture = Scene.transparency(size: Self.size)
            let shown = try decode(file(picture, 9, 16)).bitmap
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width {
                    #expect(shown[x, y].w == picture[x, y].w)
                    let pixel = shown[x, y]
                    #expect(max(pixel.x, pixel.y, pixel.z) <= pixel.w)
                }
            }
        }

        @Test func `a reduced picture is mapped alike`() throws {
            let picture = Scene.photograph(size: PixelSize(width: 90, height: 60))
            let file = try file(picture, 9, 18)
            let box = PixelSize(width: 20, height: 20)
            let options = DecodeOptions(downsampling: Downsampling(box: box))
            let reduced = try decode(file, options).bitmap
            let full = try decode(file).bitmap.resampled(to: reduced.size)
            #expect(ImageComparison(reduced, full).mean < 2)
        }

        /// Returns a lossless file whose `nclx` states other primaries and another curve.
        private func file(
            _ picture: Bitmap, _ primaries: UInt8, _ transfer: UInt8
        ) throws -> ByteBlock {
            let settings = EncodeSettings(isLossless: true, effort: 1)
            var bytes = FileSurgery.array(try encode(picture, settings))
            let place = try #require(FileSurgery.place(of: "nclx", in: bytes)) + 4
            bytes.replaceSubrange(place..<place + 4, with: [0, primaries, 0, transfer])
            return ByteBlock(copying: bytes)
        }
    }
#endif

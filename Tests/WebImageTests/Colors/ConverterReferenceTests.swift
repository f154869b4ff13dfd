#if Color && PNG && JPEG && WebP && AVIF && HEIF && JPEGXL && TIFF
    import Testing
    import WebImage

    /// The converter of code points against `ReferenceColors`, from samples of 8 bits, without a
    /// file.
    struct ConverterReferenceTests {
        private static let colors = [
            ColorCase.red, ColorCase.green, ColorCase.blue, ColorCase.gray, ColorCase.soft,
            SIMD3(20.0, 30, 25) / 255, SIMD3(250.0, 240, 245) / 255, SIMD3(1.0, 0, 0),
        ]

        @Test(
            arguments: [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22],
            [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18])
        func `all primaries and curves`(primaries: Int, transfer: Int) throws {
            let converter = try #require(CodecList.installed.color)
            // Mapped curves are rounded to 8 bits before the conversion, which enlarges what is
            // rounded.
            let tolerance = [8, 9, 10, 16, 18].contains(transfer) ? 6 : 3
            let reference = ReferenceColors(primaries: primaries, transfer: transfer)
            for color in Self.colors {
                var bitmap = MediaFile.bitmap(color, 1)
                bitmap.colorSpace = .embedded
                try converter.convertToSRGB(
                    &bitmap, from: ColorDescription(primaries: primaries, transfer: transfer))
                let pixel = bitmap[0, 0]
                let found = [Int(pixel.z), Int(pixel.y), Int(pixel.x)]
                let expected = reference.levels(color)
                let isClose = zip(found, expected).allSatisfy { abs($0 - $1) <= tolerance }
                #expect(
                    isClose, "\(primaries)/\(transfer) of \(color * 255): \(found), \(expected)")
            }
        }
    }
#endif

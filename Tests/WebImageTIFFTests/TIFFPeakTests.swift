#if TIFF && os(Linux)
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageTIFF

    /// The real memory of pictures of 16 megapixels with samples of 16 bits, 92 MB.
    struct TIFFPeakTests {
        private static let megabyte = 1 << 20

        @Test func `samples of 16 bits are scaled as they come, reduced to 8 or kept`() async {
            await #expect(processExitsWith: .success) {
                for depth in PixelDepth.allCases {
                    for (isTiled, isPlanar) in [(false, false), (true, false), (false, true)] {
                        try Self.check(depth, isTiled: isTiled, isPlanar: isPlanar)
                    }
                }
            }
        }

        private static func check(_ depth: PixelDepth, isTiled: Bool, isPlanar: Bool) throws {
            var small = DecodeOptions(
                downsampling: Downsampling(box: PixelSize(width: 100, height: 100)))
            small.pixelDepth = depth
            _ = try decode(file(side: 160, isTiled: isTiled, isPlanar: isPlanar), small)
            let bytes = file(side: 4000, isTiled: isTiled, isPlanar: isPlanar)
            let growth = try PeakMemory.growth { _ = try decode(bytes, small) }
            // A band of tiles has rows of the bitmap, too.
            #expect(growth <= (depth == .eight ? 10 : 16) * megabyte, "\(growth >> 20) MB")
            let demand = try #require(
                bytes.withSpan { TIFFDecoder().memoryDemand(of: $0, options: small) })
            #expect(growth <= demand.byteCount + megabyte)
            #expect(demand.byteCount <= (depth == .eight ? 16 : 24) * megabyte)
        }

        /// Returns a picture in strips of 16 rows, or in tiles, which all share the same bytes.
        private static func file(side: Int, isTiled: Bool, isPlanar: Bool) -> ByteBlock {
            let samples = isPlanar ? 1 : 3
            let (width, height) = isTiled ? (160, 160) : (side, 16)
            let count = isTiled ? side / 160 * (side / 160) : side / 16
            var page = TIFFFile.Page(
                width: side, height: side, bits: 16, samples: 3, photometric: 2,
                blocks: [Array(repeating: 77, count: width * height * samples * 2)],
                rowsPerStrip: 16, shorts: isPlanar ? [(284, [2])] : [],
                repeats: count * (isPlanar ? 3 : 1))
            if isTiled { page.tile = PixelSize(width: width, height: height) }
            return ByteBlock(copying: TIFFFile(page).bytes)
        }
    }
#endif

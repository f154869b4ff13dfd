#if PNG && os(Linux)
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels

    /// The real memory of a picture of 16 megapixels with four samples of 16 bits, 128 MB.
    struct PNGPeakTests {
        private static let side = 4000
        private static let megabyte = 1 << 20

        @Test func `rows of 16 bits are reduced to 8 and scaled as they come`() async {
            await #expect(processExitsWith: .success) {
                let small = DecodeOptions(
                    downsampling: Downsampling(box: PixelSize(width: 100, height: 100)))
                _ = try decode(Self.file(side: 100, isInterlaced: false), small)
                let bytes = Self.file(side: Self.side, isInterlaced: false)
                let scaled = try PeakMemory.growth { _ = try decode(bytes, small) }
                #expect(scaled <= 8 * Self.megabyte, "\(scaled >> 20) MB")
                // The bitmap of 8 bits, 61 MB.
                let whole = try PeakMemory.growth { _ = try decode(bytes) }
                #expect(whole <= 70 * Self.megabyte, "\(whole >> 20) MB")
            }
        }

        @Test func `an interlaced picture of 16 bits takes a bitmap of 8`() async {
            await #expect(processExitsWith: .success) {
                let small = DecodeOptions(
                    downsampling: Downsampling(box: PixelSize(width: 100, height: 100)))
                _ = try decode(Self.file(side: 100, isInterlaced: true), small)
                let bytes = Self.file(side: Self.side, isInterlaced: true)
                let scaled = try PeakMemory.growth { _ = try decode(bytes, small) }
                #expect(scaled <= 70 * Self.megabyte, "\(scaled >> 20) MB")
            }
        }

        /// Returns a transparent square with samples of 16 bits.
        private static func file(side: Int, isInterlaced: Bool) -> ByteBlock {
            var byteCount = side * (1 + side * 8)
            if isInterlaced {
                let passes = [
                    (8, 8, 0, 0), (8, 8, 4, 0), (4, 8, 0, 4), (4, 4, 2, 0), (2, 4, 0, 2),
                    (2, 2, 1, 0), (1, 2, 0, 1),
                ]
                byteCount = passes.reduce(0) { sum, pass in
                    let width = (side - pass.2 + pass.0 - 1) / pass.0
                    return sum + (side - pass.3 + pass.1 - 1) / pass.1 * (1 + width * 8)
                }
            }
            let size = big(UInt32(side)) + big(UInt32(side))
            let header = size + [16, 6, 0, 0, isInterlaced ? 1 : 0]
            return ByteBlock(
                copying: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
                    + chunk("IDAT", zeros(byteCount)) + chunk("IEND", []))
        }

        /// Returns a zlib stream of zeros: one, and then runs of 258 behind it.
        private static func zeros(_ count: Int) -> [UInt8] {
            var stream = Deflated()
            // A last block of fixed codes.
            stream.put(0b011, 3)
            for _ in 0..<(count - 1) % 258 + 1 { stream.put("00110000") }
            for _ in 0..<(count - 1) / 258 { stream.put("1100010100000") }
            stream.put("0000000")
            return stream.wrapped(UInt32(count % 65521) << 16 | 1)
        }
    }
#endif

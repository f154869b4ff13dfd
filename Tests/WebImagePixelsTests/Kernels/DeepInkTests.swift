import Testing
import WebImagePixels

/// Inks of 16 bits, whose fourth sample is no alpha.
struct DeepInkTests {
    private static func inks(_ width: Int, _ height: Int) -> Bitmap {
        var bitmap = Bitmap(
            size: PixelSize(width: width, height: height), as: .rgba16, colorSpace: .cmyk,
            isOpaque: true)
        for y in 0..<height {
            for x in 0..<width {
                bitmap[deep: x, y] = SIMD4(
                    UInt16(truncatingIfNeeded: x &* 4001 &+ y &* 77),
                    UInt16(truncatingIfNeeded: x &* y &* 911),
                    UInt16(truncatingIfNeeded: y &* 30_011),
                    UInt16(truncatingIfNeeded: x &* 257 &+ y &* y &* 1999))
            }
        }
        return bitmap
    }

    // The last size is summed before it is narrowed.
    @Test(arguments: [(20, 15), (90, 80), (7, 60), (60_000, 2)])
    func `each ink is scaled by itself`(width: Int, height: Int) {
        let (inks, size) = (Self.inks(61, 47), PixelSize(width: width, height: height))
        let scaled = inks.resampled(to: size)
        #expect(scaled.colorSpace == .cmyk && scaled.sampleFormat == .rgba16)
        for ink in 0..<4 {
            var gray = Bitmap(size: inks.size, as: .rgba16, isOpaque: true)
            for y in 0..<47 {
                for x in 0..<61 {
                    let level = inks[deep: x, y][ink]
                    gray[deep: x, y] = SIMD4(level, level, level, 65535)
                }
            }
            let expected = gray.resampled(to: size)
            for y in 0..<height {
                for x in stride(from: 0, to: width, by: max(width / 50, 1)) {
                    #expect(scaled[deep: x, y][ink] == expected[deep: x, y].x)
                }
            }
        }
    }

    @Test func `inks are rounded to 8 bits in their order`() {
        var deep = Bitmap(
            size: PixelSize(width: 1, height: 1), as: .rgba16, colorSpace: .cmyk, isOpaque: true)
        deep[deep: 0, 0] = SIMD4(257 * 9 + 128, 257 * 8 + 129, 65535, 0)
        let eight = deep.converted(to: .bgra8)
        #expect(eight.colorSpace == .cmyk && eight[0, 0] == SIMD4(9, 9, 255, 0))
    }

    @Test func `ink becomes light of 16 bits`() {
        let values: [SIMD4<UInt16>] = [
            SIMD4(0, 0, 0, 0), SIMD4(0, 1, 0, 65535), SIMD4(65535, 0, 1, 0),
            SIMD4(1, 13_107, 65535, 32_896), SIMD4(65_534, 40_000, 3, 65_533),
        ]
        var picture = Bitmap(
            size: PixelSize(width: values.count, height: 1), as: .rgba16, colorSpace: .cmyk,
            isOpaque: true)
        for (x, value) in values.enumerated() { picture[deep: x, 0] = value }
        picture.convertCMYKToSRGB()
        #expect(picture.colorSpace == .sRGB && picture.isOpaque)
        for (x, value) in values.enumerated() {
            for ink in 0..<3 {
                let light = (65535 - Double(value[ink])) * (65535 - Double(value.w)) / 65535
                #expect(picture[deep: x, 0][ink] == UInt16(light.rounded()))
            }
            #expect(picture[deep: x, 0].w == 65535)
        }
    }
}

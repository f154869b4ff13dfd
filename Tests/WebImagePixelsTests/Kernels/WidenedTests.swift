import Testing
import WebImagePixels

/// Straight samples of 8 bits in 16.
struct WidenedTests {
    /// Every alpha beside every sample: red, green, blue, alpha.
    private static func sample(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
        SIMD4(UInt8(x), UInt8(255 - x), UInt8(truncatingIfNeeded: x * 7 + y), UInt8(y))
    }

    private static func widened(
        _ width: Int = 256, _ pixel: (Int, Int) -> SIMD4<UInt8> = sample
    ) -> Bitmap {
        var bitmap = Bitmap(size: PixelSize(width: width, height: 256), as: .rgba16)
        bitmap.significantBits = 8
        for y in 0..<256 {
            for x in 0..<width {
                bitmap[deep: x, y] = SIMD4<UInt16>(truncatingIfNeeded: pixel(x, y)) &* 257
            }
        }
        return bitmap
    }

    @Test(arguments: [
        (PixelFormat.rgba8, [0, 1, 2, 3]), (.bgra8, [2, 1, 0, 3]), (.grayAlpha8, [0, 3]),
    ])
    func `rows have the samples as they are`(format: PixelFormat, order: [Int]) {
        let (bitmap, stride) = (Self.widened(), 256 * order.count + 5)
        var rows = [UInt8](repeating: 7, count: stride * 3)
        rows.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            bitmap.writeRows(100..<103, into: base, stride: stride, as: format)
        }
        for y in 0..<3 {
            for x in 0..<256 {
                for (place, channel) in order.enumerated() {
                    let found = rows[y * stride + x * order.count + place]
                    #expect(found == Self.sample(x, y + 100)[channel])
                }
            }
        }
    }

    @Test func `deeper samples are multiplied as before`() {
        var bitmap = Self.widened()
        bitmap.significantBits = 9
        #expect(!bitmap.isWidened && !bitmap.isExactWhenMultiplied)
        #expect(bitmap.straightRow(3) == bitmap.converted(to: .bgra8).straightRow(3))
    }

    @Test(arguments: [1, 2, 3, 15, 16, 17])
    func `pixels in the second half of rows become wide`(width: Int) {
        var bitmap = Bitmap(size: PixelSize(width: width, height: 256), as: .rgba16)
        bitmap.significantBits = 8
        let stride = bitmap.bytesPerRow
        bitmap.withUnsafeMutableRows { rows in
            for y in 0..<256 {
                for x in 0..<width {
                    let (pixel, place) = (Self.sample(x, y), y * stride + (width + x) * 4)
                    for (at, channel) in [2, 1, 0, 3].enumerated() {
                        rows[place + at] = pixel[channel]
                    }
                }
            }
        }
        bitmap.widenSecondHalves(ofRows: 256)
        #expect(bitmap == Self.widened(width))
    }

    @Test func `multiplied colours are exact if they come back`() {
        #expect(!Self.widened().isExactWhenMultiplied)
        let exact: [(Int, Int) -> SIMD4<UInt8>] = [
            { x, _ in SIMD4(UInt8(x), 3, 4, 255) }, { x, y in SIMD4(0, 255, 0, UInt8(max(y, 1))) },
            { _, y in SIMD4(0, 0, 0, UInt8(y)) },
        ]
        for pixel in exact {
            let bitmap = Self.widened(256, pixel)
            #expect(bitmap.isExactWhenMultiplied)
            #expect(bitmap.converted(to: .bgra8).converted(to: .rgba16) == bitmap)
        }
        #expect(!Self.widened(4) { _, _ in SIMD4(255, 0, 0, 0) }.isExactWhenMultiplied)
    }
}

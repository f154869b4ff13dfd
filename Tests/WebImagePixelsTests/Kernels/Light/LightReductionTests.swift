import Foundation
import Testing
import WebImagePixels

/// The reduction of light to the range of sRGB.
@Suite struct LightReductionTests {
    /// Returns greys of light, from 0 to a greatest one.
    private static func ramp(_ count: Int, to most: Float, headroom: Double) -> Bitmap {
        var bitmap = Bitmap(
            size: PixelSize(width: count, height: 1), as: .rgbaHalf, isOpaque: true)
        bitmap.headroom = headroom
        for x in 0..<count {
            let light = most * Float(x) / Float(count - 1)
            bitmap[light: x, 0] = SIMD4(light, light, light, 1)
        }
        return bitmap
    }

    private static func encoded(_ light: Double) -> Double {
        light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    @Test func `light up to white is the curve of sRGB without headroom`() {
        let ramp = Self.ramp(500, to: 1, headroom: 1)
        let (eight, deep) = (ramp.converted(to: .bgra8), ramp.converted(to: .rgba16))
        #expect(eight[499, 0] == SIMD4(255, 255, 255, 255))
        #expect(deep[deep: 499, 0] == SIMD4(65535, 65535, 65535, 65535))
        for x in 0..<500 {
            let wanted = Self.encoded(Double(ramp[light: x, 0].x))
            #expect(abs(Double(deep[deep: x, 0].y) / 65535 - wanted) < 2e-5)
            #expect(abs(Double(eight[x, 0].y) / 255 - wanted) <= 0.5 / 255 + 2e-5)
        }
    }

    @Test(arguments: [1.5, 4, 1000 / 203.0, 49])
    func `brighter light gives brighter samples, and the headroom white`(headroom: Double) {
        let ramp = Self.ramp(2000, to: Float(headroom), headroom: headroom)
        let deep = ramp.converted(to: .rgba16)
        var last: UInt16 = 0
        for x in 0..<2000 {
            let pixel = deep[deep: x, 0]
            #expect(pixel.x == pixel.y && pixel.y == pixel.z && pixel.w == 65535)
            #expect(pixel.x >= last, "\(x)")
            last = pixel.x
        }
        #expect(last >= 65500)
        #expect(ramp.converted(to: .bgra8)[1999, 0] == SIMD4(255, 255, 255, 255))
        // Light as dark as this is not bent.
        #expect(abs(Double(deep[deep: 1, 0].x) / 65535 - Self.encoded(headroom / 1999)) < 2e-3)
    }

    @Test func `hues stay, and light below 0 is cut off`() {
        var bitmap = Bitmap(size: PixelSize(width: 3, height: 1), as: .rgbaHalf)
        bitmap.headroom = 4
        bitmap[light: 0, 0] = SIMD4(4, 2, 1, 1)
        bitmap[light: 1, 0] = SIMD4(-1, -0.5, 3, 0.5)
        bitmap[light: 2, 0] = SIMD4(100, 100, 100, 1)
        let deep = bitmap.converted(to: .rgba16)
        #expect(deep[deep: 0, 0].x >= 65500)
        for (channel, light) in [1: 0.5, 2: 0.25] {
            let level = Double(deep[deep: 0, 0][channel]) / 65535
            #expect(abs(level - Self.encoded(light)) < 2e-3)
        }
        #expect(deep[deep: 1, 0].x == 0 && deep[deep: 1, 0].y == 0 && deep[deep: 1, 0].z > 50_000)
        #expect(deep[deep: 1, 0].w == 32768)
        #expect(deep[deep: 2, 0] == SIMD4(65535, 65535, 65535, 65535))
    }

    @Test func `samples of 16 bits and 8 come back from light`() {
        var bitmap = Bitmap(size: PixelSize(width: 256, height: 1), isOpaque: true)
        for x in 0..<256 { bitmap[x, 0] = SIMD4(UInt8(x), UInt8(255 - x), 7, 255) }
        let light = bitmap.converted(to: .rgbaHalf)
        #expect(light.headroom == 1 && light.significantBits == 8)
        #expect(light.converted(to: .bgra8) == bitmap)
        #expect(abs(light[light: 128, 0].z - 0.21586) < 2e-4)
    }
}

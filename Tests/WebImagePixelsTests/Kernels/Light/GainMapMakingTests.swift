import Foundation
import Testing

@testable import WebImagePixels

/// Maps made of a picture and its rendition, applied to that rendition.
@Suite struct GainMapMakingTests {
    /// Returns a smooth picture with light up to 4.
    private static func picture(
        _ width: Int, _ height: Int, color: SIMD3<Float> = SIMD3(1, 0.8, 0.5)
    ) -> Bitmap {
        var hdr = Bitmap(
            size: PixelSize(width: width, height: height), as: .rgbaHalf, isOpaque: true)
        hdr.headroom = 4
        for y in 0..<height {
            for x in 0..<width {
                let wave = sin(Float(x) / 23) * cos(Float(y) / 31) * 0.5 + 0.5
                hdr[light: x, y] = SIMD4(color * (0.02 + 3.9 * wave * wave), 1)
            }
        }
        return hdr
    }

    private static func applied(_ made: (pixels: Bitmap, map: GainMap), to base: Bitmap) -> Bitmap {
        let curve = (0...65535).map { Float(Lightness.linear(Double($0) / 65535)) }
        let decoding = LightDecoding(curves: [curve], matrix: nil, headroom: 1)
        let weight = made.map.weight(headroom: nil)
        guard let gain = GainMapLight(made.pixels, of: made.map, weight: weight) else {
            Issue.record("The map has no numbers that can be applied.")
            return base
        }
        return decoding.light(of: base, with: gain)
    }

    /// Returns the greatest error as a part of light and a sixteenth of white.
    private static func error(_ one: Bitmap, _ other: Bitmap) -> Float {
        var most: Float = 0
        for y in 0..<one.size.height {
            for x in 0..<one.size.width {
                let (found, wanted) = (one[light: x, y], other[light: x, y])
                for channel in 0..<3 {
                    let part = abs(wanted[channel]) + 1 / 16
                    most = max(most, abs(found[channel] - wanted[channel]) / part)
                }
            }
        }
        return most
    }

    @Test(arguments: [(160, 120), (161, 121), (7, 301)], [1, 3])
    func `a map gives back a smooth picture within 4 %, of odd sides 6 %`(
        size: (Int, Int), channelCount: Int
    ) {
        let hdr = Self.picture(size.0, size.1)
        let base = hdr.converted(to: .bgra8)
        let made = GainMap.made(from: hdr, base: base, channelCount: channelCount)
        #expect(made.map.size == made.pixels.size && made.map.channelCount == channelCount)
        #expect(made.map.channels.count == channelCount)
        #expect(
            made.pixels.size
                == PixelSize(width: (size.0 + 1) / 2, height: (size.1 + 1) / 2))
        #expect(made.pixels.isOpaque && made.pixels.sampleFormat == .bgra8)
        #expect(made.map.baseHeadroom == 0 && made.map.alternateHeadroom == 2)
        let result = Self.applied(made, to: base)
        #expect(result.headroom == 4)
        // Pixels of the map are not all at the middle of theirs if sides are odd.
        #expect(Self.error(result, hdr) < (size.0 % 2 == 0 ? 0.04 : 0.06))
    }

    @Test func `the values are the logarithms of the ratio`() {
        var hdr = Bitmap(size: PixelSize(width: 4, height: 2), as: .rgbaHalf, isOpaque: true)
        var base = Bitmap(size: hdr.size, isOpaque: true)
        for x in 0..<4 {
            for y in 0..<2 {
                base[x, y] = SIMD4(255, 255, 255, 255)
                hdr[light: x, y] = x < 2 ? SIMD4(1, 0.5, 0.25, 1) : SIMD4(0.1, 3, 0.1, 1)
            }
        }
        hdr.headroom = 3
        let (pixels, map) = GainMap.made(from: hdr, base: base)
        let most = log2((3 + 1 / 64.0) / (1 + 1 / 64.0))
        #expect(abs(map.channels[0].minimum) < 1e-6)
        #expect(abs(map.channels[0].maximum - most) < 1e-6)
        #expect(map.channels[0].gamma == 1 && map.channels[0].baseOffset == 1 / 64)
        #expect(pixels.allPixels == [SIMD4(0, 0, 0, 255), SIMD4(255, 255, 255, 255)])
        let colors = GainMap.made(from: hdr, base: base, channelCount: 3)
        #expect(abs(colors.map.channels[1].maximum - most) < 1e-6)
        let least = log2((0.1 + 1 / 64.0) / (1 + 1 / 64.0))
        #expect(abs(colors.map.channels[0].minimum - least) < 1e-3)
        #expect(colors.pixels[0, 0] == SIMD4(255, 0, 255, 255))
        #expect(colors.pixels[1, 0] == SIMD4(0, 255, 0, 255))
    }

    @Test(arguments: [0, 0.5, 1, 8])
    func `a flat picture has a flat map`(light: Float) {
        var hdr = Bitmap(size: PixelSize(width: 1, height: 1), as: .rgbaHalf, isOpaque: true)
        hdr[light: 0, 0] = SIMD4(light, light, light, 1)
        hdr.headroom = Double(light)
        let base = hdr.converted(to: .bgra8)
        let made = GainMap.made(from: hdr, base: base)
        #expect(made.map.channels[0].maximum > made.map.channels[0].minimum)
        #expect(made.pixels.allPixels == [SIMD4(0, 0, 0, 255)])
        let result = Self.applied(made, to: base)
        #expect(abs(result[light: 0, 0].x - light) <= 0.01 * light)
    }

    @Test func `transparent pixels and light below 0 have no gains of their own`() {
        var hdr = Bitmap(size: PixelSize(width: 2, height: 2), as: .rgbaHalf)
        var base = Bitmap(size: hdr.size)
        hdr[light: 0, 0] = SIMD4(9, 9, 9, 0)
        hdr[light: 1, 0] = SIMD4(-1, -1, -1, 1)
        base[1, 0] = SIMD4(0, 0, 0, 255)
        let made = GainMap.made(from: hdr, base: base)
        #expect(made.map.channels[0].minimum == 0)
        #expect(Self.applied(made, to: base)[light: 0, 0] == .zero)
    }

    @Test func `a saturated colour keeps its brightest channel`() {
        for color in [SIMD3<Float>(1, 0, 0), SIMD3(0, 0, 1), SIMD3(0.02, 1, 0.02)] {
            let hdr = Self.picture(120, 80, color: color)
            let base = hdr.converted(to: .bgra8)
            let result = Self.applied(GainMap.made(from: hdr, base: base), to: base)
            for y in 0..<80 {
                for x in 0..<120 {
                    let (found, wanted) = (result[light: x, y], hdr[light: x, y])
                    let most = max(wanted.x, wanted.y, wanted.z)
                    let brightest = max(found.x, found.y, found.z)
                    #expect(abs(brightest - most) <= 0.03 * (most + 1 / 16))
                    // The offset leaves a little of the gain to the others.
                    #expect(min(found.x, found.y, found.z) <= 0.02 * most + 0.06)
                }
            }
        }
    }
}

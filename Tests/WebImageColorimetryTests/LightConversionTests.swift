import Foundation
import Testing
import WebImageColorimetry
import WebImagePixels

/// The conversions of stored samples to light and back.
@Suite struct LightConversionTests {
    private static let curves = [TransferFunction.pq, .hlg]

    private static func bitmap(_ width: Int, _ pixel: (Int) -> SIMD4<UInt16>) -> Bitmap {
        var bitmap = Bitmap(
            size: PixelSize(width: width, height: 1), as: .rgba16, colorSpace: .embedded,
            isOpaque: true)
        for x in 0..<width { bitmap[deep: x, 0] = pixel(x) }
        return bitmap
    }

    private static func sample(_ code: Int) -> UInt16 {
        UInt16((Double(code) / 1023 * 65535).rounded())
    }

    private static func code(_ sample: UInt16) -> Int {
        Int((Double(sample) / 65535 * 1023).rounded())
    }

    @Test(arguments: curves, [ColorPrimaries.bt709, .p3, .bt2020])
    func `samples of 10 bits come back where primaries are kept`(
        curve: TransferFunction, primaries: ColorPrimaries
    ) throws {
        let points = ColorCodePoints(primaries: primaries, transfer: curve)
        let decoding = try #require(LightConversion.decoding(.codePoints(points), to: nil))
        let encoding = try #require(LightConversion.encoding(points, from: primaries))
        let grays = Self.bitmap(1024) { x in
            SIMD4(Self.sample(x), Self.sample(x), Self.sample(x), 65535)
        }
        let colors = Self.bitmap(1024) { x in
            SIMD4(
                Self.sample(x), Self.sample((x * 7 + 300) % 1024), Self.sample(1023 - x), 65535)
        }
        for (stored, most) in [(grays, 1), (colors, 1)] {
            let back = encoding.samples(of: decoding.light(of: stored))
            for x in 0..<1024 {
                for channel in 0..<4 {
                    let (one, other) = (stored[deep: x, 0][channel], back[deep: x, 0][channel])
                    #expect(abs(Self.code(one) - Self.code(other)) <= most, "\(x)")
                }
            }
        }
    }

    @Test func `203 nits of PQ are white, and 75 % of HLG about the same`() throws {
        for (curve, sample, error) in [(TransferFunction.pq, 0.580_689, 0.001), (.hlg, 0.75, 0.01)]
        {
            for primaries in [ColorPrimaries.bt709, .bt2020] {
                let points = ColorCodePoints(primaries: primaries, transfer: curve)
                let decoding = try #require(LightConversion.decoding(.codePoints(points)))
                let level = UInt16((sample * 65535).rounded())
                let light = decoding.light(
                    of: Self.bitmap(1) { _ in
                        SIMD4(level, level, level, 65535)
                    })[light: 0, 0]
                for channel in 0..<3 { #expect(abs(Double(light[channel]) - 1) < error) }
                #expect(light.w == 1)
            }
        }
    }

    @Test func `light of PQ is that of the formula of SMPTE ST 2084`() throws {
        let points = ColorCodePoints(primaries: .bt709, transfer: .pq)
        let decoding = try #require(LightConversion.decoding(.codePoints(points), peak: 4000))
        let levels = stride(from: 0, through: 65535, by: 257).map { UInt16($0) }
        let light = decoding.light(
            of: Self.bitmap(levels.count) { x in
                SIMD4(levels[x], 0, levels[levels.count - 1 - x], 65535)
            })
        #expect(abs(light.headroom - 4000 / 203.0) < 1e-9)
        for (x, level) in levels.enumerated() {
            let root = pow(Double(level) / 65535, 1 / (2523 / 4096.0 * 128))
            let ratio = max(root - 3424 / 4096.0, 0) / (2413 / 128.0 - 2392 / 128.0 * root)
            let nits = 10_000 * pow(ratio, 16384 / 2610.0)
            let found = Double(light[light: x, 0].x)
            #expect(abs(found - nits / 203) <= 6e-4 * found + 1e-7)
        }
    }

    @Test func `light of HLG has the system gamma of its luminance`() throws {
        let points = ColorCodePoints(primaries: .bt2020, transfer: .hlg)
        let decoding = try #require(LightConversion.decoding(.codePoints(points), to: nil))
        let light = decoding.light(of: Self.bitmap(1) { _ in SIMD4(52_428, 32_768, 13_107, 65535) })
        let scene = [52_428.0, 32_768, 13_107].map { sample -> Double in
            let level = sample / 65535
            return level <= 0.5
                ? level * level / 3 : (exp((level - 0.55991073) / 0.17883277) + 0.28466892) / 12
        }
        let luminance = 0.2627 * scene[0] + 0.678 * scene[1] + 0.0593 * scene[2]
        for channel in 0..<3 {
            let wanted = 1000 / 203 * pow(luminance, 0.2) * scene[channel]
            #expect(abs(Double(light[light: 0, 0][channel]) - wanted) < 2e-3 * wanted)
        }
        #expect(abs(light.headroom - 1000 / 203.0) < 1e-9)
    }

    /// Opaque samples of 8 bits have a loop of their own.
    @Test(arguments: [ColorPrimaries.bt709, .p3])
    func `samples of 8 bits give the light of 16`(primaries: ColorPrimaries) throws {
        for curve in [TransferFunction.sRGB, .gamma22, .pq, .hlg] {
            let points = ColorCodePoints(primaries: primaries, transfer: curve)
            let decoding = try #require(LightConversion.decoding(.codePoints(points)))
            for isOpaque in [false, true] {
                var eight = Bitmap(size: PixelSize(width: 700, height: 2), isOpaque: isOpaque)
                for x in 0..<700 {
                    for y in 0..<2 {
                        let alpha = isOpaque ? 255 : x % 256
                        let colors = SIMD3(x % 256, (x * 3 + y) % 256, (x / 3) % 256)
                        let pixel = SIMD4<UInt8>(
                            truncatingIfNeeded: SIMD4(colors &* alpha / 255, 0))
                        eight[x, y] = SIMD4(pixel.x, pixel.y, pixel.z, UInt8(alpha))
                    }
                }
                let deep = decoding.light(of: eight.converted(to: .rgba16))
                let light = decoding.light(of: eight)
                #expect(light == deep && light.isOpaque == isOpaque)
                #expect(light.significantBits == 10 && light.headroom == deep.headroom)
            }
        }
    }

    @Test func `colours of other primaries become those of BT.709`() throws {
        let points = ColorCodePoints(primaries: .p3, transfer: .linear)
        let decoding = try #require(LightConversion.decoding(.codePoints(points)))
        let light = decoding.light(
            of: Self.bitmap(2) { x in
                x == 0 ? SIMD4(65535, 0, 0, 65535) : SIMD4(65535, 65535, 65535, 65535)
            })
        // The well-known matrix from Display P3.
        for (channel, wanted) in [1.2249, -0.0420, -0.0196].enumerated() {
            #expect(abs(Double(light[light: 0, 0][channel]) - wanted) < 2e-3)
            #expect(abs(Double(light[light: 1, 0][channel]) - 1) < 2e-3)
        }
    }

    @Test func `only PQ and HLG are written`() {
        for curve in TransferFunction.allCases {
            let points = ColorCodePoints(primaries: .bt2020, transfer: curve)
            #expect((LightConversion.encoding(points) != nil) == [.pq, .hlg].contains(curve))
        }
    }
}

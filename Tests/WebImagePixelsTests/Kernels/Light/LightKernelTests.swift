import Foundation
import Testing
import WebImagePixels

/// The kernels of deep pixels with half floats of light.
@Suite struct LightKernelTests {
    private static func light(
        _ width: Int, _ height: Int, isOpaque: Bool = true,
        _ pixel: (Int, Int) -> SIMD4<Float>
    ) -> Bitmap {
        var bitmap = Bitmap(
            size: PixelSize(width: width, height: height), as: .rgbaHalf, isOpaque: isOpaque)
        bitmap.headroom = 8
        for y in 0..<height {
            for x in 0..<width { bitmap[light: x, y] = pixel(x, y) }
        }
        return bitmap
    }

    /// Light from -0.5 to 8, of halves.
    private static func scene(_ width: Int, _ height: Int, isOpaque: Bool = true) -> Bitmap {
        light(width, height, isOpaque: isOpaque) { x, y in
            SIMD4(
                Float((x * 7 + y * 3) % 64) / 8, Float((x + y * 5) % 17) / 32 - 0.5,
                Float(x % 9) / 4, isOpaque ? 1 : Float((x + y) % 5) / 4)
        }
    }

    private static func pixels(_ bitmap: Bitmap) -> [SIMD4<Float>] {
        (0..<bitmap.size.height).flatMap { y in
            (0..<bitmap.size.width).map { x in bitmap[light: x, y] }
        }
    }

    private static let flat: [SIMD4<Float>] = [
        SIMD4(4.5, 0.125, -0.25, 1), SIMD4(6, -0.5, 1.5, 0.5), SIMD4(1, 1, 1, 1),
    ]

    @Test(arguments: flat)
    func `a flat colour stays exactly that colour in any size`(pixel: SIMD4<Float>) {
        let source = Self.light(33, 29, isOpaque: pixel.w == 1) { _, _ in pixel }
        for (width, height) in [(7, 5), (80, 90), (5, 70), (33, 3), (33, 29)] {
            let scaled = source.resampled(to: PixelSize(width: width, height: height))
            #expect(scaled.sampleFormat == .rgbaHalf && scaled.headroom == 8)
            #expect(Self.pixels(scaled).allSatisfy { near($0, pixel, pixel.w == 1 ? 0 : 2e-3) })
        }
    }

    @Test(arguments: flat)
    func `a flat colour stays that colour blurred, sharpened and rotated`(pixel: SIMD4<Float>) {
        let source = Self.light(40, 30, isOpaque: pixel.w == 1) { _, _ in pixel }
        for sigma in [0.8, 6, 25] {
            let blurred = source.blurred(sigma: sigma)
            #expect(blurred.sampleFormat == .rgbaHalf && blurred.headroom == 8)
            #expect(Self.pixels(blurred).allSatisfy { near($0, pixel, 4e-3) }, "\(sigma)")
        }
        #expect(Self.pixels(source.sharpened(sigma: 1)).allSatisfy { near($0, pixel, 1e-2) })
        let rotated = source.rotated(degrees: 30)
        let (x, y) = (rotated.size.width / 2, rotated.size.height / 2)
        #expect(rotated.sampleFormat == .rgbaHalf && rotated.headroom == 8)
        #expect(near(rotated[light: x, y], pixel, 2e-3))
        #expect(rotated[light: 0, 0] == .zero)
    }

    @Test func `a crop is an exact copy`() {
        let source = Self.scene(30, 20, isOpaque: false)
        let part = source.cropped(to: PixelRect(x: 7, y: 3, size: PixelSize(width: 9, height: 11)))
        #expect(part.sampleFormat == .rgbaHalf && part.headroom == 8)
        for y in 0..<11 {
            for x in 0..<9 { #expect(part[light: x, y] == source[light: x + 7, y + 3]) }
        }
    }

    @Test(arguments: Orientation.allCases)
    func `an orientation moves pixels as they are`(orientation: Orientation) {
        let source = Self.scene(19, 37)
        let turned = source.oriented(orientation)
        let back = turned.oriented(orientation.followed(by: .up))
        #expect(turned.sampleFormat == .rgbaHalf && turned.headroom == 8)
        #expect(turned.size == orientation.upright(source.size) && back.headroom == 8)
        let corners = [(0, 0), (18, 0), (0, 36), (18, 36)].map { source[light: $0.0, $0.1] }
        let (right, bottom) = (turned.size.width - 1, turned.size.height - 1)
        let found = [(0, 0), (right, 0), (0, bottom), (right, bottom)].map {
            turned[light: $0.0, $0.1]
        }
        #expect(found.allSatisfy { corners.contains($0) })
        let sum = { (bitmap: Bitmap) in Self.pixels(bitmap).reduce(SIMD4<Float>.zero, +) }
        #expect(near(sum(turned), sum(source), 1e-3))
    }

    @Test func `light above white and below 0 is averaged, not limited`() {
        let source = Self.light(8, 8) { x, _ in
            x % 2 == 0 ? SIMD4(6, -0.5, 0, 1) : SIMD4(2, -0.25, 1, 1)
        }
        let half = source.resampled(to: PixelSize(width: 4, height: 4), filter: .box)
        #expect(Self.pixels(half).allSatisfy { near($0, SIMD4(4, -0.375, 0.5, 1), 1e-3) })
        let blurred = Self.pixels(source.blurred(sigma: 20))
        #expect(blurred.allSatisfy { near($0, SIMD4(4, -0.375, 0.5, 1), 0.1) })
    }

    @Test func `light is mixed by alpha in linear light`() {
        var below = Self.light(4, 1) { _, _ in SIMD4(4, -0.5, 1, 1) }
        let top = Self.light(4, 1, isOpaque: false) { x, _ in
            SIMD4(8, 0.5, -0.25, [0, 1, 0.5, 0.25][x])
        }
        below.composite(top, atX: 0, y: 0)
        let wanted: [SIMD4<Float>] = [
            SIMD4(4, -0.5, 1, 1), SIMD4(8, 0.5, -0.25, 1), SIMD4(6, 0, 0.375, 1),
            SIMD4(5, -0.25, 0.6875, 1),
        ]
        for x in 0..<4 { #expect(near(below[light: x, 0], wanted[x], 1e-3), "\(x)") }
        var canvas = Bitmap(size: PixelSize(width: 6, height: 3), as: .rgbaHalf)
        canvas.composite(top, atX: 1, y: 1)
        for x in 1..<4 {
            #expect(near(canvas[light: x + 1, 1], top[light: x, 0], 1e-3))
        }
        #expect(canvas[light: 0, 0] == .zero)
    }

    @Test func `a tint mixes levels of sRGB, also beyond white`() {
        let source = Self.light(3, 1) { x, _ in
            [SIMD4(4, 1, 0, 1), SIMD4(-0.5, 0.5, 2, 1), SIMD4(1, 1, 1, 1)][x]
        }
        let same = source.tinted(SIMD4(10, 20, 30, 0), mode: .normal)
        for x in 0..<3 { #expect(near(same[light: x, 0], source[light: x, 0], 2e-3)) }
        let whole = source.tinted(SIMD4(0, 255, 255, 255), mode: .normal)
        for x in 0..<3 { #expect(near(whole[light: x, 0], SIMD4(1, 1, 0, 1), 2e-3)) }
        let half = source.tinted(SIMD4(0, 0, 0, 128), mode: .normal)
        let level = 1.055 * pow(4, 1 / 2.4) - 0.055
        let wanted = pow((level * (1 - 128 / 255.0) + 0.055) / 1.055, 2.4)
        #expect(abs(Double(half[light: 0, 0].x) - wanted) < 4e-3 * wanted)
    }

    @Test func `a cut picture of a translucent edge has no light of hidden pixels`() {
        let source = Self.light(8, 1, isOpaque: false) { x, _ in
            x < 4 ? SIMD4(7, 7, 7, 0) : SIMD4(2, -0.25, 0.5, 1)
        }
        let scaled = source.resampled(to: PixelSize(width: 4, height: 1))
        for x in 0..<4 where scaled[light: x, 0].w > 0.01 {
            let pixel = scaled[light: x, 0]
            // The filter overshoots at edges, also where alpha is limited.
            #expect(near(SIMD4(pixel.x, pixel.y, pixel.z, 1), SIMD4(2, -0.25, 0.5, 1), 2e-2))
        }
    }
}

private func near(_ one: SIMD4<Float>, _ other: SIMD4<Float>, _ most: Float) -> Bool {
    let scale = other.max() > 1 ? other.max() : 1
    return (0..<4).allSatisfy { abs(one[$0] - other[$0]) <= most * scale }
}

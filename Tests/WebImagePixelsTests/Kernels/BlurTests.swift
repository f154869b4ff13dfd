import TestSupport
import Testing

@testable import WebImagePixels

@Suite struct BlurTests {
    static let sizes = [(1, 1), (1, 9), (9, 1), (2, 3), (17, 23), (40, 12)].map {
        PixelSize(width: $0.0, height: $0.1)
    }

    @Test(arguments: [0.3, 0.8, 2, 3.9, 4, 5.5, 9, 9.1, 13, 17.9, 18, 60], sizes)
    func `noise comes out as under a true Gaussian, within one level`(
        sigma: Double, size: PixelSize
    ) {
        let picture = Scene.noise(size: size, seed: 12)
        let exact = FloatImage(picture).gaussian(sigma).bitmap
        #expect(ImageComparison(picture.blurred(sigma: sigma), exact).maximum <= 1)
    }

    /// Blurs a frame of one pixel, whose light is all at the edges.
    @Test(arguments: [8, 9, 9.1, 10, 20, 40, 100])
    func `edges come out as under a true Gaussian, whatever the sigma`(sigma: Double) {
        let size = PixelSize(width: 99, height: 77)
        var picture = Bitmap(filled: SIMD4(repeating: 255), size: size)
        for (x, y) in (0..<99).flatMap({ [($0, 0), ($0, 76)] })
            + (0..<77).flatMap({ [(0, $0), (98, $0)] })
        {
            picture[x, y] = SIMD4(0, 0, 255, 255)
        }
        let exact = FloatImage(picture).gaussian(sigma).bitmap
        #expect(ImageComparison(picture.blurred(sigma: sigma), exact).maximum <= 1)
    }

    /// Blurs stripes of many widths from black to white, of which a small picture shows few.
    @Test(arguments: [9.1, 17.9, 18])
    func `waves come out as under a true Gaussian`(sigma: Double) {
        let size = PixelSize(width: 150, height: 90)
        var picture = Bitmap(filled: SIMD4(0, 0, 0, 255), size: size)
        for y in 0..<90 {
            for x in 0..<150 where (x * x / 90 + y * y / 40) % 13 < 6 {
                picture[x, y] = SIMD4(repeating: 255)
            }
        }
        let comparison = ImageComparison(
            picture.blurred(sigma: sigma), FloatImage(picture).gaussian(sigma).bitmap)
        #expect(comparison.maximum <= 1)
        #expect(comparison.mean < 0.05)
    }

    @Test(
        arguments: [4, 4.3, 5, 7.7, 9],
        [(1, 1), (1, 9), (9, 1), (2, 3), (40, 12), (67, 41)])
    func `every second pixel is blurred alike in C and in Swift`(
        sigma: Double, sides: (Int, Int)
    ) {
        let size = PixelSize(width: sides.0, height: sides.1)
        for isOpaque in [true, false] {
            let picture = Scene.noise(size: size, seed: 21, isOpaque: isOpaque)
            #expect(
                picture.halved(sigma: sigma, usesC: ResampleKernel.isInC)
                    == picture.halved(sigma: sigma, usesC: false))
        }
    }

    /// Blurs waves of all lengths from black to white: no pixel can be derived from the others.
    @Test(arguments: [4, 5, 9])
    func `waves come out as where the neighbours of all pixels are weighed`(sigma: Double) {
        var picture = Bitmap(size: PixelSize(width: 160, height: 120), isOpaque: true)
        for y in 0..<120 {
            for x in 0..<160 {
                let isWhite = (x * x / 96 + y * y / 48) % 12 < 6
                picture[x, y] = isWhite ? SIMD4(repeating: 255) : SIMD4(0, 0, 0, 255)
            }
        }
        let all = picture.convolved(sigma: sigma)
        let comparison = ImageComparison(picture.blurred(sigma: sigma), all)
        #expect(comparison.maximum <= 1)
        // Rounding may differ.
        #expect(comparison.mean < 0.08)
    }

    @Test func `every level stays exactly that level`() {
        for sigma in stride(from: 4.0, through: 9, by: 0.125) {
            for level in stride(from: 0, through: 255, by: 5) {
                let colour = SIMD4(UInt8(level), UInt8(255 - level), UInt8(level / 2), 255)
                let flat = Bitmap(filled: colour, size: PixelSize(width: 4, height: 3))
                #expect(flat.blurred(sigma: sigma) == flat)
            }
        }
    }

    @Test(arguments: [0.8, 1.5, 2, 2.7])
    func `a photograph looks as under a true Gaussian`(sigma: Double) {
        let picture = Scene.photograph(size: PixelSize(width: 48, height: 32))
        let blurred = picture.blurred(sigma: sigma)
        let exact = FloatImage(picture).gaussian(sigma).bitmap
        #expect(ImageComparison(blurred, exact).maximum <= 1)
    }

    @Test(arguments: [0.2, 0.5, 3, 250, 1e300, .infinity])
    func `a flat colour stays exactly that colour`(sigma: Double) {
        for size in Self.sizes {
            let flat = Bitmap(filled: SIMD4(1, 100, 254, 255), size: size)
            #expect(flat.blurred(sigma: sigma) == flat)
            #expect(flat.blurred(sigma: sigma).isOpaque)
        }
    }

    @Test(arguments: [0, -3, 0.1, .nan])
    func `a sigma of almost nothing changes nothing`(sigma: Double) {
        let picture = Scene.noise(size: PixelSize(width: 8, height: 8), seed: 1)
        #expect(picture.blurred(sigma: sigma) == picture)
    }

    @Test func `a spot far from the edges keeps its light`() {
        var picture = Bitmap(size: PixelSize(width: 41, height: 41))
        picture.fill(
            PixelRect(x: 16, y: 16, size: PixelSize(width: 9, height: 9)),
            with: SIMD4(200, 200, 200, 200))
        let before = FloatImage(picture).pixels.reduce(.zero, +).w
        let after = FloatImage(picture.blurred(sigma: 2)).pixels.reduce(.zero, +).w
        #expect(abs(after - before) / before < 0.01)
    }

    @Test func `colour never exceeds alpha`() {
        let picture = Scene.noise(size: PixelSize(width: 30, height: 20), seed: 9)
        #expect(
            picture.blurred(sigma: 1.7).allPixels.allSatisfy { $0.max() == $0.w }
        )
    }
}

import Testing
import WebImagePixels

/// Sizes in points and in pixels.
struct PixelSizeTests {
    @Test func `points are scaled to whole pixels, and none is missing`() {
        #expect(PixelSize(160, 120).scaled(by: 2) == PixelSize(320, 240))
        #expect(PixelSize(33, 7).scaled(by: 1.5) == PixelSize(50, 11))
        #expect(PixelSize(30, 1).scaled(by: 1.1) == PixelSize(33, 2))
    }

    @Test func `a side that is free stays free`() {
        #expect(PixelSize(100, 0).scaled(by: 3) == PixelSize(300, 0))
    }

    @Test(arguments: [Double.nan, .infinity, 0, -2])
    func `a scale that is none changes nothing`(scale: Double) {
        #expect(PixelSize(100, 50).scaled(by: scale) == PixelSize(100, 50))
    }

    @Test func `a size beyond all numbers does not trap`() {
        #expect(PixelSize(.max, 1).scaled(by: 4) == PixelSize(.max, 4))
    }
}

import Testing
import WebImagePixels
import WebImageSizing

@Suite struct DownsamplingTests {
    private static func size(_ width: Int, _ height: Int) -> PixelSize {
        PixelSize(width: width, height: height)
    }

    @Test(arguments: [
        (Fit.fit, size(200, 200), size(200, 100)),
        (.fit, size(100, 25), size(50, 25)),
        (.fit, size(100, 0), size(100, 50)),
        (.fit, size(0, 20), size(40, 20)),
        (.fit, size(0, 0), size(400, 200)),
        (.fit, size(800, 800), size(400, 200)),
        (.fit, size(1, 1), size(1, 1)),
        (.fill, size(100, 100), size(200, 100)),
        (.fill, size(300, 10), size(300, 150)),
        (.fill, size(100, 0), size(100, 50)),
        (.fill, size(100, 400), size(400, 200)),
        (.fill, size(99, 100), size(201, 100)),
        (.fill, size(160, 79), size(160, 81)),
        (.stretch, size(100, 100), size(100, 100)),
        (.stretch, size(0, 50), size(100, 50)),
        (.stretch, size(1000, 50), size(400, 50)),
    ])
    func `a picture of 400x200 meets a box`(fit: Fit, box: PixelSize, expected: PixelSize) {
        #expect(Downsampling(box: box, fit: fit).scaledSize(of: Self.size(400, 200)) == expected)
    }

    @Test func `a picture that covers a box keeps one scale for both sides`() {
        let narrow = Downsampling(box: Self.size(99, 100), fit: .fill)
        #expect(narrow.coverage(of: Self.size(400, 200)) == Coverage(columns: 201 * 2.0 / 400))
        #expect(narrow.coverage(of: Self.size(40, 20)) == Coverage())
        let turned = Downsampling(box: Self.size(100, 99), fit: .fill)
        #expect(
            turned.coverage(of: Self.size(400, 200), .right) == Coverage(columns: 201 * 2.0 / 400))
        let whole = Downsampling(box: Self.size(99, 100))
        #expect(whole.coverage(of: Self.size(400, 200)) == Coverage())
    }

    @Test(arguments: [
        (320_000, size(400, 200)), (319_999, size(399, 199)), (80_000, size(200, 100)),
        (4, size(1, 1)), (0, size(1, 1)),
    ])
    func `a picture of 400x200 meets a budget of bytes`(budget: Int, expected: PixelSize) {
        #expect(Downsampling(maxBytes: budget).scaledSize(of: Self.size(400, 200)) == expected)
    }

    @Test func `box and budget both hold`() {
        let both = Downsampling(box: Self.size(100, 100), maxBytes: 5000)
        let scaled = both.scaledSize(of: Self.size(400, 200))
        #expect(scaled.area * 4 <= 5000)
        #expect(scaled == Self.size(50, 25))
    }

    @Test(arguments: [
        (400, size(1, 100_000)), (4, size(9000, 2)), (0, size(1, 50)), (79, size(70, 3)),
    ])
    func `a budget holds for a picture of any shape`(budget: Int, source: PixelSize) {
        let scaled = Downsampling(maxBytes: budget).scaledSize(of: source)
        #expect(scaled.area * 4 <= max(budget, 4))
        #expect(!scaled.isEmpty)
    }

    @Test func `without a box the size is kept`() {
        #expect(Downsampling().scaledSize(of: Self.size(7, 3)) == Self.size(7, 3))
    }
}

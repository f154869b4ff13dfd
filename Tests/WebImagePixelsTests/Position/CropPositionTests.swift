import Testing
import WebImagePixels

/// The place of a smaller rectangle in a larger one.
@Suite struct CropPositionTests {
    private static let outer = PixelSize(20, 10)

    @Test(
        arguments: [
            (.center, 8, 4), (.gravity(.north), 8, 0), (.gravity(.northeast), 16, 0),
            (.gravity(.east), 16, 4), (.gravity(.southeast), 16, 8), (.gravity(.south), 8, 8),
            (.gravity(.southwest), 0, 8), (.gravity(.west), 0, 4), (.gravity(.northwest), 0, 0),
            (.gravity(.northwest, x: 3, y: 2), 3, 2), (.gravity(.southeast, x: 3, y: 2), 13, 6),
            (.gravity(.center, x: -3, y: 2), 5, 6),
            // Shares of the sides; halves go to the even number.
            (.gravity(.northwest, x: 0.25, y: 0.3), 5, 3),
            (.gravity(.southeast, x: 0.125, y: 0.15), 14, 6),
            (.gravity(.northwest, x: 2.5, y: 1.5), 2, 2),
            // Nothing leaves the outer rectangle.
            (.gravity(.northwest, x: -5, y: 99), 0, 8), (.gravity(.east, x: -0.5), 16, 4),
            (.gravity(.center, x: 1e300, y: -1e300), 16, 0),
            (.gravity(.center, x: .infinity, y: -.infinity), 16, 0),
            (.gravity(.center, x: .nan, y: .nan), 8, 4),
            (.focus(x: 0.5, y: 0.5), 8, 4), (.focus(x: 0, y: 1), 0, 8), (.focus(x: 1, y: 0), 16, 0),
            (.focus(x: 0.425, y: 0.25), 6, 1), (.focus(x: .nan, y: 1e300), 0, 8),
            (.attention, 8, 4),
        ] as [(CropPosition, Int, Int)])
    func `a position gives the place of a size in another`(
        _ position: CropPosition, _ x: Int, _ y: Int
    ) {
        let size = PixelSize(4, 2)
        #expect(position.rect(of: size, in: Self.outer) == PixelRect(x: x, y: y, size: size))
    }

    @Test(
        arguments: [
            (.gravity(.northwest, x: 3, y: 2), 2, 6, 4), (.gravity(.northwest, x: 0.25), 2, 5, 0),
            (.gravity(.southeast, x: 2, y: 2), 1.5, 13, 5), (.gravity(.west, x: 1), 0.5, 0, 4),
            (.gravity(.west, x: 5), .nan, 0, 4), (.gravity(.west, x: 5), .infinity, 16, 4),
        ] as [(CropPosition, Double, Int, Int)])
    func `a pixel ratio multiplies distances in pixels`(
        _ position: CropPosition, _ ratio: Double, _ x: Int, _ y: Int
    ) {
        let rect = position.rect(of: PixelSize(4, 2), in: Self.outer, pixelRatio: ratio)
        #expect((rect.x, rect.y) == (x, y))
    }

    @Test(
        arguments: [PixelSize(0, 0), PixelSize(-5, 3), PixelSize(7, 1), PixelSize(.max, .min)],
        [
            CropPosition.center, .gravity(.southeast, x: -.infinity, y: 1e18), .attention,
            .focus(x: -1e308, y: .infinity), .gravity(.north, x: .nan, y: -0.999),
        ])
    func `any sizes give a rectangle inside`(size: PixelSize, position: CropPosition) {
        for inner in [PixelSize(.max, .max), PixelSize(.min, 2), PixelSize(1, 9)] {
            let rect = position.rect(of: inner, in: size, pixelRatio: 1e300)
            let outer = PixelSize(max(0, size.width), max(0, size.height))
            #expect(rect.clamped(to: outer) == rect)
            #expect(rect.size.width == min(max(0, inner.width), outer.width))
        }
    }
}

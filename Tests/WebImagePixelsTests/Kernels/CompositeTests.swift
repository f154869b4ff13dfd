import TestSupport
import Testing
import WebImagePixels

@Suite struct CompositeTests {
    static let offsets = [
        (0, 0), (3, 2), (-4, -5), (9, -1), (-20, 0), (0, 50), (.min, .max), (.max, .min),
    ]

    @Test(arguments: offsets)
    func `a translucent picture is laid over and cut at the sides`(offset: (Int, Int)) {
        let bottom = Scene.noise(size: PixelSize(width: 13, height: 11), seed: 1)
        let top = Scene.noise(size: PixelSize(width: 9, height: 12), seed: 2)
        var result = bottom
        result.composite(top, atX: offset.0, y: offset.1)
        let (exact, upper) = (FloatImage(bottom), FloatImage(top))
        let expected = FloatImage(size: bottom.size) { x, y in
            let (u, v) = (Double(x) - Double(offset.0), Double(y) - Double(offset.1))
            guard u >= 0, v >= 0, u < 9, v < 12 else { return exact[x, y] }
            let over = upper[Int(u), Int(v)]
            return over + exact[x, y] * (1 - over.w / 255)
        }
        #expect(ImageComparison(result, expected.bitmap).maximum <= 1)
    }

    @Test func `an opaque picture replaces what is below`() {
        var result = Scene.noise(size: PixelSize(width: 6, height: 6), seed: 1)
        let top = Scene.noise(size: PixelSize(width: 6, height: 6), seed: 2, isOpaque: true)
        result.composite(top, atX: 0, y: 0)
        #expect(result == top)
    }

    @Test func `opaque below stays opaque`() {
        var result = Scene.noise(size: PixelSize(width: 16, height: 16), seed: 1, isOpaque: true)
        result.composite(
            Scene.noise(size: PixelSize(width: 16, height: 16), seed: 2), atX: 0, y: 0)
        #expect(result.isOpaque)
        #expect(result.allPixels.allSatisfy { $0.w == 255 })
    }

    @Test func `a picture can be laid over itself`() {
        let picture = Scene.transparency(size: PixelSize(width: 12, height: 9))
        var (result, expected) = (picture, picture)
        result.composite(result, atX: 2, y: 1)
        expected.composite(picture, atX: 2, y: 1)
        #expect(result == expected)
    }

    @Test func `a fill replaces inside of its rectangle only`() {
        let picture = Scene.noise(size: PixelSize(width: 5, height: 4), seed: 3)
        let pixel = SIMD4<UInt8>(1, 2, 3, 4)
        var result = picture
        result.fill(PixelRect(x: 3, y: -1, size: PixelSize(width: 9, height: 3)), with: pixel)
        for y in 0..<4 {
            for x in 0..<5 {
                #expect(result[x, y] == (x >= 3 && y < 2 ? pixel : picture[x, y]))
            }
        }
    }

    @Test func `a fill tells whether the picture is opaque now`() {
        var picture = Bitmap(size: PixelSize(width: 4, height: 4))
        let whole = PixelRect(x: 0, y: 0, size: picture.size)
        picture.fill(whole, with: SIMD4(0, 0, 0, 255))
        #expect(picture.isOpaque)
        picture.fill(PixelRect(x: 1, y: 1, size: whole.size), with: SIMD4(0, 0, 0, 254))
        #expect(!picture.isOpaque)
    }

    @Test func `a fill outside changes nothing`() {
        var picture = Bitmap(size: PixelSize(width: 4, height: 4), isOpaque: true)
        let before = picture
        picture.fill(PixelRect(x: 4, y: 0, size: picture.size), with: SIMD4(repeating: 9))
        #expect(picture == before && picture.isOpaque)
    }

    @Test func `a mask multiplies every channel and starts as full coverage`() {
        let picture = Scene.noise(size: PixelSize(width: 21, height: 9), seed: 3)
        var result = picture
        result.applyMask { y, row in
            #expect(row.count == 21)
            row[y] = UInt8(y * 31)
        }
        for (y, x) in (0..<9).flatMap({ y in (0..<21).map { (y, $0) } }) {
            let before = picture[x, y]
            var expected = before
            for channel in 0..<4 where x == y {
                expected[channel] = Convert.multiply(before[channel], UInt8(y * 31))
            }
            #expect(result[x, y] == expected)
        }
        #expect(!result.isOpaque)
    }
}

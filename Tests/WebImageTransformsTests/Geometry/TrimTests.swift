import TestSupport
import Testing
import WebImagePipeline
import WebImagePixels
import WebImageTransforms

/// `trim` next to `find_trim` of libvips 8.14.
struct TrimTests {
    /// A frame with grain of four levels, and two specks that the median removes.
    private static let picture = Bitmap(width: 70, height: 41) { x, y in
        if (x, y) == (3, 3) || (x, y) == (60, 35) { return Pixel(0, 0, 0, 255) }
        let grain = (x * 7 + y * 13) % 9 - 4
        let isInside = (9..<52).contains(x) && (6..<31).contains(y)
        guard isInside else {
            return Pixel(UInt8(20 + grain), UInt8(180 + grain), UInt8(200 + grain), 255)
        }
        return Pixel(
            UInt8(220 + grain), UInt8(90 + grain), UInt8((40 + 3 * x) % 256 + grain), 255)
    }

    private func trimmed(_ rect: (Int, Int, Int, Int)) -> Bitmap {
        Self.picture.cropped(
            to: PixelRect(x: rect.0, y: rect.1, size: PixelSize(rect.2, rect.3)))
    }

    @Test(
        arguments: [
            (3, nil, (0, 0, 70, 41)), (8, nil, (9, 6, 43, 25)), (10, nil, (9, 6, 43, 25)),
            (30, nil, (9, 6, 43, 25)), (254, nil, (0, 0, 70, 41)), (10, .white, (0, 0, 70, 41)),
            (60, RGBAColor(red: 240, green: 200, blue: 60), (9, 6, 43, 25)),
        ] as [(Double, RGBAColor?, (Int, Int, Int, Int))])
    func `margins are those of libvips`(
        threshold: Double, color: RGBAColor?, rect: (Int, Int, Int, Int)
    ) throws {
        let result = try Trim(threshold: threshold, color: color).apply(to: Self.picture)
        #expect(result == trimmed(rect))
    }

    @Test(arguments: [(true, false), (false, true), (true, true)])
    func `equal margins are the smaller ones`(horizontally: Bool, vertically: Bool) throws {
        let result = try Trim(
            isEqualHorizontally: horizontally, isEqualVertically: vertically
        ).apply(to: Self.picture)
        let (x, width) = horizontally ? (9, 52) : (9, 43)
        let (y, height) = vertically ? (6, 29) : (6, 25)
        #expect(result == trimmed((x, y, width, height)))
    }

    @Test func `the colour may be that of the bottom right`() throws {
        // White all around, and a blue column at the right.
        let canvas = Bitmap(width: 30, height: 20) { x, y in
            if x >= 27 { return Pixel(0, 0, 255, 255) }
            let isInside = (5..<20).contains(x) && (4..<15).contains(y)
            return isInside ? Pixel(UInt8(x), 0, 0, 255) : Pixel(255, 255, 255, 255)
        }
        let rect = { PixelRect(x: $0, y: $1, size: PixelSize($2, $3)) }
        let topLeft = try Trim().apply(to: canvas)
        let bottomRight = try Trim(isOfBottomRight: true).apply(to: canvas)
        #expect(topLeft == canvas.cropped(to: rect(5, 0, 25, 20)))
        #expect(bottomRight == canvas.cropped(to: rect(0, 0, 27, 20)))
        let clear = Trim(color: .white, isOfBottomRight: true)
        #expect(clear.spelling == Trim(color: .white).spelling)
    }

    @Test func `transparent margins are cut by their magenta`() throws {
        var canvas = Bitmap(size: PixelSize(30, 20))
        canvas.composite(.photograph(11, 7), atX: 5, y: 9)
        let inside = PixelRect(x: 5, y: 9, size: PixelSize(11, 7))
        for color in [nil, RGBAColor.clear, RGBAColor(red: 255, green: 0, blue: 255)] {
            #expect(try Trim(color: color).apply(to: canvas) == canvas.cropped(to: inside))
        }
        #expect(try Trim(color: .white).apply(to: canvas) == canvas)
    }

    @Test func `a picture that is all margin stays as it is`() throws {
        for size in [(1, 1), (1, 8), (20, 11)] {
            let flat = Bitmap.flat(size.0, size.1, Pixel(9, 8, 7, 255))
            #expect(try Trim().apply(to: flat) == flat)
        }
    }
}

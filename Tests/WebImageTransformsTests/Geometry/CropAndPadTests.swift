import TestSupport
import Testing
import WebImageCaching
import WebImagePipeline
import WebImagePixels
import WebImageTransforms

@Suite struct CropAndPadTests {
    @Test(arguments: [
        (Crop(PixelSize(5, 4), x: 3, y: 2), PixelRect(x: 3, y: 2, size: PixelSize(5, 4))),
        (Crop(PixelSize(5, 4), x: -3, y: -2), PixelRect(x: 0, y: 0, size: PixelSize(2, 2))),
        (Crop(PixelSize(50, 40), x: 18, y: 14), PixelRect(x: 18, y: 14, size: PixelSize(2, 1))),
        (Crop(PixelSize(5, 0), x: 1, y: 9), PixelRect(x: 1, y: 9, size: PixelSize(5, 6))),
        (Crop(PixelSize(0, 1), x: 7), PixelRect(x: 7, y: 0, size: PixelSize(13, 1))),
    ])
    func `a crop has exactly the pixels of its part`(_ crop: Crop, _ part: PixelRect) throws {
        let source = Bitmap.transparency(20, 15)
        let expected = Bitmap(width: part.size.width, height: part.size.height) { x, y in
            source[part.x + x, part.y + y]
        }
        #expect(try crop.apply(to: source) == expected)
    }

    @Test(arguments: [(20, 0), (0, 15), (-5, 0), (0, -4), (.max, .max), (.min, .min)])
    func `a crop outside of the picture is refused`(_ x: Int, _ y: Int) {
        let error = #expect(throws: TransformFailure.self) {
            try Crop(PixelSize(5, 4), x: x, y: y).apply(to: .photograph(20, 15))
        }
        #expect(error?.reason == "the rectangle is outside of the image of 20x15")
    }

    @Test(arguments: [PixelSize(31, 20), PixelSize(30, 0), PixelSize(3, 29), PixelSize(3, 4)])
    func `a padded picture stands in the middle of its colour`(_ size: PixelSize) throws {
        let source = Bitmap.photograph(20, 15)
        let color = RGBAColor(red: 200, green: 100, blue: 50, alpha: 128)
        let result = try Pad(size, color).apply(to: source)
        let (width, height) = (max(size.width, 20), max(size.height, 15))
        let (left, top) = ((width - 20) / 2, (height - 15) / 2)
        let expected = Bitmap(width: width, height: height) { x, y in
            let isInside = (left..<left + 20).contains(x) && (top..<top + 15).contains(y)
            return isInside ? source[x - left, y - top] : Pixel(25, 50, 100, 128)
        }
        #expect(result == expected)
    }

    @Test func `padding shows its colour behind transparent pixels`() throws {
        let result = try Pad(PixelSize(3, 3), .white).apply(to: .flat(1, 1, Pixel(0, 0, 128, 128)))
        #expect(result[1, 1] == Pixel(127, 127, 255, 255))
        #expect(result[0, 0] == Pixel(255, 255, 255, 255))
        #expect(result.isOpaque)
    }

    @Test func `padding with nothing keeps transparent pixels`() throws {
        let source = Bitmap.transparency(9, 9)
        let result = try Pad(PixelSize(11, 11)).apply(to: source)
        #expect(result.cropped(to: PixelRect(x: 1, y: 1, size: PixelSize(9, 9))) == source)
        #expect(result[0, 0] == .zero)
        #expect(!result.isOpaque)
    }

    @Test func `a canvas beyond 100 megapixels is refused`() {
        #expect(throws: TransformFailure.self) {
            try Pad(PixelSize(20_000, 20_000)).apply(to: .flat(1, 1, .zero))
        }
    }
}

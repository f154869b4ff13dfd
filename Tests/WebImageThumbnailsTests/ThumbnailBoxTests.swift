import Testing
import WebImagePixels

@testable import WebImageThumbnails

struct ThumbnailBoxTests {
    @Test(arguments: [
        (PixelSize(100, 100), Fit.fit, PixelSize(4000, 3000), ThumbnailSize.normal),
        (PixelSize(129, 20), .fit, PixelSize(4000, 3000), .large),
        (PixelSize(144, 144), .fill, PixelSize(4000, 3000), .large),
        // 256 × 85 does not cover 144 × 144.
        (PixelSize(144, 144), .fill, PixelSize(3000, 1000), .extraLarge),
        (PixelSize(100, 100), .stretch, PixelSize(2000, 1000), .large),
        (PixelSize(1024, 1024), .fit, PixelSize(4000, 3000), .doubleExtraLarge),
    ])
    func `the smallest thumbnail is taken that has the pixels`(
        size: PixelSize, fit: Fit, picture: PixelSize, expected: ThumbnailSize
    ) throws {
        #expect(try #require(ThumbnailBox(size, fit)).folder(for: picture) == expected)
    }

    @Test(arguments: [
        (PixelSize(100, 100), PixelSize(128, 90)), (PixelSize(1000, 1000), PixelSize(1024, 30)),
        (PixelSize(1024, 1024), PixelSize(20_000, 1000)),
    ])
    func `a picture no larger than its thumbnail, or too narrow, has none`(
        size: PixelSize, picture: PixelSize
    ) throws {
        #expect(try #require(ThumbnailBox(size, .fill)).folder(for: picture) == nil)
    }

    @Test(arguments: [PixelSize(0, 100), PixelSize(100, 0), PixelSize(1025, 10)])
    func `a free side and a larger box are not answered`(size: PixelSize) {
        #expect(ThumbnailBox(size, .fit) == nil)
    }
}

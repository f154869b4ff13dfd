import Testing
import WebImageBytes
import WebImagePixels

/// Pictures of a single row or column cost more than their pixels.
struct NarrowPictureTests {
    @Test func `the padding of rows counts`() {
        let size = PixelSize(width: 1, height: 1_000_000)
        #expect(Bitmap.byteCount(of: size) == 64_000_000)
        #expect(throws: CodecError.self) {
            try DecodeLimits(maxBytes: 63_999_999).check(size, format: .bmp)
        }
        #expect(throws: Never.self) {
            try DecodeLimits(maxBytes: 64_000_000).check(size, format: .bmp)
        }
    }

    @Test(arguments: [
        PixelSize(width: 99_000_000, height: 1), PixelSize(width: 1, height: 60_000_000),
        PixelSize(width: .max, height: 1), PixelSize(width: .max, height: .max),
    ])
    func `a side beyond the limit is refused`(size: PixelSize) {
        #expect(throws: CodecError.self) { try DecodeLimits().check(size, format: .png) }
    }

    @Test func `what a bitmap takes is what was announced`() {
        for (width, height) in [(1, 3), (16, 1), (1024, 2), (1025, 2), (333, 7)] {
            let size = PixelSize(width: width, height: height)
            #expect(Bitmap(size: size).byteCount == Bitmap.byteCount(of: size))
        }
    }
}

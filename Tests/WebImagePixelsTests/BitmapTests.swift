import TestSupport
import Testing
import WebImagePixels

@Suite struct BitmapTests {
    @Test func `a new bitmap is transparent black`() {
        let bitmap = Bitmap(size: PixelSize(width: 5, height: 3))
        #expect(bitmap.allPixels.allSatisfy { $0 == .zero })
    }

    @Test func `a changed copy leaves the original alone`() {
        let original = Scene.noise(size: PixelSize(width: 4, height: 4), seed: 1)
        let before = original.allPixels
        var copy = original
        copy[2, 2] = SIMD4(1, 2, 3, 4)
        #expect(original.allPixels == before)
        #expect(copy != original)
        #expect(copy[2, 2] == SIMD4(1, 2, 3, 4))
    }

    @Test func `only the pixels count in a comparison`() {
        let one = Scene.noise(size: PixelSize(width: 5, height: 4), seed: 1)
        var other = one
        let stride = other.bytesPerRow
        other.withUnsafeMutableRows { $0[stride - 1] = 99 }
        #expect(one == other)
        other[4, 3].x ^= 1
        #expect(one != other)
    }

    @Test func `size and colour space count in a comparison`() {
        let one = Bitmap(size: PixelSize(width: 2, height: 3))
        var other = one
        other.colorSpace = .embedded
        #expect(one != other)
        #expect(one != Bitmap(size: PixelSize(width: 3, height: 2)))
    }

    @Test(arguments: [1, 16, 17, 1000, 1024, 2048, 4096])
    func `rows are aligned and never a multiple of 4096 bytes apart`(width: Int) {
        let bitmap = Bitmap(size: PixelSize(width: width, height: 2))
        #expect(bitmap.bytesPerRow >= width * 4)
        #expect(bitmap.bytesPerRow % Bitmap.rowAlignment == 0)
        #expect(bitmap.bytesPerRow % 4096 != 0)
        #expect(bitmap.byteCount == bitmap.bytesPerRow * 2)
        let address = bitmap.withUnsafeRows { UInt(bitPattern: $0) }
        #expect(address % UInt(Bitmap.rowAlignment) == 0)
    }

    @Test func `a crop holds exactly the pixels of its rectangle`() {
        let picture = Scene.noise(size: PixelSize(width: 9, height: 8), seed: 2)
        let crop = picture.cropped(to: PixelRect(x: 4, y: 6, size: PixelSize(width: 90, height: 1)))
        #expect(crop.allPixels == (4..<9).map { picture[$0, 6] })
    }

    @Test(arguments: [
        (PixelRect(x: 2, y: 3, width: 4, height: 5), PixelRect(x: 2, y: 3, width: 4, height: 5)),
        (PixelRect(x: -2, y: -3, width: 4, height: 5), PixelRect(x: 0, y: 0, width: 2, height: 2)),
        (PixelRect(x: 8, y: 8, width: 9, height: 9), PixelRect(x: 8, y: 8, width: 2, height: 2)),
        (
            PixelRect(x: 1, y: 1, width: .max, height: .max),
            PixelRect(x: 1, y: 1, width: 9, height: 9)
        ),
        (
            PixelRect(x: .min, y: .min, width: .max, height: .max),
            PixelRect(x: 0, y: 0, width: 0, height: 0)
        ),
        (
            PixelRect(x: .max, y: .max, width: .max, height: .max),
            PixelRect(x: 10, y: 10, width: 0, height: 0)
        ),
        (
            PixelRect(x: 3, y: 3, width: .min, height: -1),
            PixelRect(x: 3, y: 3, width: 0, height: 0)
        ),
    ])
    func `a rectangle is cut to a picture of 10 × 10`(rect: PixelRect, inside: PixelRect) {
        #expect(rect.clamped(to: PixelSize(width: 10, height: 10)) == inside)
    }
}

extension PixelRect {
    fileprivate init(x: Int, y: Int, width: Int, height: Int) {
        self.init(x: x, y: y, size: PixelSize(width: width, height: height))
    }
}

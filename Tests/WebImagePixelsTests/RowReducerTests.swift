import TestSupport
import Testing
import WebImagePixels

struct RowReducerTests {
    @Test(arguments: [
        (PixelSize(width: 97, height: 61), PixelSize(width: 40, height: 17)),
        (PixelSize(width: 64, height: 64), PixelSize(width: 16, height: 32)),
        (PixelSize(width: 5, height: 300), PixelSize(width: 5, height: 1)),
        (PixelSize(width: 300, height: 5), PixelSize(width: 1, height: 5)),
    ])
    func `the result is the mean of the covered areas`(source: PixelSize, target: PixelSize) {
        let picture = Scene.noise(size: source, seed: 3)
        let result = reduced(picture, to: target)
        for y in 0..<target.height {
            for x in 0..<target.width {
                let expected = mean(of: picture, x, y, in: target)
                for channel in 0..<4 {
                    #expect(abs(Double(result[x, y][channel]) - expected[channel]) <= 0.502)
                }
            }
        }
    }

    @Test func `a flat colour stays that colour`() {
        var picture = Bitmap(size: PixelSize(width: 101, height: 77))
        let colour = SIMD4<UInt8>(13, 77, 120, 121)
        picture.fill(PixelRect(x: 0, y: 0, size: picture.size), with: colour)
        let result = reduced(picture, to: PixelSize(width: 23, height: 31))
        #expect((0..<31).allSatisfy { y in (0..<23).allSatisfy { result[$0, y] == colour } })
    }

    @Test func `colour never exceeds alpha`() {
        let picture = Scene.noise(size: PixelSize(width: 90, height: 70), seed: 8)
        let result = reduced(picture, to: PixelSize(width: 31, height: 29))
        for y in 0..<29 {
            for x in 0..<31 {
                let pixel = result[x, y]
                #expect(max(pixel.x, pixel.y, pixel.z) <= pixel.w)
            }
        }
    }

    @Test func `the same size is a copy`() {
        let picture = Scene.noise(size: PixelSize(width: 20, height: 11), seed: 1)
        #expect(reduced(picture, to: picture.size) == picture)
    }

    private func reduced(_ picture: Bitmap, to target: PixelSize) -> Bitmap {
        var reducer = RowReducer(
            from: picture.size, to: target, colorSpace: .sRGB, isOpaque: picture.isOpaque)
        picture.withUnsafeRows { rows in
            for y in 0..<picture.size.height { reducer.add(rows + y * picture.bytesPerRow) }
        }
        return reducer.bitmap
    }

    /// The exact mean, from the borders of the area as they are defined.
    private func mean(of picture: Bitmap, _ x: Int, _ y: Int, in target: PixelSize) -> SIMD4<Double> {
        let (width, height) = (Double(picture.size.width), Double(picture.size.height))
        let left = Double(x) * width / Double(target.width)
        let right = Double(x + 1) * width / Double(target.width)
        let top = Double(y) * height / Double(target.height)
        let bottom = Double(y + 1) * height / Double(target.height)
        var (sum, area) = (SIMD4<Double>.zero, 0.0)
        for row in Int(top)..<min(Int(bottom.rounded(.up)), picture.size.height) {
            for column in Int(left)..<min(Int(right.rounded(.up)), picture.size.width) {
                let weight =
                    (min(right, Double(column + 1)) - max(left, Double(column)))
                    * (min(bottom, Double(row + 1)) - max(top, Double(row)))
                sum += SIMD4<Double>(picture[column, row]) * weight
                area += weight
            }
        }
        return sum / area
    }
}

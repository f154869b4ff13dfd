import TestSupport
import Testing
import WebImagePixels

@Suite struct RowScalerTests {
    @Test(arguments: [(1, 1), (7, 5), (40, 30), (63, 1), (1, 47), (64, 48), (63, 47), (16, 48)])
    func `rows scaled as they arrive look as if scaled together`(width: Int, height: Int) {
        let target = PixelSize(width: width, height: height)
        for source in [
            Scene.photograph(size: PixelSize(width: 64, height: 48)),
            Scene.transparency(size: PixelSize(width: 64, height: 48)),
        ] {
            let comparison = ImageComparison(
                scaled(source, to: target), source.resampled(to: target))
            #expect(comparison.maximum <= 1)
        }
    }

    @Test func `a flat colour stays that colour`() {
        var source = Bitmap(size: PixelSize(width: 50, height: 50))
        source.fill(PixelRect(x: 0, y: 0, size: source.size), with: SIMD4(10, 20, 30, 40))
        let result = scaled(source, to: PixelSize(width: 3, height: 17))
        #expect(result == source.resampled(to: result.size))
    }

    @Test func `inks are not held at the fourth one`() {
        var source = Bitmap(size: PixelSize(width: 50, height: 50), colorSpace: .cmyk)
        source.fill(PixelRect(x: 0, y: 0, size: source.size), with: SIMD4(200, 20, 130, 40))
        let result = scaled(source, to: PixelSize(width: 7, height: 9))
        #expect(result == source.resampled(to: result.size))
        #expect(result[3, 4] == SIMD4(200, 20, 130, 40))
    }

    @Test func `rows are finished as soon as their window is there`() {
        let source = Scene.photograph(size: PixelSize(width: 20, height: 100))
        var scaler = RowScaler(
            from: source.size, to: PixelSize(width: 10, height: 10), colorSpace: .sRGB,
            isOpaque: true)
        var counts: [Int] = []
        source.withUnsafeRows { rows in
            for y in 0..<100 {
                scaler.append(rows + y * source.bytesPerRow)
                if y % 25 == 24 { counts.append(scaler.finishedCount) }
            }
        }
        #expect(counts.sorted() == counts && counts[0] == 0 && counts[1] > 1 && counts[3] == 10)
    }

    private func scaled(_ source: Bitmap, to size: PixelSize) -> Bitmap {
        var scaler = RowScaler(
            from: source.size, to: size, colorSpace: source.colorSpace, isOpaque: source.isOpaque)
        source.withUnsafeRows { rows in
            for y in 0..<source.size.height { scaler.append(rows + y * source.bytesPerRow) }
        }
        return scaler.result
    }
}

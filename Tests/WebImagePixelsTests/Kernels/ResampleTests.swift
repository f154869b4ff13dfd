import TestSupport
import Testing
import WebImagePixels

@Suite struct ResampleTests {
    static let sizes = [
        (1, 1), (1, 7), (7, 1), (2, 3), (5, 4), (13, 17), (31, 40), (64, 9),
    ].map { PixelSize(width: $0.0, height: $0.1) }

    @Test(arguments: ResampleFilter.allCases, sizes)
    func `noise comes out as in floating point, within one level`(
        filter: ResampleFilter, source: PixelSize
    ) {
        for isOpaque in [true, false] {
            let picture = Scene.noise(size: source, seed: 5, isOpaque: isOpaque)
            let exact = FloatImage(picture)
            for target in Self.sizes {
                let result = picture.resampled(to: target, filter: filter)
                let difference = ImageComparison(result, exact.resampled(to: target, filter).bitmap)
                #expect(difference.maximum <= 1, "\(source) to \(target)")
            }
        }
    }

    @Test(arguments: sizes, sizes)
    func `the nearest pixel stays as it is`(source: PixelSize, target: PixelSize) {
        let picture = Scene.noise(size: source, seed: 9)
        let result = picture.resampled(to: target, filter: .nearest)
        for y in 0..<target.height {
            for x in 0..<target.width {
                let from = (
                    (2 * x + 1) * source.width / (2 * target.width),
                    (2 * y + 1) * source.height / (2 * target.height)
                )
                #expect(result[x, y] == picture[from.0, from.1], "\(x),\(y)")
            }
        }
    }

    @Test(arguments: ResampleFilter.allCases, sizes)
    func `a flat colour stays exactly that colour`(filter: ResampleFilter, target: PixelSize) {
        let colour = SIMD4<UInt8>(3, 77, 129, 201)
        for source in Self.sizes {
            let result = Bitmap(filled: colour, size: source).resampled(to: target, filter: filter)
            #expect(result == Bitmap(filled: colour, size: target), "from \(source)")
        }
    }

    @Test(arguments: ResampleFilter.allCases)
    func `opaque stays opaque`(filter: ResampleFilter) {
        let picture = Scene.noise(size: PixelSize(width: 37, height: 23), seed: 8, isOpaque: true)
        for target in Self.sizes {
            let result = picture.resampled(to: target, filter: filter)
            #expect(result.isOpaque)
            #expect(result.allPixels.allSatisfy { $0.w == 255 })
        }
    }

    @Test(arguments: ResampleFilter.allCases, sizes)
    func `colour never exceeds alpha`(filter: ResampleFilter, target: PixelSize) {
        var picture = Scene.noise(size: PixelSize(width: 19, height: 21), seed: 2)
        picture.fill(
            PixelRect(x: 6, y: 6, size: PixelSize(width: 7, height: 7)),
            with: SIMD4(repeating: 255))
        let result = picture.resampled(to: target, filter: filter)
        #expect(result.allPixels.allSatisfy { $0.max() == $0.w })
    }

    @Test func `ink of a CMYK picture may exceed its black`() {
        var picture = Bitmap(filled: SIMD4(200, 100, 50, 0), size: PixelSize(width: 9, height: 9))
        picture.colorSpace = .cmyk
        let result = picture.resampled(to: PixelSize(width: 4, height: 5))
        #expect(result.colorSpace == .cmyk)
        #expect(result.allPixels.allSatisfy { $0 == SIMD4(200, 100, 50, 0) })
    }

    @Test(arguments: [0, 1, 15, 16, 17, 30], [0, 3])
    func `a region is scaled as its crop is`(x: Int, y: Int) {
        let picture = Scene.noise(size: PixelSize(width: 53, height: 29), seed: 4)
        let region = PixelRect(x: x, y: y, size: PixelSize(width: 21, height: 19))
        for target in Self.sizes {
            #expect(
                picture.resampled(to: target, from: region)
                    == picture.cropped(to: region).resampled(to: target))
        }
    }

    @Test func `the same size is the same picture`() {
        let picture = Scene.noise(size: PixelSize(width: 20, height: 11), seed: 1)
        #expect(picture.resampled(to: picture.size) == picture)
    }

    @Test func `a region of the target size is copied exactly`() {
        let picture = Scene.noise(size: PixelSize(width: 20, height: 11), seed: 1)
        let region = PixelRect(x: 3, y: 2, size: PixelSize(width: 5, height: 6))
        #expect(picture.resampled(to: region.size, from: region) == picture.cropped(to: region))
    }

    @Test(arguments: ResampleFilter.allCases)
    func `ten thousand pixels become one`(filter: ResampleFilter) {
        let picture = Scene.noise(size: PixelSize(width: 10_000, height: 1), seed: 3)
        let target = PixelSize(width: 1, height: 1)
        let exact = FloatImage(picture).resampled(to: target, filter).bitmap
        let wide = picture.resampled(to: target, filter: filter)
        let high = picture.oriented(.right).resampled(to: target, filter: filter)
        #expect(ImageComparison(wide, exact).maximum <= 2)
        #expect(ImageComparison(high, exact).maximum <= 2)
    }

    @Test func `a wide line becomes a high one without a picture in between`() {
        let picture = Scene.noise(size: PixelSize(width: 3_000, height: 2), seed: 3)
        let target = PixelSize(width: 2, height: 300)
        let exact = FloatImage(picture).resampled(to: target, .lanczos).bitmap
        #expect(ImageComparison(picture.resampled(to: target), exact).maximum <= 1)
    }

    @Test func `a photograph halved and doubled is still that photograph`() {
        let picture = Scene.photograph(size: PixelSize(width: 96, height: 64))
        let back = picture.resampled(to: PixelSize(width: 48, height: 32))
            .resampled(to: picture.size)
        #expect(ImageComparison(picture, back).psnr > 24)
    }
}

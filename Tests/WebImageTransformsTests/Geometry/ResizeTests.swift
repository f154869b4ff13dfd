import TestSupport
import Testing
import WebImageCaching
import WebImagePipeline
import WebImagePixels
import WebImageTransforms

@Suite struct ResizeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let source: PixelSize
        let spelling: String
        let result: PixelSize
        var testDescription: String { "\(source) \(spelling)" }

        init(_ source: PixelSize, _ spelling: String, _ result: PixelSize) {
            self.source = source
            self.spelling = spelling
            self.result = result
        }
    }

    @Test(arguments: [
        Row(PixelSize(80, 60), "resize(40x40)", PixelSize(40, 30)),
        Row(PixelSize(80, 60), "resize(40x40,fill)", PixelSize(40, 40)),
        Row(PixelSize(80, 60), "resize(40x40,stretch)", PixelSize(40, 40)),
        Row(PixelSize(80, 60), "resize(40x)", PixelSize(40, 30)),
        Row(PixelSize(80, 60), "resize(x20)", PixelSize(27, 20)),
        Row(PixelSize(80, 60), "resize(40x,fill)", PixelSize(40, 30)),
        Row(PixelSize(80, 60), "resize(x30,fill)", PixelSize(40, 30)),
        Row(PixelSize(80, 60), "resize(x30,stretch)", PixelSize(40, 30)),
        Row(PixelSize(80, 60), "resize(160x160)", PixelSize(80, 60)),
        Row(PixelSize(80, 60), "resize(160x160,fit,enlarge)", PixelSize(160, 120)),
        Row(PixelSize(80, 60), "resize(160x160,fill)", PixelSize(80, 60)),
        Row(PixelSize(80, 60), "resize(160x160,fill,enlarge)", PixelSize(160, 160)),
        Row(PixelSize(80, 60), "resize(160x160,stretch)", PixelSize(80, 60)),
        Row(PixelSize(80, 60), "resize(160x30,stretch)", PixelSize(80, 30)),
        Row(PixelSize(80, 60), "resize(160x30,stretch,enlarge)", PixelSize(160, 30)),
        Row(PixelSize(80, 60), "resize(160x30,fill)", PixelSize(80, 30)),
        Row(PixelSize(80, 60), "resize(160x,fill,enlarge)", PixelSize(160, 120)),
        Row(PixelSize(80, 60), "resize(100x50,fill,enlarge)", PixelSize(100, 50)),
        Row(PixelSize(1, 60), "resize(30x30)", PixelSize(1, 30)),
        Row(PixelSize(60, 1), "resize(2x2)", PixelSize(2, 1)),
        Row(PixelSize(2, 2), "resize(99x3,fill,enlarge)", PixelSize(99, 3)),
        Row(PixelSize(1, 1), "resize(5x7,fill,enlarge)", PixelSize(5, 7)),
    ])
    func `sizes follow the fit and grow only when asked`(_ row: Row) throws {
        let result = try Vocabulary.standard.read(row.spelling)
            .apply(to: Scene.photograph(size: row.source))
        #expect(result.size == row.result)
        #expect(result.isOpaque)
    }

    @Test func `fill cuts pixels and scales none when the picture is small enough`() throws {
        let source = Bitmap.photograph(41, 30)
        let result = try Resize(.fill, PixelSize(20, 60)).apply(to: source)
        #expect(result == source.cropped(to: PixelRect(x: 10, y: 0, size: PixelSize(20, 30))))
    }

    @Test(arguments: [PixelSize(30, 30), PixelSize(60, 20), PixelSize(10, 60), PixelSize(33, 41)])
    func `fill shows the middle of the scaled picture`(_ box: PixelSize) throws {
        let source = Bitmap.photograph(120, 90)
        let whole = Fit.fill.scaledSize(of: source.size, in: box, enlarges: false)
        let middle = PixelRect(
            x: (whole.width - box.width) / 2, y: (whole.height - box.height) / 2, size: box)
        let expected = source.resampled(to: whole).cropped(to: middle)
        let result = try Resize(.fill, box).apply(to: source)
        #expect(ImageComparison(result, expected).psnr > 24)
    }

    @Test func `fill that enlarges shows the middle although it lies between pixels`() throws {
        let source = Bitmap(width: 2, height: 2) { x, y in
            y == 0 ? Pixel(0, 0, 0, 255) : Pixel(255, 255, 255, 255)
        }
        let result = try Resize(.fill, PixelSize(40, 20), enlarges: true, filter: .bilinear)
            .apply(to: source)
        let upper = result[20, 0].x
        let lower = result[20, 19].x
        #expect(upper < 20 && lower > 235)
        #expect(abs(Int(upper) + Int(lower) - 255) <= 2)
    }

    @Test func `the filter is the one asked for`() throws {
        let source = Bitmap.photograph(40, 30)
        for filter in ResampleFilter.allCases {
            let result = try Resize(.fit, PixelSize(20, 15), filter: filter).apply(to: source)
            #expect(result == source.resampled(to: PixelSize(20, 15), filter: filter))
        }
    }

    @Test(arguments: [
        "resize(16777216x16777216,stretch,enlarge)", "resize(100001x1000,fill,enlarge)",
        "resize(16777216x,fit,enlarge)", "resize(x16777216,fill,enlarge)",
    ])
    func `a result beyond 100 megapixels is refused`(_ spelling: String) throws {
        let transform = try Vocabulary.standard.read(spelling)
        let error = #expect(throws: TransformFailure.self) {
            try transform.apply(to: .photograph(4, 3))
        }
        #expect(error?.reason.contains("100 megapixels") == true)
    }

    @Test(arguments: [
        PixelSize(0, 0), PixelSize(-1, 5), PixelSize(.max, 1), PixelSize(.min, .min),
    ])
    func `a size that is none is refused`(_ size: PixelSize) {
        for transform in [Resize(.fill, size), Crop(size), Pad(size)] as [any ImageTransform] {
            #expect(throws: TransformFailure.self) {
                try transform.apply(to: .flat(1, 1, .zero))
            }
        }
    }
}

import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImagePipeline
import WebImagePixels
import WebImageTransforms

@Suite struct RotateTests {
    @Test func `a right angle moves every pixel to its exact place`() throws {
        let source = Bitmap.transparency(13, 8)
        let quarter = Bitmap(width: 8, height: 13) { x, y in source[y, 7 - x] }
        let half = Bitmap(width: 13, height: 8) { x, y in source[12 - x, 7 - y] }
        let threeQuarters = Bitmap(width: 8, height: 13) { x, y in source[12 - y, x] }
        #expect(try Rotate(degrees: 0).apply(to: source) == source)
        #expect(try Rotate(degrees: 90).apply(to: source) == quarter)
        #expect(try Rotate(degrees: 180).apply(to: source) == half)
        #expect(try Rotate(degrees: -90).apply(to: source) == threeQuarters)
    }

    @Test(arguments: [0.0, 90, 180, 270], [0.0, 90, 180, 270])
    func `right angles add up`(_ one: Double, _ other: Double) throws {
        let source = Bitmap.photograph(13, 8)
        let twice = try Rotate(degrees: other).apply(to: Rotate(degrees: one).apply(to: source))
        #expect(try twice == Rotate(degrees: one + other).apply(to: source))
    }

    @Test(arguments: [
        (360.0, 0.0), (-90, 270), (450, 90), (-1e-20, 0), (-360, 0), (12.5, 12.5), (719.5, 359.5),
    ])
    func `angles are brought into one turn`(_ degrees: Double, _ normal: Double) {
        #expect(Rotate(degrees: degrees).degrees == normal)
        #expect(Rotate(degrees: degrees) == Rotate(degrees: normal))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `an angle that is none is refused`(_ degrees: Double) {
        #expect(throws: TransformFailure.self) {
            try Rotate(degrees: degrees).apply(to: .flat(1, 1, .zero))
        }
    }

    @Test(arguments: [0.5, 17, 45, 100, 133.3, 200, 315, 359.9])
    func `a turn agrees with a slow mean over many points of each pixel`(_ degrees: Double) throws {
        let source = Bitmap.photograph(30, 22).blurred(sigma: 1.5)
        let result = try Rotate(degrees: degrees).apply(to: source)
        let expected = reference(source, degrees, result.size)
        let comparison = ImageComparison(result, expected)
        #expect(comparison.psnr > 36, "\(comparison)")
    }

    @Test(arguments: [5.0, 30, 45, 91, 250])
    func `the canvas holds all of the picture, tightly`(_ degrees: Double) throws {
        let result = try Rotate(degrees: degrees).apply(to: .flat(40, 25, Pixel(9, 9, 9, 255)))
        let angle = degrees * .pi / 180
        let width = 40 * abs(cos(angle)) + 25 * abs(sin(angle))
        let height = 40 * abs(sin(angle)) + 25 * abs(cos(angle))
        #expect(result.size == PixelSize(Int(width.rounded(.up)), Int(height.rounded(.up))))
        #expect(abs(result.coveredArea - 1000) < 4)
        #expect(!result.isOpaque)
    }

    @Test func `a flat colour stays that colour, its edges fade out`() throws {
        let color = Pixel(40, 120, 200, 255)
        let result = try Rotate(degrees: 31).apply(to: .flat(24, 18, color))
        #expect(result[result.size.width / 2, result.size.height / 2] == color)
        #expect(result[0, 0] == .zero)
        for pixel in result.pixels where pixel.w > 0 {
            for channel in 0..<3 {
                let expected = Double(color[channel]) * Double(pixel.w) / 255
                #expect(abs(Double(pixel[channel]) - expected) <= 1)
            }
        }
        #expect(Set(result.pixels.map(\.w)).count > 10)
    }

    @Test func `a transparent picture stays premultiplied`() throws {
        let source = Scene.noise(size: PixelSize(15, 15), seed: 3)
        #expect(try Rotate(degrees: 20).apply(to: source).isPremultiplied)
    }

    @Test(arguments: [1.0, 7, 20])
    func `turning there and back gives the middle of the picture again`(_ degrees: Double) throws {
        let source = Bitmap.photograph(64, 48).blurred(sigma: 1)
        let there = try Rotate(degrees: degrees).apply(to: source)
        let back = try Rotate(degrees: -degrees).apply(to: there)
        let middle = PixelSize(33, 25)
        func center(_ bitmap: Bitmap) -> Bitmap {
            bitmap.cropped(
                to: PixelRect(
                    x: (bitmap.size.width - 33) / 2, y: (bitmap.size.height - 25) / 2, size: middle)
            )
        }
        // The canvases may differ by half a pixel, so the picture may be off by as much.
        #expect(ImageComparison(center(back), center(source)).psnr > 22)
    }

    @Test func `a turn that fits no memory is refused`() throws {
        let thin = Bitmap(size: PixelSize(20_000, 1))
        #expect(throws: TransformFailure.self) { try Rotate(degrees: 45).apply(to: thin) }
        #expect(try Rotate(degrees: 90).apply(to: thin).size == PixelSize(1, 20_000))
    }

    @Test(arguments: [
        (Flip(.horizontal), Orientation.upMirrored), (Flip(.vertical), .downMirrored),
        (Flip(.both), .down),
    ])
    func `a flip moves every pixel to its exact place`(
        _ flip: Flip, _ orientation: Orientation
    ) throws {
        let source = Bitmap.transparency(13, 8)
        let expected = Bitmap(width: 13, height: 8) { x, y in
            source[
                flip.direction == .vertical ? x : 12 - x, flip.direction == .horizontal ? y : 7 - y]
        }
        let result = try flip.apply(to: source)
        #expect(result == expected)
        #expect(result == source.oriented(orientation))
        #expect(try flip.apply(to: result) == source)
    }

    /// Returns the mean over 8 × 8 points of each pixel, bilinear or outside of the picture.
    private func reference(_ source: Bitmap, _ degrees: Double, _ size: PixelSize) -> Bitmap {
        let angle = degrees * .pi / 180
        let (cosine, sine) = (cos(angle), sin(angle))
        let pixels = source.pixels.map { SIMD4<Double>($0) }
        let (width, height) = (source.size.width, source.size.height)
        func read(_ x: Double, _ y: Double) -> SIMD4<Double> {
            guard x >= 0, y >= 0, x < Double(width), y < Double(height) else { return .zero }
            let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
            func at(_ dx: Int, _ dy: Int) -> SIMD4<Double> {
                let column = min(max(Int(left) + dx, 0), width - 1)
                let row = min(max(Int(top) + dy, 0), height - 1)
                return pixels[row * width + column]
            }
            let (right, down) = (x - 0.5 - left, y - 0.5 - top)
            let upper = at(0, 0) * (1 - right) + at(1, 0) * right
            let lower = at(0, 1) * (1 - right) + at(1, 1) * right
            return upper * (1 - down) + lower * down
        }
        return Bitmap(width: size.width, height: size.height) { x, y in
            var sum = SIMD4<Double>.zero
            for step in 0..<64 {
                let right = Double(x) + (Double(step % 8) + 0.5) / 8 - Double(size.width) / 2
                let down = Double(y) + (Double(step / 8) + 0.5) / 8 - Double(size.height) / 2
                sum += read(
                    cosine * right + sine * down + Double(width) / 2,
                    cosine * down - sine * right + Double(height) / 2)
            }
            return Pixel((sum / 64).rounded(.toNearestOrEven))
        }
    }
}

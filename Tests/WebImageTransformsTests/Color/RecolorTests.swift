import TestSupport
import Testing
import WebImageCaching
import WebImagePipeline
import WebImagePixels
import WebImageTransforms

@Suite struct RecolorTests {
    @Test(arguments: [0, 1, 77, 128, 254, 255])
    func `a tint lies over the picture and keeps its alpha`(_ alpha: UInt8) throws {
        let source = Scene.noise(size: PixelSize(23, 17), seed: 5)
        let color = RGBAColor(red: 250, green: 128, blue: 3, alpha: alpha)
        let result = try Tint(color).apply(to: source)
        let weight = Double(alpha) / 255
        let straight = SIMD4<Double>(3, 128, 250, 255)
        for (pixel, old) in zip(result.pixels, source.pixels) {
            #expect(pixel.w == old.w)
            let own = Double(old.w) / 255
            let expected = straight * own * weight + SIMD4<Double>(old) * (1 - weight)
            for channel in 0..<3 {
                #expect(abs(Double(pixel[channel]) - expected[channel]) <= 0.501)
            }
        }
        #expect(result.isPremultiplied)
    }

    @Test func `an invisible tint changes nothing, an opaque one leaves the outline`() throws {
        let source = Bitmap.transparency(19, 11)
        #expect(try Tint(.clear).apply(to: source) == source)
        let white = try Tint(.white).apply(to: source)
        #expect(white.pixels == source.pixels.map { Pixel(repeating: $0.w) })
        #expect(try Tint(.black).apply(to: .photograph(3, 3)).isOpaque)
    }

    @Test func `grey is the luma of each pixel`() throws {
        for source in [Bitmap.photograph(23, 17), .transparency(23, 17)] {
            let result = try Grayscale().apply(to: source)
            for (pixel, old) in zip(result.pixels, source.pixels) {
                let luma = 0.299 * Double(old.z) + 0.587 * Double(old.y) + 0.114 * Double(old.x)
                #expect(pixel.x == pixel.y && pixel.y == pixel.z && pixel.w == old.w)
                #expect(abs(Double(pixel.x) - luma) <= 0.51)
            }
            #expect(result.isPremultiplied && result.isOpaque == source.isOpaque)
            #expect(try Grayscale().apply(to: result) == result)
        }
    }

    @Test func `a blur keeps the mean and takes away detail`() throws {
        let source = Bitmap.photograph(48, 36)
        let result = try Blur(3).apply(to: source)
        func mean(_ bitmap: Bitmap) -> SIMD4<Double> {
            bitmap.pixels.reduce(.zero) { $0 + SIMD4<Double>($1) } / Double(48 * 36)
        }
        func detail(_ bitmap: Bitmap) -> Int {
            (1..<48).reduce(0) { $0 + abs(Int(bitmap[$1, 30].y) - Int(bitmap[$1 - 1, 30].y)) }
        }
        let difference = mean(result) - mean(source)
        for channel in 0..<4 { #expect(abs(difference[channel]) < 2) }
        #expect(detail(result) * 3 < detail(source))
        #expect(result.isOpaque)
    }

    @Test func `no blur is no change`() throws {
        let source = Bitmap.photograph(12, 9)
        #expect(try Blur(0).apply(to: source) == source)
    }

    @Test func `a transform leaves the picture it was given alone`() throws {
        let source = Bitmap.transparency(12, 9)
        let before = source.pixels
        for entry in Vocabulary.standard.entries {
            for example in entry.examples {
                _ = try? Vocabulary.standard.read(example).apply(to: source)
            }
        }
        #expect(source.pixels == before)
    }
}

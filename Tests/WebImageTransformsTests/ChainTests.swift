import TestSupport
import Testing
import WebImageCaching
import WebImagePipeline
import WebImagePixels
import WebImageTransforms

@Suite struct ChainTests {
    @Test(arguments: [
        ("resize(40x40,fill)/circle(border:2)/pad(50x60,#ffffff)", PixelSize(50, 60)),
        ("rotate(90)/resize(30x)", PixelSize(30, 40)),
        ("crop(20x30,5,5)/rotate(45)", PixelSize(36, 36)),
        ("blur(2)/grayscale/flip(both)/tint(#ff000080)/roundcorners(9)", PixelSize(80, 60)),
        ("pad(100x100)/circle/resize(10x10,stretch)", PixelSize(10, 10)),
    ])
    func `a chain is applied in its order`(_ spelling: String, _ size: PixelSize) throws {
        var bitmap = Bitmap.photograph(80, 60)
        for transform in try Vocabulary.standard.read(chain: spelling) {
            bitmap = try transform.apply(to: bitmap)
        }
        #expect(bitmap.size == size)
        #expect(bitmap.isPremultiplied)
    }

    @Test(arguments: [
        ("resize(1x1)", PixelSize(1, 1)), ("resize(9x9)", PixelSize(1, 1)),
        ("resize(9x9,fill,enlarge)", PixelSize(9, 9)), ("crop(1x1)", PixelSize(1, 1)),
        ("crop(7x,-3,0)", PixelSize(1, 1)), ("rotate(90)", PixelSize(1, 1)),
        ("rotate(45)", PixelSize(2, 2)), ("flip(both)", PixelSize(1, 1)),
        ("roundcorners(0)", PixelSize(1, 1)), ("circle", PixelSize(1, 1)),
        ("blur(500)", PixelSize(1, 1)), ("grayscale", PixelSize(1, 1)),
        ("pad(3x2,#102030)", PixelSize(3, 2)), ("tint(#10203000)", PixelSize(1, 1)),
        ("tint(#102030,mode:lighten)", PixelSize(1, 1)), ("sharpen(10)", PixelSize(1, 1)),
        ("pixelate(9)", PixelSize(1, 1)), ("brightness(0)", PixelSize(1, 1)),
        ("contrast(1)", PixelSize(1, 1)), ("saturation(3)", PixelSize(1, 1)),
        ("sepia(0)", PixelSize(1, 1)), ("background(#123456)", PixelSize(1, 1)),
        ("trim", PixelSize(1, 1)),
    ])
    func `a picture of one pixel passes every transform`(
        _ spelling: String, _ size: PixelSize
    ) throws {
        let gray = Bitmap.flat(1, 1, Pixel(90, 90, 90, 255))
        let result = try Vocabulary.standard.read(spelling).apply(to: gray)
        #expect(result.size == size)
        // A circle covers π/4 of its pixel, a rotated pixel a quarter of each of four.
        let shares = ["circle": 0.785, "rotate(45)": 0.25]
        let brightest = Double(result.pixels.map(\.z).max() ?? 0)
        #expect(abs(brightest - 90 * (shares[spelling] ?? 1)) < 4)
    }

    @Test(arguments: 0..<25)
    func `random transforms of random pictures end in a picture or a failure`(
        _ seed: UInt64
    ) throws {
        var random = RandomTransforms(state: seed &* 0x2545_F491_4F6C_DD1D | 1)
        let size = PixelSize(random.number(20) + 1, random.number(20) + 1)
        let source = Scene.noise(size: size, seed: seed)
        for transform in random.smallTransforms() {
            do throws(TransformFailure) {
                let result = try transform.apply(to: source)
                #expect(!result.size.isEmpty)
                #expect(result.isPremultiplied, "\(transform.spelling)")
            } catch {
                #expect(transform.spelling.hasPrefix("crop("), "\(error)")
                #expect(error.spelling == transform.spelling)
            }
        }
    }
}

import TestSupport
import Testing
import WebImagePixels

@Suite struct ConvertTests {
    @Test(arguments: PixelFormat.allCases)
    func `every format becomes premultiplied pixels`(format: PixelFormat) {
        for (alpha, colour) in [(0, 200), (1, 255), (77, 31), (128, 128), (254, 255), (255, 9)] {
            let (a, c) = (UInt8(alpha), UInt8(colour))
            let scaled = UInt8((Double(colour * alpha) / 255).rounded())
            let (bytes, pixel): ([UInt8], SIMD4<UInt8>) =
                switch format {
                case .bgra8Premultiplied: ([1, 2, c, a], SIMD4(1, 2, c, a))
                case .bgra8: ([c, 0, 255, a], SIMD4(scaled, 0, a, a))
                case .rgba8: ([c, 0, 255, a], SIMD4(a, 0, scaled, a))
                case .bgrx8: ([1, 2, c, a], SIMD4(1, 2, c, 255))
                case .rgb8: ([1, 2, c], SIMD4(c, 2, 1, 255))
                case .bgr8: ([1, 2, c], SIMD4(1, 2, c, 255))
                case .gray8: ([c], SIMD4(c, c, c, 255))
                case .grayAlpha8: ([c, a], SIMD4(scaled, scaled, scaled, a))
                }
            #expect(premultiplied(bytes + bytes, format) == [pixel, pixel])
        }
    }

    @Test(arguments: PixelFormat.allCases)
    func `an opaque grey survives the way there and back`(format: PixelFormat) {
        let pixels = (0...255).map { SIMD4<UInt8>(UInt8($0), UInt8($0), UInt8($0), 255) }
        #expect(premultiplied(unpremultiplied(pixels, format), format) == pixels)
    }

    @Test(arguments: [PixelFormat.bgra8, .rgba8])
    func `every premultiplied pixel survives the way to straight colour and back`(
        format: PixelFormat
    ) {
        let pixels = (0...255).flatMap { alpha in
            stride(from: 0, through: alpha, by: 3).map {
                SIMD4<UInt8>(UInt8($0), UInt8(alpha - $0), UInt8(alpha), UInt8(alpha))
            }
        }
        #expect(premultiplied(unpremultiplied(pixels, format), format) == pixels)
    }

    @Test(arguments: [PixelFormat.bgrx8, .rgb8, .bgr8])
    func `a format without alpha shows pixels on the matte`(format: PixelFormat) {
        let bytes = unpremultiplied(
            [SIMD4(0, 0, 0, 0), SIMD4(10, 20, 30, 102)], format, matte: SIMD3(5, 100, 250))
        let isRed = format == .rgb8
        let second: [UInt8] = isRed ? [180, 80, 13] : [13, 80, 180]
        #expect(Array(bytes.prefix(3)) == (isRed ? [250, 100, 5] : [5, 100, 250]))
        #expect(Array(bytes[format.bytesPerPixel...].prefix(3)) == second)
    }

    @Test func `grey of a colour is its luma`() {
        #expect(unpremultiplied([SIMD4(0, 0, 255, 255)], .gray8) == [76])
        #expect(unpremultiplied([SIMD4(0, 128, 0, 128)], .grayAlpha8) == [150, 128])
    }

    @Test(arguments: [PixelFormat.rgb8, .bgr8])
    func `rows of three bytes a pixel are widened to their end`(format: PixelFormat) {
        for count in 1...40 {
            let bytes = (0..<count * 3).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
            let expected = (0..<count).map { index in
                let (a, b, c) = (bytes[index * 3], bytes[index * 3 + 1], bytes[index * 3 + 2])
                return format == .rgb8 ? SIMD4(c, b, a, 255) : SIMD4(a, b, c, 255)
            }
            #expect(premultiplied(bytes, format) == expected)
        }
    }

    @Test func `a row of four-byte pixels is converted in place`() {
        var row: [UInt8] = [255, 128, 0, 128, 1, 2, 3, 255]
        row.withUnsafeMutableBufferPointer { bytes in
            Convert.premultiplied(
                from: bytes.baseAddress!, as: .rgba8, into: bytes.baseAddress!, count: 2)
        }
        #expect(row == [0, 64, 128, 128, 3, 2, 1, 255])
    }

    @Test func `ink becomes light`() {
        let inks: [SIMD4<UInt8>] = [
            SIMD4(0, 0, 0, 0), SIMD4(0, 0, 0, 255), SIMD4(255, 0, 0, 0), SIMD4(0, 51, 255, 128),
        ]
        var picture = Bitmap(size: PixelSize(width: 4, height: 1))
        picture.colorSpace = .cmyk
        for (x, ink) in inks.enumerated() { picture[x, 0] = ink }
        picture.convertCMYKToSRGB()
        #expect(
            picture.allPixels == [
                SIMD4(255, 255, 255, 255), SIMD4(0, 0, 0, 255), SIMD4(255, 255, 0, 255),
                SIMD4(0, 102, 127, 255),
            ])
        #expect(picture.colorSpace == .sRGB && picture.isOpaque)
    }

    @Test func `a picture that is not ink is left alone`() {
        var picture = Scene.noise(size: PixelSize(width: 4, height: 3), seed: 1)
        let before = picture
        picture.convertCMYKToSRGB()
        #expect(picture == before && !picture.isOpaque)
    }

    private func premultiplied(_ bytes: [UInt8], _ format: PixelFormat) -> [SIMD4<UInt8>] {
        let count = bytes.count / format.bytesPerPixel
        var result = [UInt8](repeating: 0, count: count * 4)
        Convert.premultiplied(from: bytes, as: format, into: &result, count: count)
        return (0..<count).map {
            SIMD4(result[$0 * 4], result[$0 * 4 + 1], result[$0 * 4 + 2], result[$0 * 4 + 3])
        }
    }

    private func unpremultiplied(
        _ pixels: [SIMD4<UInt8>], _ format: PixelFormat,
        matte: SIMD3<UInt8> = SIMD3(255, 255, 255)
    ) -> [UInt8] {
        let bytes = pixels.flatMap { [$0.x, $0.y, $0.z, $0.w] }
        var result = [UInt8](repeating: 0, count: pixels.count * format.bytesPerPixel)
        Convert.unpremultiplied(
            from: bytes, into: &result, as: format, matte: matte, count: pixels.count)
        return result
    }
}

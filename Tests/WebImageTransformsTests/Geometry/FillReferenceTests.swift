import Foundation
import TestSupport
import Testing
import WebImagePipeline
import WebImagePixels
import WebImageTransforms

/// `fill` next to `ImageOps.fit` of Pillow, with the same filter.
///
/// The pixels are red, green and blue by Pillow 13, in Base64:
///
///     im = Image.new("RGB", (w, h))
///     im.putdata([((x*x*3 + y*29) % 256, (x*17 + y*y*5) % 256, (x*7 + y*13 + x*y) % 256)
///                 for y in range(h) for x in range(w)])
///     # or, if smooth: (x*255 // (w-1), y*255 // (h-1), (x+y)*255 // (w+h-2))
///     base64.b64encode(ImageOps.fit(im, box, Image.LANCZOS).tobytes())
struct FillReferenceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let source: PixelSize
        let box: PixelSize
        let filter: ResampleFilter
        let pixels: String
        /// `true` for a picture of slopes: the small one of the other kind is flat grey.
        var isSmooth = false
        var testDescription: String { "\(source) in \(box) by \(filter)" }

        var picture: Bitmap {
            Bitmap(width: source.width, height: source.height) { x, y in
                if isSmooth {
                    let (right, bottom) = (source.width - 1, source.height - 1)
                    return Pixel(
                        UInt8((x + y) * 255 / (right + bottom)), UInt8(y * 255 / bottom),
                        UInt8(x * 255 / right), 255)
                }
                return Pixel(
                    UInt8((x * 7 + y * 13 + x * y) % 256), UInt8((x * 17 + y * y * 5) % 256),
                    UInt8((x * x * 3 + y * 29) % 256), 255)
            }
        }
    }

    static let cases = [
        Case(
            source: PixelSize(37, 23), box: PixelSize(9, 9), filter: .lanczos,
            pixels: "r4hHbMRaleJqakOCeimiiV+8k47KeM2xj9WrabR5hq2TdE7AlDXNd3i0ZqN9brRPkaZBfUBBX2e5"
                + "oWDeh4CciJtCfZoujno+j2VwcWCniIXFrnfPd5xedIQicW9Oe26IeZHEhHq/gZuJkoJcnZU0d2Y0"
                + "f3x4iJK4dWfJgHx9jJI7gGBHh4SPSq1EhX6GeWLJlqari2ZEd2U8fa6XenHPaml+l4iHjXPVgo2p"
                + "h4ondYRpio7Db4ild29acpRPpIbMdJ+nfpIyc3iCh27HimmPgY00h5qGeZC8Xl2jiUwseoJ+dqPK"
                + "eZ9ZdoE9alaueFCreIdH"),
        Case(
            source: PixelSize(37, 23), box: PixelSize(16, 5), filter: .bicubic,
            pixels: "yI5czo96fmeZZ2G+o3TdgIqTjaM+eIQrfYFKoF5uh2WYbIC7lJvDf42leox4cWFNbG58QXmfSqTM"
                + "rnXJdZVgfHYnaX1PfWV5epeldIzIgX+oi4xxjnZMaW1RlnhzVKieNombU2PMnnfRrJs9b3A0g3Bq"
                + "kZaYdHLJf2Suh4pelpI6eF1ahouThIi6amCrl3VjhKvBqGvJr2U+R5o+jo92ZVqqkovJlJqDfFEy"
                + "bYFYgqaXd2TDb22Gh6VOV2dTq2N41mPhsXhWU4M2c5B3nHiwfoTXkKZafHI5foB9lIO2aI6wcW9r"
                + "dZ9EhIqEiHO0R4KZ"),
        Case(
            source: PixelSize(23, 37), box: PixelSize(7, 6), filter: .bilinear,
            pixels: "TnWXZX6/l4SFfH1NeYVvf3KegoWihYq9nW6DdJdPfXGHioOqgnl7d3dbn3CZZ4NMh4eJgICzhI9p"
                + "gH9xhn+kT4RFenZ1hnargoJseJB9f4CYhW5voXhWkpykbK10eG90e1OViIdeeqOIiFeFWomVg75h"
                + "dI2jfTFohmmJeJtv"),
        Case(
            source: PixelSize(41, 29), box: PixelSize(7, 11), filter: .box,
            pixels: "ltRtbV2FijKZelytjYfBjrG5iMiYbWCsiz7LfmnmbZOAVr4aZr00mEVUfIOxjJpKcYwymX1SnmFz"
                + "dWCTi5O6foE1cXtlnW2NYpe1dW2zk5d3jHRRgGN0nparZoHagGtdfpY2eGpkgHOcZE6ykIGcg4FQ"
                + "nYFahqyPeYDDc150kZ/GhKc3d31yZnytT1KoiXxNZq9phIdLd4F9lGW+hGSNl49AfJ2BdZezaUN6"
                + "eHa1lqFEha9ibqGrflmed1NKeVy5bDpCX2VmeY+1d7pEceRSeRexiEWiez9dp2qybJRcf79cnc2x"
                + "ejls"),
        Case(
            source: PixelSize(7, 5), box: PixelSize(10, 9), filter: .lanczos,
            pixels: "AAYCARIGBhwLDCUOFS8SHjcWK0EaNkocR1QiXWAlBwcGCRMKDh0PFCYSHTAWJjgaM0IfPksiT1Um"
                + "ZWErGgoOHBYUISAYJykcMDMhOTslRkUqUU4tYlgyeGQ3LRAWLxwdNCYhOi8mQzkrTEEvWUs1ZFQ5"
                + "dV49i2pEOxodPSYkQjApSDktUUMzWks3Z1U9cl5Bg2hGmXRNSSQkSzArUDoxVkM0X006aFU/dV9G"
                + "gGhJkXJPp35WXDgtXkQ0Y046aVc+cmFEe2lKiHNQk3xVpIZbupJib041cVo9dmRDfG1JhXdPjn9V"
                + "m4lbppJgt5xmzahud1k5eWVBfm9HhHhNjYJTlopZo5Rfrp1mv6dr1bN0"),
        Case(
            source: PixelSize(640, 427), box: PixelSize(6, 5), filter: .lanczos,
            pixels: "KBkiTRk4bhlMkBlgsRl01hmLKEs2TUtMbktgkEt0sUuI1kufKH9LTX9hbn91kH+JsX+d1n+zKLNf"
                + "TbN2brOKkLOesbOy1rPIKOVzTeWKbuWekOWyseXG1uXc", isSmooth: true),
    ]

    @Test(arguments: cases)
    func `fill cuts fractions of a pixel as Pillow's centred fit does`(_ row: Case) throws {
        let bytes = try [UInt8](#require(Data(base64Encoded: row.pixels)))
        let expected = Bitmap(width: row.box.width, height: row.box.height) { x, y in
            let at = (y * row.box.width + x) * 3
            return Pixel(bytes[at + 2], bytes[at + 1], bytes[at], 255)
        }
        let result = try Resize(.fill, row.box, enlarges: true, filter: row.filter)
            .apply(to: row.picture)
        #expect(result.size == row.box)
        #expect(ImageComparison(result, expected).maximum <= 1)
    }
}

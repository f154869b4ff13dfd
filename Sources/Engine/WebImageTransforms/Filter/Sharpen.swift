import WebImagePipeline
package import WebImagePixels

/// A sharpening of edges, as libvips and imgproxy do it.
package struct Sharpen: NumberTransform {
    package let number: Double

    package init(_ number: Double) { self.number = number }

    package static let name = "sharpen"
    package static let usage = "sharpen(SIGMA)"
    package static let meaning = "Sharpens edges of a width of about SIGMA pixels, up to 10."
    package static let examples = ["sharpen(1)"]
    package static let form = NumberForm(
        name: "sigma", expected: "a number of pixels", noun: "a standard deviation", most: 10,
        neutral: 0.0)

    package func changed(_ bitmap: Bitmap) -> Bitmap {
        bitmap.sharpened(sigma: number)
    }
}

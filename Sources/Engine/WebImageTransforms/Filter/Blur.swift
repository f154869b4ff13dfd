import WebImagePipeline
package import WebImagePixels

/// A Gaussian blur.
package struct Blur: NumberTransform {
    package let number: Double

    package init(_ number: Double) { self.number = number }

    package static let name = "blur"
    package static let usage = "blur(SIGMA)"
    package static let meaning =
        "Blurs by a Gaussian of standard deviation SIGMA pixels, up to 500."
    package static let examples = ["blur(3)"]
    package static let form = NumberForm(
        name: "sigma", expected: "a number of pixels", noun: "a standard deviation", most: 500,
        neutral: 0.0)

    package func changed(_ bitmap: Bitmap) -> Bitmap {
        bitmap.blurred(sigma: number)
    }
}

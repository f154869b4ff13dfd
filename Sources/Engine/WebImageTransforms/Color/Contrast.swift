import WebImagePipeline
package import WebImagePixels

/// A factor of the distance of every channel to middle grey.
package struct Contrast: NumberTransform {
    /// Weights above have fewer than 9 fraction bits.
    static let largestFactor = 64.0

    package let number: Double

    package init(_ number: Double) { self.number = number }

    package static let name = "contrast"
    package static let usage = "contrast(FACTOR)"
    package static let meaning =
        "Multiplies the distance to middle grey by FACTOR, 0 to 64; 1 changes nothing."
    package static let examples = ["contrast(1.5)"]
    package static let form = NumberForm(
        name: "factor", expected: "a number such as 1.5", noun: "a factor", most: largestFactor,
        neutral: 1.0)

    package func changed(_ bitmap: Bitmap) -> Bitmap {
        bitmap.recolored(by: ColorMatrix(scale: number, offset: (1 - number) * 127.5))
    }
}

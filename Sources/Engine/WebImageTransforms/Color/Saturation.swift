import WebImagePipeline
package import WebImagePixels

/// A factor of the distance of every pixel to the grey of its luma (ITU-R BT 601).
package struct Saturation: NumberTransform {
    package let number: Double

    package init(_ number: Double) { self.number = number }

    package static let name = "saturation"
    package static let usage = "saturation(FACTOR)"
    package static let meaning =
        "Multiplies the distance to grey by FACTOR, 0 to 64: 0 is grey, 1 changes nothing."
    package static let examples = ["saturation(0.5)"]
    package static let form = NumberForm(
        name: "factor", expected: "a number such as 1.5", noun: "a factor",
        most: Contrast.largestFactor, neutral: 1.0)

    package func changed(_ bitmap: Bitmap) -> Bitmap {
        let luma = SIMD3(0.299, 0.587, 0.114) * (1 - number)
        return bitmap.recolored(
            by: ColorMatrix([
                luma + SIMD3(number, 0, 0), luma + SIMD3(0, number, 0), luma + SIMD3(0, 0, number),
            ]))
    }
}

import WebImagePipeline
package import WebImagePixels

/// A picture of square blocks, each of one colour.
package struct Pixelate: NumberTransform {
    package let number: Int

    package init(_ number: Int) { self.number = number }

    package static let name = "pixelate"
    package static let usage = "pixelate(SIDE)"
    package static let meaning =
        "Shows blocks of SIDE pixels in their mean colour; 0 and 1 do nothing."
    package static let examples = ["pixelate(12)"]
    package static let form = NumberForm(
        name: "side", expected: "a number of pixels", neutral: 1)

    package var fault: String? { ResultLimits.fault(of: Double(number), "a side in pixels") }

    package var isIdentity: Bool { number <= 1 && fault == nil }

    package func changed(_ bitmap: Bitmap) -> Bitmap {
        bitmap.pixelated(side: number)
    }
}

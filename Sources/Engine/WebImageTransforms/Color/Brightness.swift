import WebImagePipeline
package import WebImagePixels

/// A number of levels added to every channel.
package struct Brightness: NumberTransform {
    package let number: Int

    package init(_ number: Int) { self.number = number }

    package static let name = "brightness"
    package static let usage = "brightness(LEVELS)"
    package static let meaning = "Adds LEVELS, -255 to 255, to red, green and blue."
    package static let examples = ["brightness(20)", "brightness(-40)"]
    package static let form = NumberForm(
        name: "levels", expected: "a number of levels", neutral: 0)

    package var fault: String? {
        (-255...255).contains(number)
            ? nil : "expected levels between -255 and 255, found \(number)"
    }

    package func changed(_ bitmap: Bitmap) -> Bitmap {
        bitmap.recolored(by: ColorMatrix(scale: 1, offset: Double(number)))
    }
}

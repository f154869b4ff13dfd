import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// A number of levels added to every channel.
package struct Brightness: SpelledTransform {
    package let levels: Int

    package init(_ levels: Int) {
        self.levels = levels
    }

    package static let name = "brightness"
    package static let usage = "brightness(LEVELS)"
    package static let meaning = "Adds LEVELS, -255 to 255, to red, green and blue."
    package static let examples = ["brightness(20)", "brightness(-40)"]

    package var arguments: [String] { [levels.spelling] }

    package var fault: String? {
        (-255...255).contains(levels)
            ? nil : "expected levels between -255 and 255, found \(levels)"
    }

    package var isIdentity: Bool { levels == 0 }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        levels = try arguments.next("levels", "a number of levels")
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        return bitmap.recolored(by: ColorMatrix(scale: 1, offset: Double(levels)))
    }
}

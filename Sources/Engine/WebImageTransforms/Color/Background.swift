package import WebImagePipeline
package import WebImagePixels

/// A colour behind the transparent parts of a picture.
package struct Background: SpelledTransform {
    package let color: RGBAColor

    package init(_ color: RGBAColor) {
        self.color = color
    }

    package static let name = "background"
    package static let usage = "background(#RRGGBB[AA])"
    package static let meaning = "Draws the image on a colour."
    package static let examples = ["background(#ffffff)"]

    package var arguments: [String] { [color.spelling] }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        color = try arguments.next("color", RGBAColor.expected)
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        bitmap.laid(over: color.pixel)
    }
}

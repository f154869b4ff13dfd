package import WebImagePipeline
package import WebImagePixels

/// A reduction of a picture to its luma (ITU-R BT 601).
package struct Grayscale: SpelledTransform {
    package init() {}

    package static let name = "grayscale"
    package static let usage = "grayscale"
    package static let meaning = "Removes the colour."
    package static let examples = ["grayscale"]

    package var arguments: [String] { [] }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {}

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        var result = bitmap
        result.desaturate()
        return result
    }
}

package import WebImagePixels

/// A colour laid over a picture where the picture is opaque (source atop).
package struct Tint: SpelledTransform {
    package let color: RGBAColor

    package init(_ color: RGBAColor) {
        self.color = color
    }

    package static let name = "tint"
    package static let usage = "tint(#RRGGBB[AA])"
    package static let meaning = "Draws a colour over the image and keeps its alpha."
    package static let examples = ["tint(#3366ff80)"]

    package var arguments: [String] { [color.spelling] }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        color = try arguments.next("color", RGBAColor.expected)
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        var result = bitmap
        result.tint(color.straightPixel)
        return result
    }
}

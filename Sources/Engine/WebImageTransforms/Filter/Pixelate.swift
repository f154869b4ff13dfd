import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// A picture of square blocks, each of one colour.
package struct Pixelate: SpelledTransform {
    package let side: Int

    package init(_ side: Int) {
        self.side = side
    }

    package static let name = "pixelate"
    package static let usage = "pixelate(SIDE)"
    package static let meaning =
        "Shows blocks of SIDE pixels in their mean colour; 0 and 1 do nothing."
    package static let examples = ["pixelate(12)"]

    package var arguments: [String] { [side.spelling] }

    package var fault: String? { ResultLimits.fault(of: Double(side), "a side in pixels") }

    package var isIdentity: Bool { side <= 1 && fault == nil }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        side = try arguments.next("side", "a number of pixels")
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        return bitmap.pixelated(side: side)
    }
}

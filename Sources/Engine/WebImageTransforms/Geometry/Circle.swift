import WebImageCaching
import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// A cut of the largest circle in the middle of a picture, with a border inside of it.
package struct Circle: SpelledTransform {
    package let borderWidth: Double
    package let borderColor: RGBAColor

    package init(borderWidth: Double = 0, color: RGBAColor = .black) {
        self.borderWidth = borderWidth
        borderColor = color
    }

    package static let name = "circle"
    package static let usage = "circle[(border:WIDTH[,color:#RRGGBBAA])]"
    package static let meaning = "Cuts out the largest centred circle; draws a border inside it."
    package static let examples = ["circle", "circle(border:4,color:#ffffff)"]

    package var arguments: [String] {
        (borderWidth == 0 ? [] : ["border:\(borderWidth.spelling)"])
            + (borderColor == .black ? [] : ["color:\(borderColor.spelling)"])
    }

    package var fault: String? { ResultLimits.fault(of: borderWidth, "a border width") }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        borderWidth = try arguments.named("border", "a number of pixels", default: 0)
        borderColor = try arguments.named("color", RGBAColor.expected, default: .black)
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        let side = min(bitmap.size.width, bitmap.size.height)
        let square = PixelRect(
            x: (bitmap.size.width - side) / 2, y: (bitmap.size.height - side) / 2,
            size: PixelSize(width: side, height: side))
        return RoundedRectangle(
            square.size, radius: Double(side) / 2, corners: .all, border: borderWidth
        )
        .apply(to: bitmap.cropped(to: square), borderColor: borderColor)
    }
}

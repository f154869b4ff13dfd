import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// A cut of margins that have one colour, as imgproxy and libvips do it.
package struct Trim: SpelledTransform {
    package let threshold: Double
    package let color: RGBAColor?
    /// `true` for the colour of the pixel at the bottom right, if `color` is nil.
    package let isOfBottomRight: Bool
    package let isEqualHorizontally: Bool
    package let isEqualVertically: Bool

    package init(
        threshold: Double = 10, color: RGBAColor? = nil, isOfBottomRight: Bool = false,
        isEqualHorizontally: Bool = false, isEqualVertically: Bool = false
    ) {
        self.threshold = threshold
        self.color = color
        // A given colour decides alone, so that equal trims have one key.
        self.isOfBottomRight = color == nil && isOfBottomRight
        self.isEqualHorizontally = isEqualHorizontally
        self.isEqualVertically = isEqualVertically
    }

    package static let name = "trim"
    package static let usage =
        "trim[(THRESHOLD[,color:#RRGGBBAA|,bottomright][,equalhor][,equalver])]"
    package static let meaning =
        "Cuts margins of the colour at the top left, at the bottom right, or another one; a channel may differ by THRESHOLD, 0 to 255. Animations become stills."
    package static let examples = ["trim(10)", "trim(0,color:#ffffff,equalhor)"]

    package var arguments: [String] {
        [threshold.spelling] + (color.map { ["color:\($0.spelling)"] } ?? [])
            + (isOfBottomRight ? ["bottomright"] : [])
            + (isEqualHorizontally ? ["equalhor"] : []) + (isEqualVertically ? ["equalver"] : [])
    }

    package var fault: String? { ResultLimits.fault(of: threshold, "a threshold", upTo: 255) }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        let (isOfBottomRight, isEqualHorizontally, isEqualVertically) = (
            arguments.flag("bottomright"), arguments.flag("equalhor"), arguments.flag("equalver")
        )
        let threshold = try arguments.next("threshold", "a number of levels", default: 10.0)
        self.init(
            threshold: threshold, color: try arguments.named("color", RGBAColor.expected),
            isOfBottomRight: isOfBottomRight, isEqualHorizontally: isEqualHorizontally,
            isEqualVertically: isEqualVertically)
    }

    /// The poster: frames of other margins would have other sizes.
    package var scope: TransformScope { .poster }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        return bitmap.cropped(to: content(of: bitmap))
    }

    /// Returns the part inside of the margins; all of a picture of one colour.
    func content(of bitmap: Bitmap) -> PixelRect {
        let corner =
            isOfBottomRight ? bitmap[bitmap.size.width - 1, bitmap.size.height - 1] : nil
        let margins = TrimMargins(
            of: bitmap, color: color?.pixel ?? corner, threshold: threshold)
        guard let content = margins.content() else {
            return PixelRect(x: 0, y: 0, size: bitmap.size)
        }
        return equalized(content, in: bitmap.size)
    }

    /// Returns the rectangle grown to the smaller margin of both sides, where they shall be equal.
    private func equalized(_ rect: PixelRect, in size: PixelSize) -> PixelRect {
        var rect = rect
        if isEqualHorizontally {
            rect.x = min(rect.x, size.width - rect.x - rect.size.width)
            rect.size.width = size.width - 2 * rect.x
        }
        if isEqualVertically {
            rect.y = min(rect.y, size.height - rect.y - rect.size.height)
            rect.size.height = size.height - 2 * rect.y
        }
        return rect
    }
}

import WebImageCaching
import WebImageLoading
public import WebImagePixels

/// A cut of the largest circle in the middle of a picture, with a border inside of it.
///
/// The result is a square; outside of the circle it is transparent, with a smooth edge.
public struct Circle: SpelledTransform, BuiltInTransform {
    /// The width of the border in pixels, 0 for none.
    public let borderWidth: Double
    /// The colour of the border.
    public let borderColor: RGBAColor

    /// Creates a circular cut, with a border if it has a width.
    public init(borderWidth: Double = 0, color: RGBAColor = .black) {
        self.borderWidth = borderWidth
        borderColor = color
    }

    /// `circle`.
    public static let name = "circle"
    /// The form with its arguments.
    public static let usage = "circle[(border:WIDTH[,color:#RRGGBBAA])]"
    /// The effect, in one sentence.
    public static let meaning = "Cuts out the largest circle in the middle; draws a border in it."
    /// Examples of its spelling.
    public static let examples = ["circle", "circle(border:4,color:#ffffff)"]

    /// The values that differ from their defaults.
    public var arguments: [String] {
        (borderWidth == 0 ? [] : ["border:\(borderWidth.spelling)"])
            + (borderColor == .black ? [] : ["color:\(borderColor.spelling)"])
    }

    /// The fault of the border; `nil` if there is none.
    public var fault: String? { ResultLimits.fault(of: borderWidth, "a border width") }

    /// Reads `border:` and `color:`.
    public init(arguments: inout ArgumentReader) throws(VocabularyError) {
        borderWidth = try arguments.named("border", "a number of pixels", default: 0)
        borderColor = try arguments.named("color", RGBAColor.expected, default: .black)
    }

    /// Returns the circle in its square.
    public func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
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

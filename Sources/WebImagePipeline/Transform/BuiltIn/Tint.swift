import WebImageCaching
public import WebImagePixels

/// Lays a colour over a picture where the picture is (source atop).
///
/// With a the colour's alpha, every pixel becomes colour × a + pixel × (1 − a) and keeps its own
/// alpha: what is transparent stays so. An opaque colour leaves the picture's outline only.
public struct Tint: SpelledTransform, BuiltInTransform {
    /// The colour; its alpha says how much of the picture it hides.
    public let color: RGBAColor

    /// Laying `color` over the picture.
    public init(_ color: RGBAColor) {
        self.color = color
    }

    /// `tint`.
    public static let name = "tint"
    /// The form with its arguments.
    public static let usage = "tint(#RRGGBB[AA])"
    /// What it does.
    public static let meaning = "Lays a colour over the picture; the picture's alpha stays."
    /// Spellings to learn from.
    public static let examples = ["tint(#3366ff80)"]

    /// The colour.
    public var arguments: [String] { [color.spelling] }

    /// Reads the colour.
    public init(arguments: inout ArgumentReader) throws(VocabularyError) {
        color = try arguments.next("color", RGBAColor.expected)
    }

    /// The tinted picture.
    public func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        var result = bitmap
        result.tint(color.straightPixel)
        return result
    }
}

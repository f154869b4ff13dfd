public import WebImagePixels

/// A colour laid over a picture where the picture is opaque (source atop).
///
/// With a the colour's alpha, every pixel becomes colour × a + pixel × (1 − a) and keeps its own
/// alpha. An opaque colour leaves only the picture's outline.
public struct Tint: SpelledTransform, BuiltInTransform {
    /// The colour; its alpha is the share of the picture that it hides.
    public let color: RGBAColor

    /// Creates a tint of a colour.
    public init(_ color: RGBAColor) {
        self.color = color
    }

    /// `tint`.
    public static let name = "tint"
    /// The form with its arguments.
    public static let usage = "tint(#RRGGBB[AA])"
    /// The effect, in one sentence.
    public static let meaning = "Lays a colour over the picture; the picture's alpha stays."
    /// Examples of its spelling.
    public static let examples = ["tint(#3366ff80)"]

    /// The colour.
    public var arguments: [String] { [color.spelling] }

    /// Reads the colour.
    public init(arguments: inout ArgumentReader) throws(VocabularyError) {
        color = try arguments.next("color", RGBAColor.expected)
    }

    /// Returns the tinted picture.
    public func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        var result = bitmap
        result.tint(color.straightPixel)
        return result
    }
}

import WebImageCaching
public import WebImagePixels

/// Takes the colour out of a picture and leaves its luma (ITU-R BT 601).
public struct Grayscale: SpelledTransform, BuiltInTransform {
    /// Taking the colour out.
    public init() {}

    /// `grayscale`.
    public static let name = "grayscale"
    /// The form without arguments.
    public static let usage = "grayscale"
    /// What it does.
    public static let meaning = "Takes the colour out."
    /// Spellings to learn from.
    public static let examples = ["grayscale"]

    /// None.
    public var arguments: [String] { [] }

    /// Reads nothing.
    public init(arguments: inout ArgumentReader) throws(VocabularyError) {}

    /// The grey picture.
    public func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        var result = bitmap
        result.desaturate()
        return result
    }
}

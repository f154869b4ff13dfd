public import WebImagePixels

/// A reduction of a picture to its luma (ITU-R BT 601).
public struct Grayscale: SpelledTransform, BuiltInTransform {
    /// Creates a reduction to luma.
    public init() {}

    /// `grayscale`.
    public static let name = "grayscale"
    /// The form without arguments.
    public static let usage = "grayscale"
    /// The effect, in one sentence.
    public static let meaning = "Takes the colour out."
    /// Examples of its spelling.
    public static let examples = ["grayscale"]

    /// No arguments.
    public var arguments: [String] { [] }

    /// Reads nothing.
    public init(arguments: inout ArgumentReader) throws(VocabularyError) {}

    /// Returns the grey picture.
    public func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        var result = bitmap
        result.desaturate()
        return result
    }
}

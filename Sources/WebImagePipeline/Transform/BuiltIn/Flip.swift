public import WebImageLoading
public import WebImagePixels

/// A mirroring of a picture.
public struct Flip: SpelledTransform, BuiltInTransform {
    /// The sides that change places.
    public enum Sides: String, Hashable, Sendable, CaseIterable, Spellable {
        /// Left and right.
        case horizontal
        /// Top and bottom.
        case vertical
        /// Left and right, top and bottom: half a turn.
        case both
    }

    /// The sides that change places.
    public let sides: Sides

    /// Creates a mirroring by which `sides` change places.
    public init(_ sides: Sides) {
        self.sides = sides
    }

    /// `flip`.
    public static let name = "flip"
    /// The form with its arguments.
    public static let usage = "flip(horizontal|vertical|both)"
    /// The effect, in one sentence.
    public static let meaning = "Mirrors left to right, top to bottom, or both."
    /// Examples of its spelling.
    public static let examples = ["flip(horizontal)"]

    /// The sides.
    public var arguments: [String] { [sides.spelling] }

    /// Reads the sides.
    public init(arguments: inout ArgumentReader) throws(VocabularyError) {
        sides = try arguments.next("sides", Sides.choices)
    }

    /// Returns the mirrored picture.
    public func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        switch sides {
        case .horizontal: bitmap.oriented(.upMirrored)
        case .vertical: bitmap.oriented(.downMirrored)
        case .both: bitmap.oriented(.down)
        }
    }
}

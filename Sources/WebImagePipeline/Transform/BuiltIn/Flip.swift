import WebImageCaching
public import WebImageLoading
public import WebImagePixels

/// Mirrors a picture.
public struct Flip: SpelledTransform, BuiltInTransform {
    /// What changes places.
    public enum Sides: String, Hashable, Sendable, CaseIterable, Spellable {
        /// Left and right.
        case horizontal
        /// Top and bottom.
        case vertical
        /// Left and right, top and bottom: half a turn.
        case both
    }

    /// What changes places.
    public let sides: Sides

    /// Mirroring so that `sides` change places.
    public init(_ sides: Sides) {
        self.sides = sides
    }

    /// `flip`.
    public static let name = "flip"
    /// The form with its arguments.
    public static let usage = "flip(horizontal|vertical|both)"
    /// What it does.
    public static let meaning = "Mirrors left to right, top to bottom, or both."
    /// Spellings to learn from.
    public static let examples = ["flip(horizontal)"]

    /// The sides.
    public var arguments: [String] { [sides.spelling] }

    /// Reads the sides.
    public init(arguments: inout ArgumentReader) throws(VocabularyError) {
        sides = try arguments.next("sides", Sides.choices)
    }

    /// The mirrored picture.
    public func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        switch sides {
        case .horizontal: bitmap.oriented(.upMirrored)
        case .vertical: bitmap.oriented(.downMirrored)
        case .both: bitmap.oriented(.down)
        }
    }
}

public import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// The sides of a picture that change places.
public enum FlipDirection: String, Hashable, Sendable, CaseIterable, ParsableValue {
    /// Left and right.
    case horizontal
    /// Top and bottom.
    case vertical
    /// Left and right, top and bottom: half a turn.
    case both
}

/// A mirroring of a picture.
package struct Flip: SpelledTransform {
    package let direction: FlipDirection

    package init(_ direction: FlipDirection) {
        self.direction = direction
    }

    package static let name = "flip"
    package static let usage = "flip(horizontal|vertical|both)"
    package static let meaning = "Mirrors left to right, top to bottom, or both."
    package static let examples = ["flip(horizontal)"]

    package var arguments: [String] { [direction.spelling] }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        direction = try arguments.next("sides", FlipDirection.choices)
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        bitmap.oriented(orientation)
    }

    /// The orientation of a file whose picture is mirrored so.
    var orientation: Orientation {
        switch direction {
        case .horizontal: .upMirrored
        case .vertical: .downMirrored
        case .both: .down
        }
    }
}

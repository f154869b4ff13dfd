public import WebImagePixels

/// Makes another picture of a picture.
public protocol ImageTransform: Sendable {
    /// Name and all parameters, as in `crop(320x240,10,10)`: part of the image's key.
    var spelling: String { get }
    /// The transformed picture; runs on the decode executor.
    ///
    /// - Throws: `TransformFailure` when the picture cannot be transformed so.
    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap
    /// What of an animation it works on.
    var scope: TransformScope { get }
    /// The size it makes of a size, or a larger one: what it takes of the pipeline's memory budget.
    func resultSize(of size: PixelSize) -> PixelSize
}

extension ImageTransform {
    /// Every frame.
    public var scope: TransformScope { .everyFrame }
    /// The same size.
    public func resultSize(of size: PixelSize) -> PixelSize { size }
}

/// What of an animation a transform works on.
public enum TransformScope: Hashable, Sendable {
    /// Each frame, when it is asked for: the result moves as its source does.
    case everyFrame
    /// The poster: the result is a still.
    case poster
}

/// Why a picture could not be transformed.
public struct TransformFailure: Error, Hashable, Sendable {
    /// The transform's spelling.
    public var spelling: String
    /// What was expected, what was found.
    public var reason: String

    /// A failed transform.
    public init(_ spelling: String, _ reason: String) {
        self.spelling = spelling
        self.reason = reason
    }
}

extension TransformFailure: CustomStringConvertible {
    /// Spelling and reason.
    public var description: String { "\(spelling): \(reason)" }
}

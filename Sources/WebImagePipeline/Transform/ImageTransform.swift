public import WebImagePixels

/// A function from one picture to another.
///
/// Static members create those of the library, as in `.circle()`.
public protocol ImageTransform: Sendable {
    /// Name and all parameters, as in `crop(320x240,10,10)`: part of the image's key.
    var spelling: String { get }
    /// Returns the transformed picture; runs on the decode executor.
    ///
    /// - Throws: `TransformFailure` if the picture cannot be transformed.
    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap
    /// The part of an animation that is transformed.
    var scope: TransformScope { get }
    /// Returns the size of the result, or a larger one: its share of the pipeline's memory budget.
    func resultSize(of size: PixelSize) -> PixelSize
}

extension ImageTransform {
    /// Every frame.
    public var scope: TransformScope { .everyFrame }
    /// Returns the same size.
    public func resultSize(of size: PixelSize) -> PixelSize { size }
}

/// The part of an animation that a transform works on.
public enum TransformScope: Hashable, Sendable {
    /// Each frame, when it is asked for: the result is animated like its source.
    case everyFrame
    /// The poster: the result is a still.
    case poster
}

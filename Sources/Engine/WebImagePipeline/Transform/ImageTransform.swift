public import WebImagePixels

/// A function from one picture to another.
///
/// Static members create the library's own, as in `.circle()`.
public protocol ImageTransform: BitmapConsumer, Sendable {
    /// Name and all parameters, as in `crop(320x240,10,10)`: part of the image's key.
    var spelling: String { get }
    /// `true` if every picture stays as it is; `false` unless declared.
    var isIdentity: Bool { get }
    /// The fault of the arguments, expected and found; nil if the transform can be applied.
    var fault: String? { get }
    /// Returns the transformed picture; runs on the decode executor.
    ///
    /// - Throws: `TransformFailure` if the picture cannot be transformed.
    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap
    /// The part of an animation that is transformed.
    var scope: TransformScope { get }
    /// Returns the size of the result, or a larger one: its share of the pipeline's memory budget.
    func resultSize(of size: PixelSize) -> PixelSize
    /// The requests of other pictures that the transform needs, none by default.
    ///
    /// The pipeline loads them before the picture, within its own limits and under the cache policy
    /// of the picture's request, and names their requests in its key: a picture in a cache shows
    /// them as they were when it was made, until `CachePolicy.refresh`. A chain has at most four;
    /// their own transforms have none.
    var inputs: [ImageRequest] { get }
    /// Returns the transform that is applied once its ``inputs`` are loaded: the picture of each,
    /// of an animation the first frame.
    func resolved(with inputs: [Bitmap]) -> any ImageTransform
    /// Returns the moves of a picture's pixels, which its gain map follows; nil, the default, drops
    /// the map.
    ///
    /// A transform of colours has none. One that paints, or mixes pixels, drops the map.
    func moves(on bitmap: Bitmap) -> [PixelMove]?
    /// `true`, the default, if the transform has colours, or computes with them: pixels are in sRGB
    /// then, also beside a gain map.
    var usesColors: Bool { get }
}

extension ImageTransform {
    /// `false`.
    public var isIdentity: Bool { false }
    /// No fault.
    public var fault: String? { nil }
    /// Every frame.
    public var scope: TransformScope { .everyFrame }
    /// Returns the same size.
    public func resultSize(of size: PixelSize) -> PixelSize { size }
    /// No inputs.
    public var inputs: [ImageRequest] { [] }
    /// Returns this transform.
    public func resolved(with inputs: [Bitmap]) -> any ImageTransform { self }
    /// Returns nil: the gain map is dropped.
    public func moves(on bitmap: Bitmap) -> [PixelMove]? { nil }
    /// `true`.
    public var usesColors: Bool { true }
}

/// A transform whose spelling reveals of its inputs what keys must not.
package protocol DiscreetTransform: ImageTransform {
    /// The spelling in keys, which name the inputs apart.
    var keySpelling: String { get }
}

/// A transform whose place in a picture follows from the pixels: the first frame's for all frames.
package protocol PlacedTransform: ImageTransform {
    /// Returns the transform with the place that it finds in a bitmap.
    func placed(on bitmap: Bitmap) -> any ImageTransform
}

/// The part of an animation that a transform works on.
public enum TransformScope: Hashable, Sendable {
    /// Each frame, when it is asked for: the result is animated like its source.
    case everyFrame
    /// The poster: the result is a still.
    case poster
}

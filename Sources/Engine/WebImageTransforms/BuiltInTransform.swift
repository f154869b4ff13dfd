public import WebImagePipeline
public import WebImagePixels

/// A transform of the library, such as `.circle()` or `.resize(to: PixelSize(320, 240))`.
///
/// The static members of `ImageTransform` create the values, in a list of transforms by their
/// names alone:
///
/// ```swift
/// let request = ImageRequest(
///     url, transforms: [.resize(to: PixelSize(320, 240), fit: .fill), .circle(), .blur(3)])
/// ```
///
/// Two values are equal if and only if their spellings are.
public struct BuiltInTransform: ImageTransform {
    /// Made once, since keys are made of the spelling for each look in memory.
    private final class Content: Sendable {
        let transform: any SpelledTransform
        let spelling: String
        let inputs: [ImageRequest]

        init(_ transform: any SpelledTransform) {
            self.transform = transform
            (spelling, inputs) = (transform.spelling, transform.inputs)
        }
    }

    private let content: Content

    init(_ transform: any SpelledTransform) { content = Content(transform) }

    /// The name and all parameters, as in `crop(320x240,10,10)`.
    public var spelling: String { content.spelling }
    /// The name in front of the arguments.
    package var name: String { type(of: content.transform).name }
    /// `true` if every picture stays as it is, as with `blur(0)` or `rotate(360)`.
    public var isIdentity: Bool { content.transform.isIdentity }
    /// The fault of the arguments; nil if the transform can be applied.
    public var fault: String? { content.transform.fault }
    /// The formats of bitmaps that it takes: all, if it moves or scales pixels.
    public var sampleFormats: Set<SampleFormat> { content.transform.sampleFormats }
    /// The part of an animation that is transformed: every frame, but the poster for a trim.
    public var scope: TransformScope { content.transform.scope }
    /// The requests of other pictures that it needs: one of a composite or a text.
    public var inputs: [ImageRequest] { content.inputs }

    /// Returns the transformed bitmap.
    ///
    /// - Throws: `TransformFailure` if a parameter is out of range, if the result would have more
    ///   than 100 megapixels or 512 MB, or if a crop lies outside of the picture.
    public func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try KernelCancellation.observing { () throws(TransformFailure) in
            try content.transform.apply(to: bitmap)
        }
    }

    /// Returns the size of the result, or a larger one.
    public func resultSize(of size: PixelSize) -> PixelSize {
        content.transform.resultSize(of: size)
    }

    /// Returns the moves of a picture's pixels; nil for a transform that drops a gain map.
    public func moves(on bitmap: Bitmap) -> [PixelMove]? {
        content.transform.moves(on: bitmap)
    }

    /// `true` if it needs pixels in sRGB; `false` if it moves pixels alone.
    public var usesColors: Bool { content.transform.usesColors }

    /// Returns the transform with the pictures of its inputs.
    public func resolved(with inputs: [Bitmap]) -> any ImageTransform {
        content.transform.resolved(with: inputs)
    }
}

extension BuiltInTransform: DiscreetTransform {
    /// Without the URL of a composite, which may have secrets.
    package var keySpelling: String {
        guard !content.inputs.isEmpty else { return spelling }
        return content.transform.resolved(with: []).spelling
    }
}

extension BuiltInTransform: PlacedTransform {
    package func placed(on bitmap: Bitmap) -> any ImageTransform {
        let placed = (content.transform as? any PlacedTransform)?.placed(on: bitmap)
        return (placed as? any SpelledTransform).map { BuiltInTransform($0) } ?? self
    }
}

extension BuiltInTransform: Hashable {
    /// Compares the spellings, byte by byte.
    public static func == (one: BuiltInTransform, other: BuiltInTransform) -> Bool {
        // Swift takes canonically equivalent text for equal.
        one.spelling.utf8.elementsEqual(other.spelling.utf8)
    }

    /// Hashes the spelling.
    public func hash(into hasher: inout Hasher) {
        for byte in spelling.utf8 { hasher.combine(byte) }
    }
}

extension Vocabulary {
    /// The vocabulary of all built-in transforms but `composite` and `text`.
    public static let standard = Vocabulary([
        word(Resize.self), word(Scale.self), word(Crop.self), word(Rotate.self), word(Flip.self),
        word(RoundCorners.self), word(Circle.self), word(Blur.self), word(Tint.self),
        word(Grayscale.self), word(Pad.self), word(Sharpen.self), word(Pixelate.self),
        word(Brightness.self), word(Contrast.self), word(Saturation.self), word(Sepia.self),
        word(Background.self), word(Trim.self), word(Sized.self),
    ])

    /// The vocabulary of transforms that keep the size of every picture.
    static let effects = Vocabulary([
        word(Blur.self), word(Sharpen.self), word(Pixelate.self), word(Tint.self),
        word(Grayscale.self), word(Brightness.self), word(Contrast.self), word(Saturation.self),
        word(Sepia.self), word(Background.self),
    ])

    /// The vocabulary of all built-in transforms.
    ///
    /// `composite` loads URLs that are part of the text, and `text` draws with fonts of the system.
    /// For texts of the program or its own user: paths of others, such as a query of a server,
    /// could make it read addresses inside its network.
    public static let withInputs = Vocabulary(
        standard.words + [word(Composite.self), word(DrawnText.self)])

    private static func word<Transform: SpelledTransform>(_ type: Transform.Type) -> Word {
        Word { (transform: Transform) in BuiltInTransform(transform) }
    }
}

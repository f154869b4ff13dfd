public import WebImagePixels

/// A transform of the library, such as `.circle()` or `.resize(to: PixelSize(320, 240))`.
///
/// The static members of ``ImageTransform`` create the values, in a list of transforms by their
/// names alone:
///
/// ```swift
/// let request = ImageRequest(
///     url, transforms: [.resize(to: PixelSize(320, 240), fit: .fill), .circle(), .blur(3)])
/// ```
///
/// Two values are equal if and only if their spellings are.
public struct BuiltInTransform: ImageTransform, Hashable {
    /// The transforms that there are.
    ///
    /// Large ones are indirect, so that the 24 bytes of an existential hold every value.
    enum Kind: Hashable, Sendable {
        indirect case resize(Resize)
        indirect case crop(Crop)
        case rotate(Rotate)
        case flip(Flip)
        indirect case roundCorners(RoundCorners)
        case circle(Circle)
        case blur(Blur)
        case tint(Tint)
        case grayscale(Grayscale)
        case pad(Pad)
        case sharpen(Sharpen)
        case pixelate(Pixelate)
        case brightness(Brightness)
        case contrast(Contrast)
        case saturation(Saturation)
        case sepia(Sepia)
        case background(Background)
        indirect case trim(Trim)
        indirect case composite(Composite)
        indirect case text(DrawnText)
    }

    let kind: Kind

    init(_ kind: Kind) {
        self.kind = kind
    }

    /// Creates the value that an existential holds; `nil` if that is a transform of another type.
    ///
    /// A cast by `as?` takes five times as long, and a hit in memory does this for each transform.
    init?<Transform: ImageTransform>(_ transform: Transform) {
        guard Transform.self == BuiltInTransform.self else { return nil }
        // Safe because the types are the same.
        self = unsafe unsafeBitCast(transform, to: BuiltInTransform.self)
    }

    var transform: any SpelledTransform {
        switch kind {
        case .resize(let transform): transform
        case .crop(let transform): transform
        case .rotate(let transform): transform
        case .flip(let transform): transform
        case .roundCorners(let transform): transform
        case .circle(let transform): transform
        case .blur(let transform): transform
        case .tint(let transform): transform
        case .grayscale(let transform): transform
        case .pad(let transform): transform
        case .sharpen(let transform): transform
        case .pixelate(let transform): transform
        case .brightness(let transform): transform
        case .contrast(let transform): transform
        case .saturation(let transform): transform
        case .sepia(let transform): transform
        case .background(let transform): transform
        case .trim(let transform): transform
        case .composite(let transform): transform
        case .text(let transform): transform
        }
    }

    /// `true` if every picture stays as it is, as with `blur(0)` or `rotate(360)`.
    public var isIdentity: Bool {
        switch kind {
        case .rotate(let transform): transform.degrees == 0
        case .blur(let transform): transform.sigma == 0
        case .sharpen(let transform): transform.sigma == 0
        case .pixelate(let transform): transform.side <= 1 && transform.fault == nil
        case .brightness(let transform): transform.levels == 0
        case .contrast(let transform): transform.factor == 1
        case .saturation(let transform): transform.factor == 1
        case .sepia(let transform): transform.amount == 0
        default: false
        }
    }

    /// The name and all parameters, as in `crop(320x240,10,10)`.
    public var spelling: String { transform.spelling }

    /// The part of an animation that is transformed: every frame, but the poster for a trim.
    public var scope: TransformScope { transform.scope }

    /// Returns the transformed bitmap.
    ///
    /// - Throws: `TransformFailure` if a parameter is out of range, if the result would have more
    ///   than 100 megapixels or 512 MB, or if a crop lies outside of the picture.
    public func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try transform.apply(to: bitmap)
    }

    /// Returns the size of the result, or a larger one.
    public func resultSize(of size: PixelSize) -> PixelSize { transform.resultSize(of: size) }
}

extension Vocabulary {
    /// The vocabulary of all built-in transforms but `composite` and `text`.
    public static let standard = Vocabulary([
        word(BuiltInTransform.Kind.resize), word(BuiltInTransform.Kind.crop),
        word(BuiltInTransform.Kind.rotate), word(BuiltInTransform.Kind.flip),
        word(BuiltInTransform.Kind.roundCorners), word(BuiltInTransform.Kind.circle),
        word(BuiltInTransform.Kind.blur), word(BuiltInTransform.Kind.tint),
        word(BuiltInTransform.Kind.grayscale), word(BuiltInTransform.Kind.pad),
        word(BuiltInTransform.Kind.sharpen), word(BuiltInTransform.Kind.pixelate),
        word(BuiltInTransform.Kind.brightness), word(BuiltInTransform.Kind.contrast),
        word(BuiltInTransform.Kind.saturation), word(BuiltInTransform.Kind.sepia),
        word(BuiltInTransform.Kind.background), word(BuiltInTransform.Kind.trim),
    ])

    /// The vocabulary of all built-in transforms.
    ///
    /// `composite` loads URLs that are part of the text, and `text` draws with fonts of the system. For texts of
    /// the program or its own user: those of others, such as a query of a server, could make it read
    /// addresses inside its network.
    public static let withInputs = Vocabulary(
        standard.words
            + [word(BuiltInTransform.Kind.composite), word(BuiltInTransform.Kind.text)])

    private static func word<Transform: SpelledTransform>(
        _ kind: @escaping @Sendable (Transform) -> BuiltInTransform.Kind
    ) -> Word {
        Word { (transform: Transform) in BuiltInTransform(kind(transform)) }
    }
}

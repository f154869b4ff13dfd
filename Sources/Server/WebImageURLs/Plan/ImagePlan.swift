public import WebImageCoding
public import WebImagePixels
public import WebImageTransforms

/// The picture that an address asks a server for: its source, its size, its changes, its file.
///
/// The picture is made by its ``steps``, in their order, and encoded behind them. A property that the
/// address does not state is nil, and the server's setting counts.
public struct ImagePlan: Hashable, Sendable {
    /// The part of the picture that the response has.
    public enum Product: Hashable, Sendable {
        /// The picture as a file.
        case picture
        /// The source's bytes and its response, as they come.
        case source
        /// A description of the picture as JSON.
        case info
    }

    /// The address of the source, after replacements: `https://…`, or `local:///…` for a file.
    public var source: String {
        get { address.text }
        set { address = SourceAddress(reading: newValue) }
    }
    /// The source, read once for all that need a part of it.
    package var address: SourceAddress
    /// The part of the picture that the response has.
    public var product = Product.picture

    /// The margins that are cut before everything else; nil for none.
    public var trim: BuiltInTransform?
    /// The rule of sizes; the default changes nothing.
    ///
    /// A server sets its own longest side here if ``LimitPlan/maxResultSide`` is nil.
    public var sizing = TargetSizing()
    /// `false` leaves the picture as stored, in place of turning it upright.
    public var turnsUpright: Bool?
    /// The transforms of the scaled picture, before it comes on its canvas.
    public var effects: [BuiltInTransform] = []
    /// The colour behind transparent pixels; nil keeps them transparent if the format can.
    public var background: RGBAColor?
    /// The place of the server's mark; nil for no mark.
    public var watermark: WatermarkPlan?
    /// The transforms of the picture behind all other steps.
    public var transforms: [BuiltInTransform] = []

    /// The file's format, quality and metadata.
    public var encoding = EncodingPlan()
    /// The bounds of the source and the result.
    public var limits = LimitPlan()
    /// The answer in place of a picture that cannot be made; nil for that of the server.
    public var fallback: FallbackPlan?

    /// The time at which the address ends, in seconds since 1970; nil for never.
    public var expires: Int?
    /// The seconds for which clients may keep the response; nil for the server's setting.
    public var maxAge: Int?
    /// The name that the file is saved with, without an extension; nil for that of the source.
    public var fileName: String?
    /// `true` if a browser saves the file, `false` if it shows it.
    public var isAttachment: Bool?

    /// Creates the plan of a source as it is.
    public init(source: String) { self.init(SourceAddress(reading: source)) }

    /// Creates the plan of a source that was read.
    package init(_ address: SourceAddress) { self.address = address }
}

/// The answer in place of a picture that cannot be made.
public enum FallbackPlan: Hashable, Sendable {
    /// The source's bytes as they come, if it is there and no picture can be made of it.
    case source
    /// The picture of another address, in the size and format that were asked for.
    case picture(String)
}

/// The place and strength of a server's mark on a picture.
public struct WatermarkPlan: Hashable, Sendable {
    /// The opacity, 0 to 1.
    public var opacity: Double
    /// The place; nil repeats the mark over the whole picture.
    public var gravity: Gravity?
    /// The distance from the place, or between repeated marks: pixels, below 1 shares of the width.
    public var x: Double
    /// The distance from the place, or between repeated marks: pixels, below 1 shares of the height.
    public var y: Double
    /// The mark's size as a share of the picture's, above 0; nil for its own size.
    public var scale: Double?

    /// Creates a mark in the middle, in its own size.
    public init(
        opacity: Double, gravity: Gravity? = .center, x: Double = 0, y: Double = 0,
        scale: Double? = nil
    ) {
        (self.opacity, self.gravity, self.x, self.y, self.scale) = (opacity, gravity, x, y, scale)
    }
}

/// The file that is made of a picture.
public struct EncodingPlan: Hashable, Sendable {
    /// The format; nil if the server chooses it.
    public var format: ImageFormat?
    /// The quality, 1 to 100; nil for that of the format.
    public var quality: Int?
    /// The qualities of single formats, which count where ``quality`` is nil.
    public var formatQualities: [ImageFormat: Int] = [:]
    /// The most bytes of the file; nil for no limit.
    public var maxByteCount: Int?
    /// The formats of sources whose bytes stay as they are, besides those of the server.
    public var skippedFormats: Set<ImageFormat> = []
    /// `true` removes EXIF, XMP and IPTC.
    public var stripsMetadata: Bool?
    /// `true` removes the place of metadata that is not removed as a whole.
    public var dropsLocation: Bool?
    /// `true` keeps names of authors and copyrights though metadata is removed.
    public var keepsCopyright: Bool?
    /// `true` converts the colours to sRGB and drops the profile.
    public var stripsProfile: Bool?

    /// Creates a plan that states nothing.
    public init() {}
}

/// The bounds that an address sets in place of the server's; `Int.max` stands for none.
public struct LimitPlan: Hashable, Sendable {
    /// The most pixels of the source, of all its frames.
    public var maxPixels: Int?
    /// The most bytes of the source.
    public var maxSourceBytes: Int?
    /// The most frames of an animation, at least 1; later ones are dropped.
    public var maxFrames: Int?
    /// The most pixels of a frame.
    public var maxFramePixels: Int?
    /// The longest side of the result in pixels; larger ones are scaled down.
    public var maxResultSide: Int?

    /// Creates bounds that state nothing.
    public init() {}
}

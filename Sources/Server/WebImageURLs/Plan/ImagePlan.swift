public import WebImageCoding
import WebImagePixels
public import WebImageTransforms

/// The picture that an address asks a server for: its source, its size, its changes, its file.
///
/// The picture is made by its ``steps``, in their order, and encoded after them. A property that
/// the address does not state is nil, and the server's setting counts.
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
    /// The transforms of the picture after all other steps.
    public var transforms: [BuiltInTransform] = []

    /// The file's format, quality and metadata.
    public var encoding = EncodingPlan()
    /// The bounds of the source and the result.
    public var limits = LimitPlan()
    /// The answer in place of a picture that cannot be made; nil for the server's.
    public var fallback: FallbackPlan?

    /// The time at which the address ends, in seconds since 1970; nil for never.
    public var expires: Int?
    /// The seconds for which clients may keep the response; nil for the server's setting.
    public var maxAge: Int?
    /// The name that the file is saved with, without an extension; nil for the source's.
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

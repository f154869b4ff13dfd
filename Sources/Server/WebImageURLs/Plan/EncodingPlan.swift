public import WebImageCoding

/// The file that is made of a picture.
public struct EncodingPlan: Hashable, Sendable {
    /// The format; nil if the server chooses it.
    public var format: ImageFormat?
    /// The quality, 1 to 100; nil for the format's own.
    public var quality: Int?
    /// The qualities of single formats, which count where ``quality`` is nil.
    public var formatQualities: [ImageFormat: Int] = [:]
    /// The most bytes of the file; nil for no limit.
    public var maxByteCount: Int?
    /// The formats of sources whose bytes stay as they are, besides the server's own.
    public var skippedFormats: Set<ImageFormat> = []
    /// `true` removes EXIF, XMP and IPTC.
    public var stripsMetadata: Bool?
    /// `true` removes the place of metadata that is not removed as a whole.
    public var dropsLocation: Bool?
    /// `true` keeps names of authors and copyrights though metadata is removed.
    public var keepsCopyright: Bool?
    /// `true` converts the colours to sRGB and drops the profile.
    public var stripsProfile: Bool?

    /// `true` keeps the gain map, `false` drops it; nil for the server's rule.
    public var keepsGainMap: Bool?
    /// The depth of the pixels that the file is made of, where the format has it; nil for the
    /// server's rule.
    public var depth: PixelDepth?

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

extension PixelDepth {
    /// The word in addresses and settings.
    package var word: String {
        switch self {
        case .asStored: "keep"
        case .eight: "8"
        case .hdr: "hdr"
        }
    }

    /// Reads the word; nil for any other text.
    package init?(word: some StringProtocol) {
        guard let depth = PixelDepth.allCases.first(where: { $0.word == word }) else { return nil }
        self = depth
    }
}

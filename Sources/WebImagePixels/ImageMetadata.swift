/// What a file's header says of its picture.
public struct ImageMetadata: Hashable, Sendable {
    /// Upright width and height of the picture in the file, before any scaling.
    public var size: PixelSize
    /// The orientation written in the file; pixels that the pipeline returns have it applied.
    public var orientation: Orientation
    /// Whether the header allows transparent pixels.
    public var hasAlpha: Bool
    /// Frames of an animation, 1 for a still.
    public var frameCount: Int
    /// Pages of a document, 1 where the format has none.
    public var pageCount: Int
    /// How long each frame is shown according to the file; empty for a still.
    public var durations: [Duration]
    /// How often an animation plays in total, 0 for ever; nil for a still.
    public var loopCount: Int?
    /// The embedded colour profile's description, nil without a profile.
    public var profileDescription: String?
    /// Pixels per inch, nil where the file does not say.
    public var density: PixelDensity?
    /// The EXIF block as the TIFF structure it is, without the `Exif\0\0` of JPEG; nil for none.
    public var exif: [UInt8]?
    /// Whether the picture is drawn at any size: then a target size may enlarge it.
    public var isVector = false

    /// The metadata of a still picture, to be refined by the properties.
    public init(size: PixelSize, orientation: Orientation = .up, hasAlpha: Bool = false) {
        self.size = size
        self.orientation = orientation
        self.hasAlpha = hasAlpha
        frameCount = 1
        pageCount = 1
        durations = []
        loopCount = nil
        profileDescription = nil
    }
}

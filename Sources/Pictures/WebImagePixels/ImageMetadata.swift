/// The properties of a picture in its file.
public struct ImageMetadata: Hashable, Sendable {
    /// Upright width and height of the picture in the file, before any scaling.
    public var size: PixelSize
    /// The orientation written in the file; pixels that the pipeline returns have it applied.
    public var orientation: Orientation
    /// `true` if the format of the pixels allows transparency.
    public var hasAlpha: Bool
    /// The number of frames, 1 for a still.
    public var frameCount: Int
    /// The number of pages, 1 for a format without pages.
    public var pageCount: Int
    /// The duration of each frame as written in the file; empty for a still.
    public var durations: [Duration]
    /// The total number of times the animation plays, 0 for endlessly; nil for a still.
    public var loopCount: Int?
    /// The name of the colours by their code points, such as `sRGB`; nil for a profile, and in
    /// responses.
    public var colorName: String?
    /// The description of the embedded colour profile, nil without a profile.
    public var profileDescription: String?
    /// The ICC profile of the pixels, if it was kept; nil for pixels in sRGB, and in headers.
    public var profile: [UInt8]?
    /// `true` if ``profile`` was kept for the gain map alone, without which pixels become sRGB.
    package var isProfileForGainMap = false
    /// The density in pixels per inch, nil if the file has none.
    public var density: PixelDensity?
    /// The EXIF block, a TIFF structure without the `Exif\0\0` of JPEG; nil for none.
    public var exif: [UInt8]?
    /// The gain map beside the picture; nil for none, and for a damaged one.
    ///
    /// The pixels are the base's: no gain map is applied.
    public var gainMap: GainMap?
    /// The reason that a damaged gain map is ignored; nil for none.
    public var gainMapDamage: String?
    /// `true` if the file has more light than white: by a gain map, or by the curve PQ or HLG.
    ///
    /// Pixels of the pipeline are mapped to SDR, unless `PixelDepth.hdr` is asked for.
    public var isHighDynamicRange = false
    /// The light of the brightest pixel as a multiple of white, by the gain map, the curve HLG, or
    /// what a file in PQ states; nil if the file has no more light than white, or does not state
    /// how much.
    public var headroom: Double?
    /// The light of the picture as the file states it; nil for none.
    public var contentLight: ContentLight?
    /// `true` for a vector drawing, which a target size may enlarge.
    public var isVector = false
    /// `true` if the file ends before its pixels do, or a JPEG is damaged, and it is shown as far
    /// as it goes.
    ///
    /// An animation has its whole frames then. `false` in headers of stills.
    public var isTruncated = false

    /// Creates the metadata of a still image; further properties are set afterwards.
    ///
    /// - Parameters:
    ///   - size: The upright width and height in pixels.
    ///   - orientation: The orientation written in the file.
    ///   - hasAlpha: `true` if the format of the pixels allows transparency.
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

public import WebImageBytes

/// The content of a file besides its picture: a gain map, depth maps, further pictures and pages,
/// films behind it, and other bytes there.
///
/// The second view of a camera, the film of a motion photo. No decoder shows them, and no encoder
/// writes them but the gain map; only a file whose metadata is removed without encoding it may keep
/// them.
public struct AttachedData: Hashable, Sendable {
    /// `true` if there is a gain map that can be read.
    public var hasGainMap = false
    /// The number of maps of depth, and of mattes that cameras keep beside them.
    public var depthMapCount = 0
    /// The number of further pictures; a gain map that is damaged is one.
    public var pictureCount = 0
    /// The number of pages, 1 for a format without pages.
    public var pageCount = 1
    /// The number of films.
    public var filmCount = 0
    /// The number of other bytes behind the picture; 0 if all of them are zeros.
    public var otherByteCount = 0
    /// `true` if the picture is damaged, so that more may stand behind it than is counted.
    package var mayHaveMore = false

    /// Reads the attached data of JPEG, PNG, WebP, GIF, AVIF, HEIC, JPEG XL and TIFF files; other
    /// formats have none.
    ///
    /// Further items of AVIF and HEIC are pictures.
    public init(of image: EncodedImage) {
        self = image.bytes.withSpan { bytes in
            var data = AttachedData()
            if let end = Self.end(of: image.format, bytes) {
                data = AttachedData(behind: end, of: bytes)
            }
            switch image.format {
            case .tiff: data.pageCount = max(TIFFMetadata.pageCount(of: bytes), 1)
            case .jpeg: data.depthMapCount += DepthMaps.isDescribed(byHeadOf: bytes) ? 1 : 0
            case .avif, .heic:
                let pictures = MediaPictures(of: bytes)
                data.pictureCount += pictures.count
                data.depthMapCount += pictures.depthMapCount
            default: break
            }
            data.hasGainMap = GainMapReading.hasMap(image)
            // In JPEG XL it is a box of its own, else one of the pictures.
            if data.hasGainMap, image.format != .jxl {
                data.pictureCount = max(data.pictureCount - 1, 0)
            }
            return data
        }
    }

    private init() {}

    /// Counts what is behind a picture; without its end, only the whole pictures and films count.
    private init(behind end: PictureEnd, of bytes: RawSpan) {
        let data = TrailingData(of: bytes, from: end.offset)
        let isKnown = if case .known = end { true } else { false }
        let parts = data.parts.filter { $0.isWhole || isKnown }
        let pictures = parts.filter { $0.kind == .picture }
        depthMapCount = pictures.count { DepthMaps.isMap(bytes, at: $0.range.lowerBound) }
        pictureCount = pictures.count - depthMapCount
        filmCount = parts.count - pictures.count
        otherByteCount = isKnown ? data.otherByteCount : 0
        if case .damaged = end { mayHaveMore = true }
    }

    /// `true` if there is none.
    public var isEmpty: Bool { self == AttachedData() }

    /// Returns the end of a file's picture; nil for formats of which nothing is known.
    private static func end(of format: ImageFormat?, _ bytes: RawSpan) -> PictureEnd? {
        switch format {
        case .jpeg: JPEGMetadata.end(of: bytes)
        case .png, .apng: PNGMetadata.end(of: bytes)
        case .webp: bytes.u32(at: 4, .little).map { .known(Int($0) + 8) }
        case .gif: GIFMetadata.end(of: bytes)
        case .avif, .heic: MediaMetadata.end(of: bytes)
        default: nil
        }
    }
}

/// A format of encoded pictures, identified by its usual name.
public struct ImageFormat: RawRepresentable, Hashable, Sendable {
    /// The name, as used in flags and JSON, such as `jpeg`.
    public var rawValue: String

    /// Creates a format.
    ///
    /// - Parameter rawValue: The name, as used in flags and JSON, such as `jpeg`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// JPEG (ITU-T T.81).
    public static let jpeg = ImageFormat(rawValue: "jpeg")
    /// PNG (W3C PNG, third edition), still.
    public static let png = ImageFormat(rawValue: "png")
    /// PNG with an `acTL` chunk.
    public static let apng = ImageFormat(rawValue: "apng")
    /// GIF 87a and 89a.
    public static let gif = ImageFormat(rawValue: "gif")
    /// WebP (RFC 9649).
    public static let webp = ImageFormat(rawValue: "webp")
    /// AVIF, still or sequence.
    public static let avif = ImageFormat(rawValue: "avif")
    /// HEIC: HEVC in HEIF.
    public static let heic = ImageFormat(rawValue: "heic")
    /// JPEG XL (ISO/IEC 18181), codestream or container.
    public static let jxl = ImageFormat(rawValue: "jxl")
    /// SVG, plain or gzipped.
    public static let svg = ImageFormat(rawValue: "svg")
    /// Windows bitmap.
    public static let bmp = ImageFormat(rawValue: "bmp")
    /// TIFF 6.0 and BigTIFF.
    public static let tiff = ImageFormat(rawValue: "tiff")
    /// Windows icon or cursor.
    public static let ico = ImageFormat(rawValue: "ico")

    /// All formats above, in the order of the documentation.
    public static let all: [ImageFormat] = [
        .jpeg, .png, .apng, .gif, .webp, .avif, .heic, .jxl, .svg, .bmp, .tiff, .ico,
    ]

    /// The registered media type, `application/octet-stream` for other formats.
    public var mediaType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .apng: "image/apng"
        case .gif: "image/gif"
        case .webp: "image/webp"
        case .avif: "image/avif"
        case .heic: "image/heic"
        case .jxl: "image/jxl"
        case .svg: "image/svg+xml"
        case .bmp: "image/bmp"
        case .tiff: "image/tiff"
        case .ico: "image/vnd.microsoft.icon"
        default: "application/octet-stream"
        }
    }

    /// The usual file extension, without the dot.
    public var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .apng: "png"
        default: rawValue
        }
    }
}

extension ImageFormat: CustomStringConvertible {
    /// The name of the format.
    public var description: String { rawValue }
}

import WebImage

/// An option of encoding that some formats do not have.
enum EncodingChoice: String, CaseIterable, Sendable {
    case quality = "--quality"
    case lossless = "--lossless"
    case progressive = "--progressive"
    case effort = "--effort"
    case chroma = "--chroma"
    case background = "--background"
    case thumbnail = "--thumbnail"
    case metadata = "--keep-metadata"
    case gainMap = "--gain-map"
    case depth = "--depth"
    case light = "--depth hdr"
    case curve = "--curve"
    case gainMapCurve = "--curve gain-map"

    /// The formats in which the option changes nothing, of those that the project encodes.
    private var idleFormats: Set<ImageFormat> {
        switch self {
        case .quality: [.png, .apng, .tiff, .bmp, .ico]
        case .lossless: [.jpeg]
        case .progressive: [.webp, .avif, .heic, .tiff, .bmp, .ico]
        case .effort: [.bmp, .ico]
        case .chroma: [.png, .apng, .gif, .jxl, .tiff, .bmp, .ico]
        case .background: [.png, .apng, .gif, .webp, .avif, .heic, .jxl, .tiff, .bmp, .ico]
        case .thumbnail: [.png, .apng, .gif, .webp, .avif, .jxl, .tiff, .bmp, .ico]
        case .metadata: [.gif, .bmp, .ico]
        case .gainMap: [.png, .apng, .gif, .webp, .heic, .tiff, .bmp, .ico]
        case .depth: [.jpeg, .gif, .webp, .bmp, .ico]
        case .light: [.apng, .gif, .webp, .bmp, .ico]
        case .curve: [.jpeg, .apng, .gif, .webp, .tiff, .bmp, .ico]
        case .gainMapCurve: [.png, .apng, .gif, .webp, .heic, .tiff, .bmp, .ico]
        }
    }

    /// Returns `true` if the option changes nothing in a format.
    func isIdle(in format: ImageFormat) -> Bool { idleFormats.contains(format) }

    /// Returns a message if the option changes nothing in a format.
    func note(for format: ImageFormat) -> String? {
        guard isIdle(in: format) else { return nil }
        let start = "\(rawValue) has no effect on \(format)"
        switch self {
        case .quality: return "\(start), which is lossless"
        case .lossless: return "\(start), which is always lossy; png, webp, avif and jxl are not"
        case .background:
            return "\(start), which has transparency; --transform 'background(COLOUR)' fills it"
        case .thumbnail: return "\(start); jpeg and heic have thumbnails"
        case .gainMap: return "\(start); jpeg, avif and jxl have gain maps"
        case .depth: return "\(start); png, apng, tiff, avif, heic and jxl have more than 8 bits"
        case .light:
            return "\(start); png, tiff, avif, heic, jxl and jpeg have forms of light above white"
        case .curve: return "\(start); png, avif, heic and jxl have curves for light above white"
        case .gainMapCurve: return "\(start); jpeg, avif and jxl have gain maps"
        case .progressive, .effort, .chroma, .metadata: return start
        }
    }
}

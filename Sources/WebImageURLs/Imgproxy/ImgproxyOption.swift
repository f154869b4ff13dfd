/// An option of imgproxy's addresses, by its long name.
enum ImgproxyOption: String, CaseIterable, Sendable {
    case resize, size
    case resizingType = "resizing_type"
    case width, height
    case minWidth = "min-width"
    case minHeight = "min-height"
    case zoom, dpr, enlarge, extend
    case extendAspectRatio = "extend_aspect_ratio"
    case gravity, crop, trim, padding
    case autoRotate = "auto_rotate"
    case rotate, flip
    case background, blur, sharpen, pixelate, watermark
    case stripMetadata = "strip_metadata"
    case keepCopyright = "keep_copyright"
    case stripColorProfile = "strip_color_profile"
    case preserveHDR = "preserve_hdr"
    case enforceThumbnail = "enforce_thumbnail"
    case quality
    case formatQuality = "format_quality"
    case maxBytes = "max_bytes"
    case format
    case skipProcessing = "skip_processing"
    case raw, cachebuster, expires, filename
    case returnAttachment = "return_attachment"
    case preset
    case maxSourceResolution = "max_src_resolution"
    case maxSourceFileSize = "max_src_file_size"
    case maxAnimationFrames = "max_animation_frames"
    case maxAnimationFrameResolution = "max_animation_frame_resolution"
    case maxResultDimension = "max_result_dimension"

    private static let shortNames: [String: ImgproxyOption] = [
        "rs": .resize, "s": .size, "rt": .resizingType, "w": .width, "h": .height,
        "mw": .minWidth, "mh": .minHeight, "z": .zoom, "el": .enlarge, "ex": .extend,
        "extend_ar": .extendAspectRatio, "exar": .extendAspectRatio, "g": .gravity, "c": .crop,
        "t": .trim, "pd": .padding, "ar": .autoRotate, "rot": .rotate, "fl": .flip,
        "bg": .background, "bl": .blur, "sh": .sharpen, "pix": .pixelate, "wm": .watermark,
        "sm": .stripMetadata, "kcr": .keepCopyright, "scp": .stripColorProfile,
        "ph": .preserveHDR, "eth": .enforceThumbnail, "q": .quality, "fq": .formatQuality,
        "mb": .maxBytes, "f": .format, "ext": .format, "skp": .skipProcessing,
        "cb": .cachebuster, "exp": .expires, "fn": .filename, "att": .returnAttachment,
        "pr": .preset, "msr": .maxSourceResolution, "msfs": .maxSourceFileSize,
        "maf": .maxAnimationFrames, "mafr": .maxAnimationFrameResolution,
        "mrd": .maxResultDimension,
    ]

    /// Creates the option of a long or short name.
    init?(name: Substring) {
        guard let option = Self.shortNames[String(name)] ?? Self(rawValue: String(name)) else {
            return nil
        }
        self = option
    }

    /// The most arguments; further ones are an error.
    var maxArguments: Int {
        switch self {
        case .resize: 8
        case .size, .watermark: 7
        case .crop: 5
        case .extend, .extendAspectRatio, .trim, .padding: 4
        case .gravity, .background: 3
        case .zoom, .flip, .filename: 2
        case .formatQuality, .skipProcessing, .preset: .max
        default: 1
        }
    }

    /// `true` if it sets a limit, which a server must allow.
    var isSecurity: Bool {
        switch self {
        case .maxSourceResolution, .maxSourceFileSize, .maxAnimationFrames,
            .maxAnimationFrameResolution, .maxResultDimension:
            true
        default: false
        }
    }
}

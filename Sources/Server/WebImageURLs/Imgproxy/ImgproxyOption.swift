/// An option of imgproxy's addresses, by what it decides.
///
/// Each kind is set by a switch without `default`, so that a new option compiles only when it is
/// applied, or is one of those that change nothing (`scripts/parts/forgotten-options`).
enum ImgproxyOption: Hashable, Sendable {
    case sizing(ImgproxySizing)
    case picture(ImgproxyPicture)
    case file(ImgproxyFile)
    case limit(ImgproxyLimit)
    case ignored(ImgproxyIgnored)
    /// The options of presets by their names.
    case preset

    init?(name: Substring) {
        let name = Self.shortNames[String(name)] ?? String(name)
        let option =
            ImgproxySizing(rawValue: name).map(Self.sizing)
            ?? ImgproxyPicture(rawValue: name).map(Self.picture)
            ?? ImgproxyFile(rawValue: name).map(Self.file)
            ?? ImgproxyLimit(rawValue: name).map(Self.limit)
            ?? ImgproxyIgnored(rawValue: name).map(Self.ignored)
        guard let option = option ?? (name == "preset" ? .preset : nil) else { return nil }
        self = option
    }

    /// The long names by the short ones.
    static let shortNames = [
        "rs": "resize", "s": "size", "rt": "resizing_type", "w": "width", "h": "height",
        "mw": "min-width", "mh": "min-height", "z": "zoom", "el": "enlarge", "ex": "extend",
        "extend_ar": "extend_aspect_ratio", "exar": "extend_aspect_ratio", "g": "gravity",
        "c": "crop", "t": "trim", "pd": "padding", "ar": "auto_rotate", "rot": "rotate",
        "fl": "flip", "bg": "background", "bl": "blur", "sh": "sharpen", "pix": "pixelate",
        "wm": "watermark", "sm": "strip_metadata", "kcr": "keep_copyright",
        "scp": "strip_color_profile", "ph": "preserve_hdr", "eth": "enforce_thumbnail",
        "q": "quality", "fq": "format_quality", "mb": "max_bytes", "f": "format",
        "ext": "format", "skp": "skip_processing", "cb": "cachebuster", "exp": "expires",
        "fn": "filename", "att": "return_attachment", "pr": "preset",
        "msr": "max_src_resolution", "msfs": "max_src_file_size",
        "maf": "max_animation_frames", "mafr": "max_animation_frame_resolution",
        "mrd": "max_result_dimension",
    ]

    /// The most arguments; further ones are an error.
    var maxArguments: Int {
        switch self {
        case .sizing(let option): option.maxArguments
        case .picture(let option): option.maxArguments
        case .file(let option): option.maxArguments
        case .limit, .ignored: 1
        case .preset: .max
        }
    }
}

/// The options that are read and change nothing; the start and the article name them.
enum ImgproxyIgnored: String, CaseIterable, Sendable {
    case enforceThumbnail = "enforce_thumbnail"
}

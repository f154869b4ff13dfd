import ArgumentParser
import WebImage

/// The options for the output format and the encoder.
struct EncodingOptions: ParsableArguments {
    @Option(
        name: .long,
        help: "The format to write (default: by the output's name, else the source's, else png).",
        completion: .list([
            "jpeg", "png", "gif", "webp", "avif", "heic", "jxl", "tiff", "bmp", "ico", "apng",
        ]), transform: FormatArgument.read)
    var format: ImageFormat?

    @Option(
        name: .long, help: "Quality of lossy formats, 1 to 100 (default: 80).",
        transform: { try NumberArgument.read($0, in: 1...100) })
    var quality: Int?

    @Flag(
        name: .long,
        help:
            "Encode losslessly, if the format supports it; with transforms, or fewer bits than the source has, colours of translucent pixels are rounded to what is seen of them."
    )
    var lossless = false

    @Flag(name: .long, help: "Write progressive or interlaced files, if the format supports it.")
    var progressive = false

    @Option(
        name: .long, help: "Time to spend on a smaller file, 1 (fastest) to 10 (smallest).",
        transform: { try NumberArgument.read($0, in: 1...10) })
    var effort: Int?

    @Option(
        name: .long, help: "Chroma subsampling: 444 (none), 422 or 420.",
        completion: .list(["444", "422", "420"]), transform: ChromaArgument.read)
    var chroma = ChromaSubsampling.automatic

    @Option(
        name: .long,
        help:
            "The colour behind transparent pixels in formats without alpha: ff8800, #f80, orange (default: white).",
        transform: ColorArgument.read)
    var background: RGBAColor?

    @Option(
        name: .long, help: "Reduce larger pictures to fit this box before writing: 1600x1200.",
        transform: SizeArgument.read)
    var maxSize: PixelSize?

    @Option(
        name: .long,
        help:
            "The most bytes of the output, such as 100kB: quality is lowered, then the size, until it fits.",
        transform: ByteCountArgument.read)
    var maxBytes: Int?

    @Option(
        name: .long, help: "Embed a thumbnail with this longer side, if the format supports it.",
        transform: { try NumberArgument.read($0, in: 1...1024) })
    var thumbnail: Int?

    @Flag(
        name: .long,
        help: "Keep EXIF, density, XMP and IPTC of pictures that are encoded (default: drop them).")
    var keepMetadata = false

    @Option(
        name: .long,
        help:
            "Remove metadata, also from bytes that are copied: all, all-but-copyright, which keeps names of authors and copyrights, or gps for the place, and what may hold a copy of it: thumbnails, the notes of cameras.",
        completion: .list(StripArgument.known), transform: StripArgument.read)
    var strip: MetadataPolicy?

    @Option(
        name: .long,
        help:
            "The gain map of a picture, which makes it bright on HDR displays: keep, where the format has one (jpeg, avif, jxl), or drop (default: keep, but for --strip all and all-but-copyright).",
        completion: .list(GainMapArgument.known), transform: GainMapArgument.read)
    var gainMap: GainMapPolicy?

    @Option(
        name: .long,
        help:
            "Bits of a sample: keep those of the source, where the format has them (png, tiff, avif, heic, jxl), 8, 16, or as many as the format has, or hdr, which keeps light above white, too (default: 8 for pictures that are encoded).",
        completion: .list(DepthArgument.known), transform: DepthArgument.read)
    var depth: DepthArgument?

    @Option(
        name: .long,
        help:
            "The form of light above white, with --depth hdr: pq or hlg (avif, heic, jxl, png), or gain-map (jpeg, avif, jxl) (default: the usual one of the format, in place of which a gain map of the source stays; tiff and lossless jxl have floats).",
        completion: .list(CurveArgument.known), transform: CurveArgument.read)
    var curve: LightCurve?

    func validate() throws {
        if keepMetadata, strip == .drop || strip == .copyright {
            throw ValidationError("--keep-metadata and --strip exclude each other, but for gps.")
        }
        if curve != nil, depth != .hdr {
            throw ValidationError("--curve needs --depth hdr.")
        }
        if curve == .gainMap, gainMap == .drop {
            throw ValidationError("--curve gain-map and --gain-map drop exclude each other.")
        }
    }

    /// Returns `true` if the settings may change the picture or its encoding.
    ///
    /// - Parameter format: The format that is written; nil for any.
    func mayChangePicture(as format: ImageFormat? = nil) -> Bool {
        let settings = settings(for: format)
        var copy = EncodeSettings(metadata: settings.metadata)
        // With metadata the map goes from bytes that are copied, too.
        if gainMap == nil { copy.gainMap = settings.gainMap }
        if let format, EncodingChoice.depth.isIdle(in: format) { copy.depth = settings.depth }
        return settings != copy || !transforms.isEmpty
    }

    /// Returns the settings for a format, without those that have no effect on it.
    ///
    /// - Parameter format: The format; nil for all settings.
    func settings(for format: ImageFormat? = nil) -> EncodeSettings {
        let acts = { (choice: EncodingChoice) in format.map { !choice.isIdle(in: $0) } ?? true }
        let keeps = keepMetadata && acts(.metadata)
        var settings = EncodeSettings(
            quality: acts(.quality) ? quality : nil, isLossless: lossless && acts(.lossless),
            isProgressive: progressive && acts(.progressive),
            effort: acts(.effort) ? effort : nil, chroma: acts(.chroma) ? chroma : .automatic,
            thumbnailSide: acts(.thumbnail) ? thumbnail ?? 0 : 0, maxSize: maxSize,
            maxByteCount: maxBytes, metadata: strip ?? (keeps ? .keep : nil))
        // That bits go was asked for in every format.
        settings.depth = acts(.depth) || depth == .eight ? depth?.encoding ?? .keep : .keep
        settings.lightCurve = lightChoice.map(acts) ?? false ? curve : nil
        settings.gainMap =
            gainMap ?? (strip == .drop || strip == .copyright ? .drop : .keep)
        if let background, background.alpha == 255, acts(.background) {
            settings.matte = SIMD3(background.blue, background.green, background.red)
        }
        return settings
    }

    /// The transform of a translucent background, which every format can show.
    var transforms: [any ImageTransform] {
        guard let background, background.alpha < 255 else { return [] }
        return [BuiltInTransform.background(background)]
    }

    /// The given options for metadata.
    var metadataOptions: [String] {
        (keepMetadata ? ["--keep-metadata"] : []) + (strip == nil ? [] : ["--strip"])
            + (gainMap == nil ? [] : ["--gain-map"])
    }

    /// The given options of encoding.
    var given: [EncodingChoice] {
        var given: [EncodingChoice] = []
        if quality != nil { given.append(.quality) }
        if lossless { given.append(.lossless) }
        if progressive { given.append(.progressive) }
        if effort != nil { given.append(.effort) }
        if chroma != .automatic { given.append(.chroma) }
        if background?.alpha == 255 { given.append(.background) }
        if thumbnail != nil { given.append(.thumbnail) }
        if keepMetadata { given.append(.metadata) }
        if gainMap == .keep { given.append(.gainMap) }
        switch depth {
        case .keep, .sixteen: given.append(.depth)
        case .hdr: given.append(lightChoice ?? .light)
        case .eight, nil: break
        }
        return given
    }

    /// The stated form of light above white; nil for none.
    private var lightChoice: EncodingChoice? {
        switch curve {
        case .pq, .hlg: .curve
        case .gainMap: .gainMapCurve
        case nil: nil
        }
    }
}

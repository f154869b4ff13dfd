public import WebImageCoding
public import WebImagePixels

/// The format and the settings of a file that is wanted in place of pixels.
@usableFromInline
final class FileRecipe: Sendable {
    /// Nil for the format of the original, if it can be encoded.
    let format: ImageFormat?
    let settings: EncodeSettings
    /// The choice in place of both, by a picture and its file, and its name; nil for none.
    let choice: (name: String, choose: Choose)?
    private let choices: Set<ImageFormat>
    /// The hash of format and settings, the same for equal recipes.
    private let word: Int

    @usableFromInline
    typealias Choose = @Sendable (DecodedImage, EncodedImage) throws(CodecError) -> FileChoice

    @usableFromInline
    init(
        _ format: ImageFormat?, _ settings: EncodeSettings,
        _ choice: (name: String, choose: Choose)? = nil, among formats: Set<ImageFormat> = []
    ) {
        (self.format, self.settings, self.choice) = (format, settings, choice)
        choices = formats
        var hasher = Hasher()
        hasher.combine(format)
        hasher.combine(settings.quality)
        hasher.combine(settings.maxSize)
        word = hasher.finalize()
    }

    /// Returns the recipe of a format and settings, nil for the usual ones, whose recipes are made
    /// once.
    @usableFromInline
    static func of(_ format: ImageFormat?, _ settings: EncodeSettings?) -> FileRecipe {
        if let settings, settings != usualSettings { return FileRecipe(format, settings) }
        return switch format {
        case nil: original
        case .webp: webp
        case .jpeg: jpeg
        case .avif: avif
        case .png: png
        default: FileRecipe(format, usualSettings)
        }
    }

    private static let usualSettings = EncodeSettings()
    private static let original = FileRecipe(nil, usualSettings)
    private static let webp = FileRecipe(.webp, usualSettings)
    private static let jpeg = FileRecipe(.jpeg, usualSettings)
    private static let avif = FileRecipe(.avif, usualSettings)
    private static let png = FileRecipe(.png, usualSettings)

    /// The formats that may be chosen, by which memory is estimated; empty for all.
    var formats: Set<ImageFormat> { format.map { [$0] } ?? choices }

    /// `true` if a file may have the gain map of its source.
    var keepsGainMap: Bool {
        settings.gainMap == .keep && settings.lightMayBeMap
            && (formats.isEmpty || !formats.isDisjoint(with: GainMapWriter.formats))
    }

    /// Returns `true` if one of the encoders that may write the file meets a condition.
    func mayBe(
        of encoders: [any ImageEncoder], where condition: (any ImageEncoder) -> Bool
    ) -> Bool {
        encoders.contains {
            (formats.isEmpty || formats.contains($0.format)) && condition($0)
        }
    }

    /// All of it as text, for keys.
    var spelling: String {
        // Both decide if bytes are copied; the spelling of serializers, which copy none, lacks
        // them.
        let stated = settings.isQualityStated ? ",stated" : ""
        let stripped = settings.metadata == .drop ? ",drop" : ""
        let chosen = choice.map { "\($0.name.utf8.count):\($0.name)" }
        let name = chosen ?? format?.rawValue ?? "original"
        return "\(name),\(settings.spelled)\(stated)\(stripped)"
    }
}

extension FileRecipe: Hashable {
    @usableFromInline
    static func == (one: FileRecipe, other: FileRecipe) -> Bool {
        one === other
            || one.format == other.format && one.settings == other.settings
                && one.choice?.name == other.choice?.name
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) {
        hasher.combine(word)
    }
}

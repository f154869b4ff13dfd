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
    /// The formats that may be chosen, by which memory is estimated; empty for all.
    let formats: Set<ImageFormat>

    @usableFromInline
    typealias Choose = @Sendable (DecodedImage, EncodedImage) throws(CodecError) -> FileChoice

    @usableFromInline
    init(
        _ format: ImageFormat?, _ settings: EncodeSettings,
        _ choice: (name: String, choose: Choose)? = nil, among formats: Set<ImageFormat> = []
    ) {
        (self.format, self.settings, self.choice) = (format, settings, choice)
        self.formats = format.map { [$0] } ?? formats
    }

    /// All of it as text, for keys.
    var spelling: String {
        // Both decide if bytes are copied; the spelling of serializers, which copy none, lacks them.
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
        one.format == other.format && one.settings == other.settings
            && one.choice?.name == other.choice?.name
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) {
        hasher.combine(format)
        hasher.combine(settings.quality)
        hasher.combine(settings.maxSize)
    }
}

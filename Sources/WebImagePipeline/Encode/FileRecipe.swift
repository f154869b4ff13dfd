public import WebImageCoding

/// The format and the settings of a file that is wanted in place of pixels.
@usableFromInline
final class FileRecipe: Sendable {
    /// Nil for the format of the original, if it can be encoded.
    let format: ImageFormat?
    let settings: EncodeSettings

    @usableFromInline
    init(_ format: ImageFormat?, _ settings: EncodeSettings) {
        (self.format, self.settings) = (format, settings)
    }

    /// All of it as text, for keys.
    var spelling: String { "\(format?.rawValue ?? "original"),\(settings.spelled)" }
}

extension FileRecipe: Hashable {
    @usableFromInline
    static func == (one: FileRecipe, other: FileRecipe) -> Bool {
        one.format == other.format && one.settings == other.settings
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) {
        hasher.combine(format)
        hasher.combine(settings.quality)
        hasher.combine(settings.maxSize)
    }
}

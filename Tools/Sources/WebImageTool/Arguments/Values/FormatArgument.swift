import ArgumentParser
import WebImage

/// Reads `--format`.
enum FormatArgument {
    static func read(_ text: String) throws -> ImageFormat {
        guard let format = ImageFormat(fileExtension: text) else {
            throw ValidationError(unknown(text))
        }
        try check(format)
        return format
    }

    /// Returns a message about an unknown format or extension.
    static func unknown(_ text: String) -> String {
        FitArgument.unknown("format", text, known: writable + ["jpg"])
    }

    /// Throws for a format without an encoder.
    static func check(_ format: ImageFormat) throws {
        guard !writable.contains(format.rawValue) else { return }
        throw ValidationError(
            "\(format) cannot be written; known are \(writable.joined(separator: ", ")).")
    }

    private static var writable: [String] {
        WebImageCommand.codecs.encoders.map(\.format.rawValue)
    }
}

import ArgumentParser
import WebImage

/// Reads `--format`.
enum FormatArgument {
    static func read(_ text: String) throws -> ImageFormat {
        let writable = CodecList.installed.encoders.map(\.format.rawValue)
        guard let format = ImageFormat(fileExtension: text) else {
            throw ValidationError(FitArgument.unknown("format", text, known: writable + ["jpg"]))
        }
        guard writable.contains(format.rawValue) else {
            throw ValidationError(
                "\(format) cannot be written; known are \(writable.joined(separator: ", ")).")
        }
        return format
    }
}

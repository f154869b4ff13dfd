import FoundationEssentials
package import WebImageCoding

// Forms of several values, between commas, and of files.
extension SettingForm {
    /// Texts without white space around them and without empty ones.
    public static var list: SettingForm<[String]> {
        .init("texts between commas", spelling: { $0.joined(separator: ",") }) {
            $0.words(at: ",")
        }
    }

    /// Names of formats, such as `jpeg,png`.
    package static var formats: SettingForm<[ImageFormat]> {
        let words = "names of formats, such as jpeg,png"
        return .init(words, spelling: { $0.map(\.rawValue).joined(separator: ",") }) { text in
            text.words(at: ",").mapAll { ImageFormat(nameInAddress: $0) }
        }
    }

    /// Qualities of formats, such as `webp=79,avif=63`, each 1 to 100.
    package static var qualities: SettingForm<[ImageFormat: Int]> {
        .init("formats and qualities, such as webp=79,avif=63") { text in
            text.words(at: ",").mapAll { word -> (ImageFormat, Int)? in
                guard let parts = word[...].parted(at: "="),
                    let format = ImageFormat(nameInAddress: parts.before.trimmed)
                else { return nil }
                return quality.read(parts.behind.trimmed).map { (format, $0) }
            }.map { Dictionary($0) { $1 } }
        }
    }

    /// Keys in hexadecimal digits, which no fault shows.
    package static var keys: SettingForm<[[UInt8]]> {
        let words = "hexadecimal digits, two for a byte"
        return .init(words, isSecret: true, spelling: { _ in "" }) { text in
            text[...].pieces(at: ",").mapAll { word in
                let digits = word.trimmed.utf8.mapAll(Hexadecimal.value) ?? []
                guard digits.count % 2 == 0, !digits.isEmpty else { return nil }
                return stride(from: 0, to: digits.count, by: 2)
                    .map { digits[$0] << 4 | digits[$0 + 1] }
            }
        }
    }

    /// Bytes in Base64, such as those of a picture, which no fault shows.
    package static var base64: SettingForm<[UInt8]> {
        .init("Base64", isSecret: true) { Base64.decode($0.utf8) }
    }

    /// The lines of a file, without empty ones and those that begin with `#`.
    package static var linesOfFile: SettingForm<[String]> {
        .init("the path of a text file that can be read") { path in
            (try? Data(contentsOf: URL(filePath: path)))
                .flatMap { String(validating: $0, as: UTF8.self) }?
                .words(at: "\n").filter { !$0.hasPrefix("#") }
        }
    }
}

extension Sequence {
    /// Returns the results of all elements; nil if one of them has none.
    package func mapAll<Result>(_ transform: (Element) -> Result?) -> [Result]? {
        let results = map(transform)
        return results.contains { $0 == nil } ? nil : results.compactMap(\.self)
    }
}

import FoundationEssentials
package import WebImageCoding

/// The form of a setting's value: its words and bounds, its reader, and the spelling of a default.
public struct SettingForm<Value>: Sendable {
    /// The form in words, as they follow `expected` in a fault.
    package let words: String
    /// `true` leaves values out of faults.
    let isSecret: Bool
    /// Returns the text of a default for documentation; empty for none.
    let spelling: @Sendable (Value) -> String
    /// Returns the value of a text without white space around it; nil for one of another form.
    package let read: @Sendable (String) -> Value?

    /// Creates a form.
    package init(
        _ words: String, isSecret: Bool = false,
        spelling: @escaping @Sendable (Value) -> String = { "\($0)" },
        read: @escaping @Sendable (String) -> Value?
    ) {
        (self.words, self.isSecret, self.spelling, self.read) = (words, isSecret, spelling, read)
    }

    /// Any text.
    public static var text: SettingForm<String> { .init("a text") { $0 } }

    /// One of `1`, `t`, `T`, `true`, `TRUE` and `True`, or of their contraries.
    public static var bool: SettingForm<Bool> { .init("true or false") { Bool(word: $0) } }

    /// A whole number of a range.
    public static func count(_ range: ClosedRange<Int>) -> SettingForm<Int> {
        .init("a whole number\(range.words)") { Int($0).flatMap { range ~= $0 ? $0 : nil } }
    }

    /// A whole number of a range, of which 0 is none.
    package static func countOrNone(_ range: ClosedRange<Int>) -> SettingForm<Int?> {
        count(range).map({ "\($0 ?? 0)" }) { $0 == 0 ? nil : $0 }
    }

    /// A quality of files.
    package static var quality: SettingForm<Int> { count(1...100) }

    /// Whole seconds.
    package static func seconds(from least: Int = 1) -> SettingForm<Duration> {
        count(least...Int(Int32.max)).map({ "\($0.components.seconds)" }) { .seconds($0) }
    }

    /// A finite decimal number of a range.
    public static func number(_ range: ClosedRange<Double>) -> SettingForm<Double> {
        .init("a number\(range.words)") { Double(decimal: $0).flatMap { range ~= $0 ? $0 : nil } }
    }

    /// Pixels that may be written as a decimal number, such as `75e6`.
    package static var pixels: SettingForm<Int> { number(1...1e12).map { Int($0) } }

    /// Megapixels, of which 0 is none.
    package static func megapixels(from least: Double) -> SettingForm<Int?> {
        number(least...1e6).map({ "\(($0 ?? 0) / 1_000_000)" }) { $0 == 0 ? nil : Int($0 * 1e6) }
    }

    /// Texts without white space around them and without empty ones.
    public static var list: SettingForm<[String]> {
        .init("texts between commas", spelling: { $0.joined(separator: ",") }) { $0.words(at: ",") }
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

    /// Returns the form of a value that is made of another one.
    private func map<Other>(
        _ spelling: @escaping @Sendable (Other) -> String = { "\($0)" },
        _ convert: @escaping @Sendable (Value) -> Other
    ) -> SettingForm<Other> {
        .init(words, spelling: spelling) { read($0).map(convert) }
    }
}

extension Bool {
    /// Creates the value of one of the words by which Go spells it; nil for any other text.
    init?(word: some StringProtocol) {
        switch word {
        case "1", "t", "T", "true", "TRUE", "True": self = true
        case "0", "f", "F", "false", "FALSE", "False": self = false
        default: return nil
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

import FoundationEssentials
public import WebImageCoding

// Variables of several values.
extension EnvironmentReader {
    /// Returns the values between separators, without white space around them and without empty ones;
    /// none for an unset variable.
    public func list(_ name: String, separator: String = ",") -> [String] {
        guard let text = text(name) else { return [] }
        return text[...].pieces(at: separator).map { Self.trimmed(String($0)) }
            .filter { !$0.isEmpty }
    }

    /// Returns the formats of a list of names, such as `jpeg,png`.
    public func formats(_ name: String) throws(SettingFault) -> [ImageFormat]? {
        guard text(name) != nil else { return nil }
        var formats: [ImageFormat] = []
        for word in list(name) {
            guard let format = ImageFormat(nameInAddress: word) else {
                throw fault(name, expected: "names of formats, such as jpeg,png")
            }
            formats.append(format)
        }
        return formats
    }

    /// Returns the qualities of a list such as `webp=79,avif=63`, each 1 to 100.
    public func qualities(_ name: String) throws(SettingFault) -> [ImageFormat: Int]? {
        guard text(name) != nil else { return nil }
        var qualities: [ImageFormat: Int] = [:]
        for word in list(name) {
            guard let parts = word[...].parted(at: "="),
                let format = ImageFormat(nameInAddress: Self.trimmed(String(parts.before))),
                let quality = Int(Self.trimmed(String(parts.behind))), (1...100).contains(quality)
            else { throw fault(name, expected: "formats and qualities, such as webp=79,avif=63") }
            qualities[format] = quality
        }
        return qualities
    }

    /// Returns the bytes of each value in hexadecimal digits; for secrets, which no fault shows.
    public func keys(_ name: String) throws(SettingFault) -> [[UInt8]] {
        guard let text = text(name) else { return [] }
        var keys: [[UInt8]] = []
        for word in text[...].pieces(at: ",") {
            let digits = Self.trimmed(String(word)).utf8.map(Hexadecimal.value)
            let values = digits.compactMap { $0 }
            guard values.count == digits.count, values.count % 2 == 0, !values.isEmpty else {
                throw fault(name, expected: "hexadecimal digits, two for a byte", isSecret: true)
            }
            keys.append(
                stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] })
        }
        return keys
    }

    /// Returns the bytes of a value in Base64, such as those of a picture.
    public func base64(_ name: String) throws(SettingFault) -> [UInt8]? {
        guard let text = text(name) else { return nil }
        guard let bytes = Base64.decode(text.utf8) else {
            throw fault(name, expected: "Base64", isSecret: true)
        }
        return bytes
    }

    /// Returns the lines of the file that a variable names, without empty ones and those that begin
    /// with `#`.
    public func lines(ofFile name: String) throws(SettingFault) -> [String] {
        guard let path = text(name) else { return [] }
        guard let data = try? Data(contentsOf: URL(filePath: path)),
            let text = String(validating: data, as: UTF8.self)
        else { throw fault(name, expected: "the path of a text file that can be read") }
        return text[...].pieces(at: "\n").map { Self.trimmed(String($0)) }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }
}

/// A file name that is safe in any folder, made from an untrusted one.
enum FileName {
    private static let longest = 200

    /// Returns the name without extension, separators and control characters; neither hidden, nor
    /// to be taken for an option.
    ///
    /// - Parameter keepsBytes: `true` for a name of the file system, whose bytes need not be UTF-8.
    static func stem(of name: String, keepsBytes: Bool) -> String {
        let name = name.prefix(4 * longest)
        var stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
        if stem.isEmpty { stem = name }
        return safe(stem, keepsBytes: keepsBytes)
    }

    /// Returns a name without separators and control characters, of at most 200 bytes.
    static func safe(_ name: some StringProtocol, keepsBytes: Bool = false) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            let isVisible = scalar.isPrintable || keepsBytes && SystemPath.isByte(scalar)
            let isSafe = isVisible && scalar != "/" && scalar != "\\"
            text.unicodeScalars.append(isSafe ? scalar : "-")
        }
        let visible = text.drop { $0 == "." || $0 == " " || $0 == "-" }
        var short = ""
        for character in visible {
            guard short.utf8.count + character.utf8.count <= longest else {
                // No part of a percent-escape stays behind.
                if let sign = short.suffix(2).lastIndex(of: "%") { short = String(short[..<sign]) }
                break
            }
            short.append(character)
        }
        return short.isEmpty ? "image" : short
    }
}

/// A file name that is safe in any folder, made from an untrusted one.
enum FileName {
    private static let longest = 200

    /// Returns the name without extension, separators and control characters, not hidden.
    static func stem(of name: String) -> String {
        let name = name.prefix(4 * longest)
        var stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
        if stem.isEmpty { stem = name }
        var text = ""
        for scalar in stem.unicodeScalars {
            let isSafe = scalar.isPrintable && scalar != "/" && scalar != "\\"
            text.unicodeScalars.append(isSafe ? scalar : "-")
        }
        let visible = text.drop { $0 == "." || $0 == " " }
        var short = ""
        for character in visible {
            guard short.utf8.count + character.utf8.count <= longest else { break }
            short.append(character)
        }
        return short.isEmpty ? "image" : short
    }
}

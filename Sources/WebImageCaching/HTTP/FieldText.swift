// Text of header fields.

extension StringProtocol {
    /// The text without spaces and tabs at its ends.
    package var trimmingSpaces: String {
        var text = drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}

extension String {
    /// The text with ASCII capitals made small.
    package var asciiLowered: String { String(decoding: utf8.map(\.lowered), as: UTF8.self) }
}

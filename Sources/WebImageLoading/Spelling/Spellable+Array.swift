import WebImageCaching
import WebImageRuntime

extension Array: Spellable where Element: Spellable {
    /// The elements' spellings, separated by `+`; `!` stands before a `+` or `!` inside of one.
    ///
    /// No elements are the empty text, so one element that is the empty text is `!`.
    public var spelling: String {
        if count == 1, self[0].spelling.isEmpty { return "!" }
        return map { element in
            element.spelling.reduce(into: "") { text, character in
                if character == "+" || character == "!" { text.append("!") }
                text.append(character)
            }
        }
        .joined(separator: "+")
    }

    /// Reads elements separated by `+`.
    public init?(spelling: some StringProtocol) {
        self = []
        guard !spelling.isEmpty else { return }
        for part in Self.parts(of: spelling) {
            guard let element = Element(spelling: part) else { return nil }
            append(element)
        }
    }

    /// The texts between the separators, without marks.
    private static func parts(of text: some StringProtocol) -> [String] {
        var parts = [""]
        var isMarked = false
        for character in text {
            if !isMarked, character == "+" {
                parts.append("")
            } else if !isMarked, character == "!" {
                isMarked = true
                continue
            } else {
                parts[parts.count - 1].append(character)
            }
            isMarked = false
        }
        return parts
    }
}

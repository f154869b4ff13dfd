import WebImageCaching
import WebImageRuntime

/// The parts of `name(argument,argument)`, before anybody asks what they mean.
struct Spelling {
    /// The text in front of the parenthesis.
    let name: Substring
    /// The texts between commas, without spaces around them.
    let arguments: [Substring]

    /// Takes a text apart; `name` and `name()` are the same.
    init(_ text: some StringProtocol) throws(VocabularyError) {
        let text = Self.trimmed(Substring(text))
        guard !text.isEmpty else { throw .malformed("", reason: "expected a name, found nothing") }
        guard let open = text.firstIndex(of: "(") else {
            guard !text.contains(")") else { throw Self.unbalanced(text, "'(' before ')'") }
            name = text
            arguments = []
            return
        }
        guard text.last == ")", Self.isBalanced(text) else {
            throw Self.unbalanced(text, "one ')' for every '(', the last at the end")
        }
        name = Self.trimmed(text[..<open])
        let inner = Self.trimmed(text[text.index(after: open)...].dropLast())
        arguments = inner.isEmpty ? [] : Self.split(inner, at: ",").map(Self.trimmed)
    }

    /// The pieces between separators that stand outside of all parentheses.
    static func split(_ text: Substring, at separator: Character) -> [Substring] {
        var pieces: [Substring] = []
        var depth = 0
        var start = text.startIndex
        for index in text.indices {
            switch text[index] {
            case "(": depth += 1
            case ")": depth -= 1
            case separator where depth <= 0:
                pieces.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        return pieces + [text[start...]]
    }

    /// Whether each parenthesis has its partner and the first one closes at the end.
    private static func isBalanced(_ text: Substring) -> Bool {
        var depth = 0
        var closings = 0
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" {
                depth -= 1
                if depth == 0 { closings += 1 }
            }
            if depth < 0 { return false }
        }
        return depth == 0 && closings == 1
    }

    private static func unbalanced(_ text: Substring, _ expected: String) -> VocabularyError {
        .malformed(String(text.prefix(80)), reason: "expected \(expected)")
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }
}

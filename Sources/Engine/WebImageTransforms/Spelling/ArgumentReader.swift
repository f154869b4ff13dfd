public import WebImageLoading
import WebImagePipeline

/// The arguments between the parentheses of a spelling, taken one after the other.
///
/// A flag is a word, a named argument is `name:value`, all others are positional. Flags have to be
/// taken before optional positional arguments, which would take them for a value.
public struct ArgumentReader: Sendable {
    /// An argument as written, and the name in front of its colon; nil for a positional one.
    private struct Argument {
        let text: Substring
        let name: Substring?

        init(_ text: Substring) {
            self.text = text
            name = text.firstIndex(of: ":").map { text[..<$0] }
        }

        /// The text after the colon.
        var value: Substring { name.map { text[$0.endIndex...].dropFirst() } ?? text }
    }

    private let transform: String
    private let usage: String
    private var left: [Argument] = []

    init(
        _ arguments: [Substring], of type: any SpelledTransform.Type
    ) throws(VocabularyError) {
        transform = type.name
        usage = type.usage
        for argument in arguments.map(Argument.init) {
            if let name = argument.name, left.contains(where: { $0.name == name }) {
                throw surplus(argument.text)
            }
            left.append(argument)
        }
    }

    /// Takes the flag `name`; returns `true` if it is there.
    public mutating func flag(_ name: String) -> Bool {
        guard let index = left.firstIndex(where: { $0.name == nil && $0.text == name }) else {
            return false
        }
        left.remove(at: index)
        return true
    }

    /// Takes the next positional argument, or returns `fallback` if there is none.
    ///
    /// - Parameters:
    ///   - name: The argument's name in errors.
    ///   - expected: The expected form in errors, as in `a size such as 320x240`.
    ///   - fallback: The value without an argument; `nil` if the argument is required.
    public mutating func next<Value: ParsableValue>(
        _ name: String, _ expected: String, default fallback: Value? = nil
    ) throws(VocabularyError) -> Value {
        if let index = left.firstIndex(where: { $0.name == nil }) {
            return try value(of: left.remove(at: index).text, name, expected)
        }
        if let fallback { return fallback }
        throw .missingArgument(transform: transform, argument: name, expected: expected)
    }

    /// Takes the argument `name:value`, or returns `fallback` if there is none.
    ///
    /// - Parameters:
    ///   - name: The name in front of the colon.
    ///   - expected: The expected form in errors, as in `a number of pixels`.
    ///   - fallback: The value without an argument.
    /// - Throws: `VocabularyError` if the value cannot be read.
    public mutating func named<Value: ParsableValue>(
        _ name: String, _ expected: String, default fallback: Value
    ) throws(VocabularyError) -> Value {
        try named(name, expected) ?? fallback
    }

    /// Takes the argument `name:value`, or returns nil if there is none.
    mutating func named<Value: ParsableValue>(
        _ name: String, _ expected: String
    ) throws(VocabularyError) -> Value? {
        guard let text = text(of: name) else { return nil }
        return try value(of: text, name, expected)
    }

    /// Takes the text after `name:` as it is written, or returns nil if there is none.
    mutating func text(of name: String) -> Substring? {
        guard let index = left.firstIndex(where: { $0.name.map { $0 == name } ?? false }) else {
            return nil
        }
        return left.remove(at: index).value
    }

    /// Takes all arguments that are left, as they are written.
    mutating func rest() -> [Substring] {
        defer { left = [] }
        return left.map(\.text)
    }

    /// Refuses arguments that were not taken.
    func finish() throws(VocabularyError) {
        guard let argument = left.first(where: { $0.name == nil }) ?? left.first else { return }
        throw surplus(argument.text)
    }

    private func value<Value: ParsableValue>(
        of text: Substring, _ name: String, _ expected: String
    ) throws(VocabularyError) -> Value {
        if let value = Value(spelling: text) { return value }
        throw .wrongArgument(
            transform: transform, argument: name, expected: expected, found: String(text))
    }

    private func surplus(_ argument: Substring) -> VocabularyError {
        .surplusArgument(transform: transform, found: String(argument), usage: usage)
    }
}

extension CaseIterable where Self: ParsableValue {
    /// The expected form in errors, as in `one of fit, fill, stretch`.
    static var choices: String {
        "one of \(allCases.map(\.spelling).joined(separator: ", "))"
    }
}

/// The parts of `name(argument,argument)`.
struct Spelling {
    let name: Substring
    /// The texts between commas, without spaces around them.
    let arguments: [Substring]

    /// Parses a text; `name` and `name()` are the same.
    init(_ text: some StringProtocol) throws(VocabularyError) {
        let text = Self.trimmed(Substring(text))
        guard !text.isEmpty else { throw .malformed("", reason: "expected a name, found nothing") }
        guard let open = text.firstIndex(of: "(") else {
            guard !text.contains(")") else { throw Self.unbalanced(text, "'(' before ')'") }
            name = text
            arguments = []
            return
        }
        let inner = text[text.index(after: open)...].dropLast()
        guard text.last == ")", !text[..<open].contains(")"), Self.isBalanced(inner) else {
            throw Self.unbalanced(text, "one ')' for every '(', the last at the end")
        }
        name = Self.trimmed(text[..<open])
        let list = Self.trimmed(inner)
        arguments = list.isEmpty ? [] : Self.split(list, at: ",").map(Self.trimmed)
    }

    /// Returns the pieces between separators that are outside of all parentheses.
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

    private static func isBalanced(_ text: Substring) -> Bool {
        var depth = 0
        for character in text where depth >= 0 {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
        }
        return depth == 0
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

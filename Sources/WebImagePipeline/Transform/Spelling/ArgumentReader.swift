import WebImageCaching
public import WebImageLoading
import WebImageRuntime

/// The arguments between the parentheses of a spelling, taken one after the other.
///
/// A flag is a word, a named argument is `name:value`, all others are positional. Flags have to be
/// taken before optional positional arguments, which would take them for a value.
public struct ArgumentReader: Sendable {
    private let transform: String
    private let usage: String
    private var positional: [Substring] = []
    private var named: [(name: Substring, value: Substring)] = []

    init(
        _ arguments: [Substring], transform: String, usage: String
    ) throws(VocabularyError) {
        self.transform = transform
        self.usage = usage
        for argument in arguments {
            guard let colon = argument.firstIndex(of: ":") else {
                positional.append(argument)
                continue
            }
            let name = argument[..<colon]
            if named.contains(where: { $0.name == name }) {
                throw .surplusArgument(transform: transform, found: String(argument), usage: usage)
            }
            named.append((name, argument[argument.index(after: colon)...]))
        }
    }

    /// Whether the flag `name` is there.
    public mutating func flag(_ name: String) -> Bool {
        guard let index = positional.firstIndex(where: { $0 == name }) else { return false }
        positional.remove(at: index)
        return true
    }

    /// The next positional argument.
    ///
    /// - Parameters:
    ///   - name: What errors call it.
    ///   - expected: What errors say was expected, as in `a size such as 320x240`.
    public mutating func next<Value: Spellable>(
        _ name: String, _ expected: String, as type: Value.Type = Value.self
    ) throws(VocabularyError) -> Value {
        guard !positional.isEmpty else {
            throw .missingArgument(transform: transform, argument: name, expected: expected)
        }
        return try value(of: positional.removeFirst(), name, expected)
    }

    /// The next positional argument, or `fallback` when there is none.
    public mutating func next<Value: Spellable>(
        _ name: String, _ expected: String, default fallback: Value
    ) throws(VocabularyError) -> Value {
        positional.isEmpty ? fallback : try next(name, expected)
    }

    /// The argument `name:value`, or `fallback` when there is none.
    public mutating func named<Value: Spellable>(
        _ name: String, _ expected: String, default fallback: Value
    ) throws(VocabularyError) -> Value {
        guard let index = named.firstIndex(where: { $0.name == name }) else { return fallback }
        return try value(of: named.remove(at: index).value, name, expected)
    }

    /// Refuses what nothing has taken.
    func finish() throws(VocabularyError) {
        guard let left = positional.first.map(String.init) ?? named.first.map({ "\($0):\($1)" })
        else { return }
        throw .surplusArgument(transform: transform, found: left, usage: usage)
    }

    private func value<Value: Spellable>(
        of text: Substring, _ name: String, _ expected: String
    ) throws(VocabularyError) -> Value {
        if let value = Value(spelling: text) { return value }
        throw .wrongArgument(
            transform: transform, argument: name, expected: expected, found: String(text))
    }
}

extension CaseIterable where Self: Spellable {
    /// What errors say was expected, as in `one of fit, fill, stretch`.
    static var choices: String {
        "one of \(allCases.map(\.spelling).joined(separator: ", "))"
    }
}

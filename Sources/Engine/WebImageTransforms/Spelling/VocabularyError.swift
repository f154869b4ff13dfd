/// The reason why a text is not the spelling of a transform.
public enum VocabularyError: Error, Hashable, Sendable {
    /// No transform has this name; `nearest` is the known name that is most like it.
    case unknownName(String, nearest: String?, known: [String])
    /// The text does not have the form `name(argument,…)`.
    case malformed(String, reason: String)
    /// A required argument is missing.
    case missingArgument(transform: String, argument: String, expected: String)
    /// An argument cannot be read.
    case wrongArgument(transform: String, argument: String, expected: String, found: String)
    /// An argument too many, twice, or unknown.
    case surplusArgument(transform: String, found: String, usage: String)
    /// Every argument can be read, but they are out of range or do not go together.
    case outOfRange(transform: String, reason: String)
}

extension VocabularyError: CustomStringConvertible {
    /// The expected and the found text; long texts are cut.
    public var description: String {
        switch self {
        case .unknownName(let name, let nearest?, _):
            "unknown transform \(quoted(name)); did you mean '\(nearest)'?"
        case .unknownName(let name, nil, let known):
            "unknown transform \(quoted(name)); known are \(known.joined(separator: ", "))"
        case .malformed(let text, let reason):
            "\(quoted(text)) is not a transform: \(reason)"
        case .missingArgument(let transform, let argument, let expected):
            "\(transform): \(argument) is missing: expected \(expected)"
        case .wrongArgument(let transform, let argument, let expected, let found):
            "\(transform): \(argument): expected \(expected), found \(quoted(found))"
        case .surplusArgument(let transform, let found, let usage):
            "\(transform): unexpected argument \(quoted(found)); usage: \(usage)"
        case .outOfRange(let transform, let reason):
            "\(transform): \(reason)"
        }
    }

    /// Returns untrusted text, short and on one line.
    private func quoted(_ text: String) -> String {
        let printable = String(
            text.unicodeScalars.prefix(61).map { $0.isPrintable ? Character($0) : "?" })
        return printable.unicodeScalars.count > 60 ? "'\(printable.prefix(60))…'" : "'\(printable)'"
    }
}

extension Unicode.Scalar {
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: true
        }
    }
}

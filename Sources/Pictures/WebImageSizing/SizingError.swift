/// The reason why a text is not the spelling of a ``TargetSizing``.
public struct SizingError: Error, Hashable, Sendable {
    /// The part of the text that cannot be read, such as `dpr`; empty for the whole text.
    public let part: String
    /// The form that was expected.
    public let expected: String
    /// The text that was found; long texts are cut.
    public let found: String

    init(_ part: some StringProtocol, expected: String, found: some StringProtocol) {
        self.part = Self.printable(part)
        self.expected = expected
        self.found = Self.printable(found)
    }

    /// Returns untrusted text, short and on one line.
    private static func printable(_ text: some StringProtocol) -> String {
        let scalars = text.unicodeScalars.prefix(60).map {
            $0.properties.generalCategory == .control || $0.properties.isDefaultIgnorableCodePoint
                ? "?" : Character($0)
        }
        return String(scalars) + (text.unicodeScalars.count > 60 ? "…" : "")
    }
}

extension SizingError: CustomStringConvertible {
    /// The expected and the found text.
    public var description: String {
        let place = part.isEmpty ? "size" : "size: \(part)"
        return "\(place): expected \(expected), found \(found.isEmpty ? "nothing" : "'\(found)'")"
    }
}

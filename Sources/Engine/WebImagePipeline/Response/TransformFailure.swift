/// The reason why a picture could not be transformed.
public struct TransformFailure: Error, Hashable, Sendable {
    /// The transform's spelling.
    package var spelling: String
    /// The expected and the found value.
    package var reason: String

    /// Creates the failure of the transform of that `spelling`, with the `reason` in one line.
    public init(_ spelling: String, _ reason: String) {
        self.spelling = spelling
        self.reason = reason
    }
}

extension TransformFailure: CustomStringConvertible {
    /// Spelling and reason.
    public var description: String { "\(spelling): \(reason)" }
}

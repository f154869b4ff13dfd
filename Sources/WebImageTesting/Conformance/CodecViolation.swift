import WebImageCaching

/// A promise of the codec protocols that a codec broke.
public struct CodecViolation: Hashable, Sendable {
    /// The promise, by its short name, such as `limits` or `incremental`.
    public var check: String
    /// The sample it was broken with.
    public var sample: String
    /// What was expected, what was found.
    public var reason: String

    /// A broken promise.
    public init(check: String, sample: String, reason: String) {
        self.check = check
        self.sample = sample
        self.reason = reason
    }
}

extension CodecViolation: CustomStringConvertible {
    /// Check, sample and reason on one line.
    public var description: String { "\(check), \(sample): \(reason)" }
}

import WebImageCaching

/// A violated requirement of the codec protocols.
public struct CodecViolation: Hashable, Sendable {
    /// The short name of the requirement, such as `limits` or `incremental`.
    public var check: String
    /// The name of the sample.
    public var sample: String
    /// The expected and the actual result.
    public var reason: String

    /// Creates a violation; each parameter is the property of its name.
    public init(check: String, sample: String, reason: String) {
        self.check = check
        self.sample = sample
        self.reason = reason
    }
}

extension CodecViolation: CustomStringConvertible {
    /// The check, the sample and the reason on one line.
    public var description: String { "\(check), \(sample): \(reason)" }
}

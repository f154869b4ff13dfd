/// A violated requirement of the transport protocol.
public struct TransportViolation: Hashable, Sendable {
    /// The name of the trial.
    public var trial: String
    /// The expected and the actual result.
    public var reason: String

    /// Creates a violation; each parameter is the property of its name.
    public init(trial: String, reason: String) {
        self.trial = trial
        self.reason = reason
    }
}

extension TransportViolation: CustomStringConvertible {
    /// The trial and the reason on one line.
    public var description: String { "\(trial): \(reason)" }
}

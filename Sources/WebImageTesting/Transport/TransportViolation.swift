/// A promise of the transport protocol that a transport broke.
public struct TransportViolation: Hashable, Sendable {
    /// The promise, by the name of its trial.
    public var trial: String
    /// What was expected, what was found.
    public var reason: String

    /// A broken promise.
    public init(trial: String, reason: String) {
        self.trial = trial
        self.reason = reason
    }
}

extension TransportViolation: CustomStringConvertible {
    /// Trial and reason on one line.
    public var description: String { "\(trial): \(reason)" }
}

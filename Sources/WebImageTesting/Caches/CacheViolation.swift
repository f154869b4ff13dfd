/// A promise of a cache protocol that a cache broke.
public struct CacheViolation: Hashable, Sendable {
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

extension CacheViolation: CustomStringConvertible {
    /// Trial and reason on one line.
    public var description: String { "\(trial): \(reason)" }
}

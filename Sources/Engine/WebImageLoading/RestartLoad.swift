/// Ends a body whose bytes so far are void: the load begins again from its first interceptor.
///
/// An interceptor throws it from the ``LoadedBody/chunks`` of its response, since bytes that were
/// passed on cannot be taken back. After three restarts its cause is the load's error.
public struct RestartLoad: Error, Sendable {
    package static let maxCount = 3

    /// The reason for which the bytes are void.
    package var cause: LoadFailure

    /// The attempts of `Retry` that count; nil for one more than before.
    package var spentAttempts: Int?

    package init(after cause: LoadFailure, spentAttempts: Int) {
        (self.cause, self.spentAttempts) = (cause, spentAttempts)
    }

    /// Creates the error of a body whose bytes are void because of `cause`.
    public init(after cause: LoadFailure) { self.cause = cause }
}

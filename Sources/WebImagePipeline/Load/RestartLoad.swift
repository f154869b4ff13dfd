/// Ends a body whose bytes so far are void: the load begins again from its first interceptor.
///
/// An interceptor lets the ``LoadedBody/chunks`` of its answer throw it, since bytes that were handed
/// on cannot be taken back. After ``maxCount`` new beginnings its cause is the load's error.
public struct RestartLoad: Error, Sendable {
    /// How often a load begins again.
    public static let maxCount = 3

    /// Why the bytes are void.
    public var cause: LoadFailure

    /// Begins the load again because of that failure.
    public init(after cause: LoadFailure) {
        self.cause = cause
    }
}

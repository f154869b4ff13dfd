/// What a stale answer is still good for.
public struct Staleness: Hashable, Sendable {
    /// For how many seconds it has not been fresh; below 0 if only the request wants a fresher one.
    public let seconds: Double
    /// What asks the origin whether it is still good; empty if there is nothing to ask with.
    public let validators: Validators
    /// Whether it may answer at once while the origin is asked (RFC 5861, section 3).
    public let mayAnswerMeanwhile: Bool
    /// How many seconds of staleness the answer itself allows where the origin fails (RFC 5861,
    /// section 4): 0 where it forbids that, nil where it doesn't say.
    public let errorSeconds: Double?

    /// Whether it may stand in for an origin that fails.
    ///
    /// - Parameter limit: How stale it may be where the answer doesn't say; nil for never.
    public func mayStandIn(within limit: Duration?) -> Bool {
        guard let limit else { return false }
        return max(0, seconds) < errorSeconds ?? limit / .seconds(1)
    }
}

public import FoundationEssentials

/// What an answer says about being kept.
public enum Storability: Hashable, Sendable {
    /// It must not be kept.
    case noStore
    /// It may be kept.
    ///
    /// It is fresh until `expires`, which lies in the past if it must be asked for anew each time;
    /// nil if the answer says nothing.
    case storable(expires: Date?)

    /// The moment it stops being fresh, if it says.
    public var expires: Date? {
        if case .storable(let expires) = self { return expires }
        return nil
    }
}

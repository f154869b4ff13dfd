/// The policy for a slot's unfinished load when the next one begins.
public enum PreviousLoadPolicy: Hashable, Sendable {
    /// Cancels it.
    case cancel
    /// Continues it and shows its picture until the next load has one, such as a small picture
    /// followed by a large one.
    case keep
}

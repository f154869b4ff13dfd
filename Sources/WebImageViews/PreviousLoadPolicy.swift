/// What becomes of a slot's load that is not done when the next one begins.
public enum PreviousLoadPolicy: Hashable, Sendable {
    /// It is cancelled.
    case cancel
    /// It goes on, and its picture is shown as long as the next one has none: for a small picture
    /// that is followed by a large one.
    case keep
}

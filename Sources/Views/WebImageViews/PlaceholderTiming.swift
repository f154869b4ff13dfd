/// The time at which a placeholder is shown.
public enum PlaceholderTiming: Hashable, Sendable {
    /// As soon as memory was found not to have the picture.
    case immediately
    /// After a delay, so that a quick load does not flicker.
    case after(Duration)
    /// If the load fails.
    case onFailure
}

/// When a placeholder is shown.
public enum PlaceholderTiming: Hashable, Sendable {
    /// As soon as it is known that memory does not have the picture.
    case immediately
    /// When the picture is not there after so long: what comes quickly comes without a flicker.
    case after(Duration)
    /// When the picture could not be loaded.
    case onFailure
}

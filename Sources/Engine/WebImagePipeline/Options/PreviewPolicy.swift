public import WebImageLoading

/// The frequency of pictures of a body that is arriving.
public enum PreviewPolicy: Hashable, Sendable {
    /// Never.
    case off
    /// Whenever there is more to see.
    case all
    /// When there is more to see, and so long after the one before at the earliest.
    case every(Duration)

    /// The least time between two previews, nil for none at all.
    var interval: Duration? {
        switch self {
        case .off: nil
        case .all: .zero
        case .every(let interval): max(interval, .zero)
        }
    }
}

extension PreviewPolicy: Spellable {
    /// `off`, `all` or a duration, as in `0.5s`.
    public var spelling: String {
        switch self {
        case .off: "off"
        case .all: "all"
        case .every(let interval): interval.spelling
        }
    }
}

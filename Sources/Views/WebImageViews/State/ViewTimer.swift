/// A timer of a view's state.
public enum ViewTimer: Hashable, Sendable, CaseIterable {
    /// The delay of the placeholder.
    case placeholder
    /// The delay of the indicator.
    case indicator
    /// The duration of the transition.
    case transition
    /// The delay after the view has grown.
    case growth
}

/// The state of the indicator of a slot's load.
public enum IndicatorState: Hashable, Sendable {
    /// No indicator.
    case hidden
    /// Loading, with unknown progress.
    case busy
    /// The received fraction, 0 to 1, never decreasing.
    case fraction(Double)
}

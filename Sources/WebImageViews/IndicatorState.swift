/// What tells that a slot's picture is on its way.
public enum IndicatorState: Hashable, Sendable {
    /// Nothing.
    case hidden
    /// It is, nobody knows how far.
    case busy
    /// So much of it has arrived: between 0 and 1, never less than before.
    case fraction(Double)
}

public import WebImageLoading

/// The place of one picture on another: its middle, an edge or a corner.
public enum Gravity: String, Hashable, Sendable, CaseIterable, ParsableValue {
    /// The middle.
    case center
    /// The middle of the upper edge.
    case north
    /// The upper right corner.
    case northeast
    /// The middle of the right edge.
    case east
    /// The lower right corner.
    case southeast
    /// The middle of the lower edge.
    case south
    /// The lower left corner.
    case southwest
    /// The middle of the left edge.
    case west
    /// The upper left corner.
    case northwest
}

public import WebImagePixels

/// The place and strength of a server's mark on a picture.
public struct WatermarkPlan: Hashable, Sendable {
    /// The opacity, 0 to 1.
    public var opacity: Double
    /// The place; nil repeats the mark over the whole picture.
    public var gravity: Gravity?
    /// The distance from the place, or between repeated marks: pixels, below 1 shares of the width.
    public var x: Double
    /// The distance from the place, or between repeated marks: pixels, below 1 shares of the
    /// height.
    public var y: Double
    /// The mark's size as a share of the picture's, above 0; nil for its own size.
    public var scale: Double?

    /// Creates a mark in the middle, in its own size.
    public init(
        opacity: Double, gravity: Gravity? = .center, x: Double = 0, y: Double = 0,
        scale: Double? = nil
    ) {
        (self.opacity, self.gravity, self.x, self.y, self.scale) = (opacity, gravity, x, y, scale)
    }
}

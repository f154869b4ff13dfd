/// How many pixels a picture has in an inch of paper or screen.
public struct PixelDensity: Hashable, Sendable {
    /// Pixels per inch, from left to right.
    public var x: Double
    /// Pixels per inch, from top to bottom.
    public var y: Double

    /// A density in pixels per inch.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// A density in pixels per metre, as PNG and BMP write it.
    public init(perMetreX x: Double, y: Double) {
        self.init(x: x * 0.0254, y: y * 0.0254)
    }
}

/// The number of pixels in an inch of paper or screen.
public struct PixelDensity: Hashable, Sendable {
    /// Pixels per inch, from left to right.
    public var x: Double
    /// Pixels per inch, from top to bottom.
    public var y: Double

    /// Creates a density in pixels per inch.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Creates a density from pixels per metre, the unit of PNG and BMP.
    public init(perMetreX x: Double, y: Double) {
        self.init(x: x * 0.0254, y: y * 0.0254)
    }
}

/// The number of pixels in an inch of paper or screen.
public struct PixelDensity: Hashable, Sendable {
    /// Pixels per inch, from left to right.
    public var x: Double
    /// Pixels per inch, from top to bottom.
    public var y: Double

    /// Creates a density.
    ///
    /// - Parameters:
    ///   - x: The pixels per inch from left to right.
    ///   - y: The pixels per inch from top to bottom.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Creates a density in pixels per metre, the unit of PNG and BMP.
    ///
    /// - Parameters:
    ///   - x: The pixels per metre from left to right.
    ///   - y: The pixels per metre from top to bottom.
    public init(perMetreX x: Double, y: Double) {
        self.init(x: x * 0.0254, y: y * 0.0254)
    }
}

/// A rectangle of whole pixels; the origin is the top left corner.
public struct PixelRect: Hashable, Sendable {
    /// Column of the left edge.
    public var x: Int
    /// Row of the top edge.
    public var y: Int
    /// Width and height.
    public var size: PixelSize

    /// Creates a rectangle.
    ///
    /// - Parameters:
    ///   - x: The column of the left edge in pixels.
    ///   - y: The row of the top edge in pixels.
    ///   - size: The width and height in pixels.
    public init(x: Int, y: Int, size: PixelSize) {
        self.x = x
        self.y = y
        self.size = size
    }

    /// Returns the part of this rectangle inside an image; empty if they do not overlap.
    ///
    /// - Parameter bounds: The width and height of the image in pixels.
    public func clamped(to bounds: PixelSize) -> PixelRect {
        let left = min(max(x, 0), bounds.width)
        let top = min(max(y, 0), bounds.height)
        let right = min(max(x.addingSaturated(size.width), left), bounds.width)
        let bottom = min(max(y.addingSaturated(size.height), top), bounds.height)
        return PixelRect(
            x: left, y: top, size: PixelSize(width: right - left, height: bottom - top))
    }
}

extension Int {
    /// Returns the sum, clamped to the range of `Int`.
    func addingSaturated(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}

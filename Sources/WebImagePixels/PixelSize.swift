/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable {
    /// Pixels from left to right.
    public var width: Int
    /// Pixels from top to bottom.
    public var height: Int

    /// Creates a size of a width and a height in pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Creates a size of a width and a height in pixels, as in `PixelSize(320, 240)`.
    public init(_ width: Int, _ height: Int) {
        self.init(width: width, height: height)
    }

    /// `true` if the size has no pixels.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The number of pixels, `Int.max` if that does not fit.
    public var area: Int {
        let (product, overflow) = max(width, 0).multipliedReportingOverflow(by: max(height, 0))
        return overflow ? .max : product
    }

    /// The size with width and height exchanged.
    public var transposed: PixelSize { PixelSize(width: height, height: width) }
}

extension PixelSize: CustomStringConvertible {
    /// The size as text such as `320x240`.
    public var description: String { "\(width)x\(height)" }
}

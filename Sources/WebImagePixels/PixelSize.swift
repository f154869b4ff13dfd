/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable {
    /// Pixels from left to right.
    public var width: Int
    /// Pixels from top to bottom.
    public var height: Int

    /// A size of the given width and height in pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Whether there is no pixel in it.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The number of pixels, `Int.max` where that cannot be counted.
    public var area: Int {
        let (product, overflow) = max(width, 0).multipliedReportingOverflow(by: max(height, 0))
        return overflow ? .max : product
    }

    /// The same size lying on its side.
    public var transposed: PixelSize { PixelSize(width: height, height: width) }
}

extension PixelSize: CustomStringConvertible {
    /// As in `320x240`.
    public var description: String { "\(width)x\(height)" }
}

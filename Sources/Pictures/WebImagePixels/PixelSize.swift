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

    /// Returns the size in pixels of this size in points, for a display of that scale factor.
    ///
    /// ```swift
    /// request.targetSize = PixelSize(160, 120).scaled(by: 2)
    /// ```
    ///
    /// - Parameter scale: The pixels of a point; a number that is not finite or not above 0 counts
    ///   as 1.
    /// - Returns: Whole pixels, rounded up, so that none is missing; a side of 0 stays 0.
    public func scaled(by scale: Double) -> PixelSize {
        let scale = scale.isFinite && scale > 0 ? scale : 1
        let side = { (points: Int) in
            // 30 × 1.1 is 33.000000000000004 here.
            Int(exactly: (Double(points) * scale - 1e-6).rounded(.up)) ?? points
        }
        return PixelSize(width: side(width), height: side(height))
    }

    /// The size with width and height exchanged.
    public var transposed: PixelSize { PixelSize(width: height, height: width) }
}

extension PixelSize: CustomStringConvertible {
    /// The size as text such as `320x240`.
    public var description: String { "\(width)x\(height)" }
}

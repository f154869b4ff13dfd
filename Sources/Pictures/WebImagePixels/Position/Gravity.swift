/// The place of one picture in another: its middle, an edge or a corner.
public enum Gravity: String, Hashable, Sendable, CaseIterable {
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

extension Gravity {
    /// Returns the column and the row of an inner picture's top left pixel; it may lie outside.
    ///
    /// Halves are rounded to the even number.
    ///
    /// - Parameters:
    ///   - inner: The width and height of the inner picture in pixels.
    ///   - outer: The width and height of the outer one.
    ///   - x: The distance to the left or right edge, or to the right of the middle: pixels, or
    ///     below 1 a share of the outer width. NaN counts as 0.
    ///   - y: The distance to the upper or lower edge, or below the middle; as `x`.
    ///   - pixelRatio: The number by which distances in pixels, not shares, are multiplied.
    package func origin(
        of inner: PixelSize, in outer: PixelSize, x: Double, y: Double, pixelRatio: Double = 1
    ) -> (x: Int, y: Int) {
        let horizontal: Side =
            switch self {
            case .west, .northwest, .southwest: .begin
            case .east, .northeast, .southeast: .end
            case .center, .north, .south: .middle
            }
        let vertical: Side =
            switch self {
            case .north, .northeast, .northwest: .begin
            case .south, .southeast, .southwest: .end
            case .center, .east, .west: .middle
            }
        return (
            horizontal.origin(
                of: inner.width, in: outer.width, Self.pixels(x, of: outer.width, pixelRatio)),
            vertical.origin(
                of: inner.height, in: outer.height, Self.pixels(y, of: outer.height, pixelRatio))
        )
    }

    /// Returns a distance in pixels: of a number below 1 that share of the side.
    package static func pixels(_ distance: Double, of side: Int, _ pixelRatio: Double = 1) -> Int {
        Int(nearestEven: distance * (abs(distance) < 1 ? Double(side) : pixelRatio))
    }

    private enum Side {
        case begin, middle, end

        func origin(of length: Int, in side: Int, _ offset: Int) -> Int {
            let rest = Double(side) - Double(length)
            return switch self {
            case .begin: offset
            case .middle: Int(nearestEven: (rest + 1) / 2).addingSaturated(offset)
            case .end: Int(nearestEven: rest - Double(offset))
            }
        }
    }
}

extension Int {
    /// Creates the nearest whole number, of two equally near ones the even one.
    ///
    /// Numbers beyond ± 2^50 become that bound, and a number that is not one becomes 0.
    package init(nearestEven value: Double) {
        self.init(bounding: value.rounded(.toNearestOrEven))
    }

    /// Creates the whole part of a number; as ``init(nearestEven:)`` beyond its bounds.
    package init(bounding value: Double) {
        let most = Double(1 << 50)
        self = value.isNaN ? 0 : Int(Swift.min(Swift.max(value, -most), most))
    }
}

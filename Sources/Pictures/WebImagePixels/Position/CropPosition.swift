/// The place of the part that a crop keeps, or of a picture on a larger canvas.
public enum CropPosition: Hashable, Sendable {
    /// A place with distances from it, inwards, and from the middle to the right and down.
    ///
    /// A distance is a number of pixels, or a share of the outer side if it is between -1 and 1.
    case gravity(Gravity, x: Double = 0, y: Double = 0)
    /// A point that comes to the middle as far as possible; shares of the width and height, 0 to 1.
    case focus(x: Double, y: Double)
    /// The part that catches the eye, found in the pixels; for a canvas, the middle.
    case attention

    /// The middle, the default.
    public static let center = CropPosition.gravity(.center)
}

extension CropPosition {
    /// Returns the rectangle of an inner size in an outer one; it never leaves it.
    ///
    /// With the distances `x` and `y` in pixels, of sides `W` and `w` the left edge is `x` in the
    /// west, `W - w - x` in the east, and `even((W - w + 1) / 2) + x` in the middle, where `even`
    /// rounds halves to the even number. A focus has it at `even(W * x) - w / 2`. The upper edge is
    /// found in the same way, and both are moved inside. NaN counts as 0.
    ///
    /// - Parameters:
    ///   - inner: The width and height in pixels; no more than `outer`'s are used.
    ///   - outer: The width and height that it is in.
    ///   - pixelRatio: The number by which distances in pixels, not shares, are multiplied.
    /// - Returns: The rectangle; for ``attention``, which needs the pixels, the middle's.
    public func rect(
        of inner: PixelSize, in outer: PixelSize, pixelRatio: Double = 1
    ) -> PixelRect {
        let outer = PixelSize(width: max(0, outer.width), height: max(0, outer.height))
        let size = PixelSize(
            width: min(max(0, inner.width), outer.width),
            height: min(max(0, inner.height), outer.height))
        let (x, y) = origin(of: size, in: outer, pixelRatio)
        return PixelRect(
            x: min(max(0, x), outer.width - size.width),
            y: min(max(0, y), outer.height - size.height), size: size)
    }

    /// Returns the part of a rectangle of an inner size that lies in an outer one, where it is not
    /// moved inside; nil if there is none.
    package func clippedRect(of inner: PixelSize, in outer: PixelSize) -> PixelRect? {
        let (x, y) = origin(of: inner, in: outer, 1)
        let (left, top) = (max(0, x), max(0, y))
        // Sides have at most 2^24 pixels, and edges are within 2^50.
        let right = min(x + inner.width, outer.width)
        let bottom = min(y + inner.height, outer.height)
        guard left < right, top < bottom else { return nil }
        return PixelRect(
            x: left, y: top, size: PixelSize(width: right - left, height: bottom - top))
    }

    private func origin(
        of size: PixelSize, in outer: PixelSize, _ pixelRatio: Double
    ) -> (x: Int, y: Int) {
        switch self {
        case .gravity(let gravity, let x, let y):
            gravity.origin(of: size, in: outer, x: x, y: y, pixelRatio: pixelRatio)
        case .focus(let x, let y):
            (
                Int(nearestEven: Double(outer.width) * x) - size.width / 2,
                Int(nearestEven: Double(outer.height) * y) - size.height / 2
            )
        case .attention:
            Gravity.center.origin(of: size, in: outer, x: 0, y: 0)
        }
    }
}

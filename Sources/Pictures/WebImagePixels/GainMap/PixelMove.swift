/// A change of the places of a picture's pixels, which its gain map follows.
///
/// The values of the pixels may change besides. All rectangles are in pixels of the picture that
/// the former moves have left.
public struct PixelMove: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case part(columns: AxisSpan, rows: AxisSpan)
        case scale(PixelSize)
        case turn(Orientation)
        case canvas(PixelSize, x: Int, y: Int)
        case rotate(degrees: Double)
    }

    let step: Step

    /// The cut of everything outside of a rectangle inside of the picture.
    public static func crop(_ rect: PixelRect) -> PixelMove {
        part(
            columns: AxisSpan(start: Double(rect.x), length: Double(rect.size.width)),
            rows: AxisSpan(start: Double(rect.y), length: Double(rect.size.height)))
    }

    /// The scaling of the picture to a size.
    public static func scale(to size: PixelSize) -> PixelMove { PixelMove(step: .scale(size)) }

    /// The turn of the picture, as of one with that orientation in its file.
    public static func turn(_ orientation: Orientation) -> PixelMove {
        PixelMove(step: .turn(orientation))
    }

    /// The placing of the picture on a canvas; the part outside of it is cut.
    ///
    /// - Parameters:
    ///   - size: The width and height of the canvas.
    ///   - x: The column of the picture's left edge on it, which may be negative.
    ///   - y: The row of the picture's top edge on it, which may be negative.
    public static func canvas(_ size: PixelSize, atX x: Int, y: Int) -> PixelMove {
        PixelMove(step: .canvas(size, x: x, y: y))
    }

    /// The cut of everything outside of a part in fractions of a pixel; a scaling follows.
    package static func part(columns: AxisSpan, rows: AxisSpan) -> PixelMove {
        PixelMove(step: .part(columns: columns, rows: rows))
    }

    /// The clockwise rotation around the middle, on a canvas that grows.
    package static func rotate(degrees: Double) -> PixelMove {
        if let orientation = Orientation(clockwise: degrees) { return turn(orientation) }
        return PixelMove(step: .rotate(degrees: degrees))
    }
}

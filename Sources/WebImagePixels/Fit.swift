/// How a picture meets a box of another shape.
public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// The whole picture inside the box, shape kept.
    case fit
    /// The whole box covered, shape kept, the surplus cut away evenly on both sides.
    case fill
    /// Both sides exactly, shape given up.
    case stretch
}

extension Fit {
    /// The size a picture of `source` is scaled to so that it meets `box`, before any cut.
    ///
    /// - Parameters:
    ///   - box: Width and height in pixels; a side of 0 is free and follows the other.
    ///   - enlarges: Whether a scale above 1 is allowed; if not, the picture keeps its size instead.
    public func scaledSize(of source: PixelSize, in box: PixelSize, enlarges: Bool) -> PixelSize {
        guard !source.isEmpty, box.width > 0 || box.height > 0 else { return source }
        var horizontal = Double(box.width) / Double(source.width)
        var vertical = Double(box.height) / Double(source.height)
        if box.width <= 0 { horizontal = vertical }
        if box.height <= 0 { vertical = horizontal }
        switch self {
        case .fit: horizontal = min(horizontal, vertical)
        case .fill: horizontal = max(horizontal, vertical)
        case .stretch: break
        }
        if self != .stretch { vertical = horizontal }
        if !enlarges {
            horizontal = min(horizontal, 1)
            vertical = min(vertical, 1)
        }
        return PixelSize(
            width: max(1, Int((Double(source.width) * horizontal).rounded())),
            height: max(1, Int((Double(source.height) * vertical).rounded())))
    }
}

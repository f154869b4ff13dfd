/// The rule that adapts a picture to a box of another aspect ratio.
public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// The whole picture inside the box, with its aspect ratio.
    case fit
    /// The whole box covered, with the picture's aspect ratio; both sides are cropped evenly.
    case fill
    /// Exactly the sides of the box; the aspect ratio changes.
    case stretch
}

extension Fit {
    /// Returns the size to which an image is scaled to meet `box`, before cropping.
    ///
    /// - Parameters:
    ///   - source: The width and height of the image in pixels.
    ///   - box: The width and height in pixels; a side of 0 follows from the other.
    ///   - enlarges: `false` limits the scale to 1.
    /// - Returns: The width and height in pixels, each at least 1.
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
            width: Self.side(Double(source.width) * horizontal),
            height: Self.side(Double(source.height) * vertical))
    }

    /// Returns a rounded side of 1 to 2³¹ - 1 pixels, however absurd the box is.
    private static func side(_ length: Double) -> Int {
        max(1, Int(min(length.rounded(), 2_147_483_647)))
    }
}

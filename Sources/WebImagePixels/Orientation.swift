/// How stored rows and columns lie on the upright picture; the EXIF numbers (EXIF 2.32, tag 0x0112).
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
    /// As stored.
    case up = 1
    /// Mirrored left to right.
    case upMirrored = 2
    /// Turned by 180°.
    case down = 3
    /// Mirrored top to bottom.
    case downMirrored = 4
    /// Mirrored over the diagonal from top left to bottom right.
    case leftMirrored = 5
    /// Stored turned 90° counterclockwise: turn it 90° clockwise to see it upright.
    case right = 6
    /// Mirrored over the diagonal from top right to bottom left.
    case rightMirrored = 7
    /// Stored turned 90° clockwise: turn it 90° counterclockwise to see it upright.
    case left = 8

    /// Whether width and height change places.
    public var swapsSides: Bool { rawValue >= 5 }

    /// The upright size of a picture stored with `size`; its own inverse.
    public func upright(_ size: PixelSize) -> PixelSize {
        swapsSides ? size.transposed : size
    }
}

/// The arrangement of stored rows and columns in the upright picture (EXIF 2.32, tag 0x0112).
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
    /// As stored.
    case up = 1
    /// Mirrored left to right.
    case upMirrored = 2
    /// Rotated by 180°.
    case down = 3
    /// Mirrored top to bottom.
    case downMirrored = 4
    /// Mirrored over the diagonal from top left to bottom right.
    case leftMirrored = 5
    /// Stored rotated 90° counterclockwise: rotate it 90° clockwise to see it upright.
    case right = 6
    /// Mirrored over the diagonal from top right to bottom left.
    case rightMirrored = 7
    /// Stored rotated 90° clockwise: rotate it 90° counterclockwise to see it upright.
    case left = 8

    /// `true` if width and height are exchanged.
    public var swapsSides: Bool { rawValue >= 5 }

    /// Returns the upright size of an image; the function is its own inverse.
    ///
    /// - Parameter size: The stored width and height in pixels.
    public func upright(_ size: PixelSize) -> PixelSize {
        swapsSides ? size.transposed : size
    }
}

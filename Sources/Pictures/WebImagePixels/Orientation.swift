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

extension Orientation {
    /// Creates the orientation of a picture that is turned clockwise, and then mirrored left to
    /// right.
    ///
    /// - Parameters:
    ///   - quarterTurns: The number of turns by 90°; negative ones are counterclockwise.
    ///   - isMirrored: `true` to exchange left and right afterwards.
    public init(quarterTurns: Int, isMirrored: Bool = false) {
        self =
            switch (quarterTurns & 3, isMirrored) {
            case (1, false): .right
            case (2, false): .down
            case (3, false): .left
            case (1, true): .leftMirrored
            case (2, true): .downMirrored
            case (3, true): .rightMirrored
            case (_, true): .upMirrored
            default: .up
            }
    }

    /// The number of clockwise turns by 90°, 0 to 3, before it is mirrored.
    public var quarterTurns: Int {
        switch self {
        case .up, .upMirrored: 0
        case .right, .leftMirrored: 1
        case .down, .downMirrored: 2
        case .left, .rightMirrored: 3
        }
    }

    /// `true` if left and right are exchanged after the turns.
    public var isMirrored: Bool {
        [.upMirrored, .downMirrored, .leftMirrored, .rightMirrored].contains(self)
    }

    /// Returns the orientation that has the effect of this one and then another one.
    package func followed(by next: Orientation) -> Orientation {
        let turns = isMirrored ? -next.quarterTurns : next.quarterTurns
        return Orientation(
            quarterTurns: quarterTurns + turns, isMirrored: isMirrored != next.isMirrored)
    }
}

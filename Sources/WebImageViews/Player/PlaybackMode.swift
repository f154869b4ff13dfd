/// In which order the frames of an animation are shown.
public enum PlaybackMode: Hashable, Sendable, CaseIterable {
    /// From the first to the last, and again from the first.
    case forward
    /// From the last to the first, and again from the last.
    case reverse
    /// From the first to the last and back; a loop is complete with the return to the first.
    case bounce
    /// From the last to the first and back; a loop is complete with the return to the last.
    case reverseBounce

    /// Whether a loop goes there and back.
    var returns: Bool { self == .bounce || self == .reverseBounce }

    /// Whether it begins with the last frame.
    var beginsAtEnd: Bool { self == .reverse || self == .reverseBounce }
}

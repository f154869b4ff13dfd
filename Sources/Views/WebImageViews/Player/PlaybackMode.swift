/// The order in which the frames of an animation are shown.
public enum PlaybackMode: Hashable, Sendable, CaseIterable {
    /// From the first to the last, and again from the first.
    case forward
    /// From the last to the first, and again from the last.
    case reverse
    /// From the first to the last and back; a loop is complete with the return to the first.
    case bounce
    /// From the last to the first and back; a loop is complete with the return to the last.
    case reverseBounce

    /// `true` if a loop plays forth and back.
    var returns: Bool { self == .bounce || self == .reverseBounce }

    /// `true` if a loop begins with the last frame.
    var beginsAtEnd: Bool { self == .reverse || self == .reverseBounce }
}

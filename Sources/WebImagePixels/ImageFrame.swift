/// One composed picture of an animation.
public struct ImageFrame: Sendable {
    /// The whole canvas, upright.
    public var bitmap: Bitmap
    /// The time for which a player shows the frame; very short raw durations become 100 ms.
    public var duration: Duration

    /// Creates a frame that is shown for `duration`.
    public init(bitmap: Bitmap, duration: Duration) {
        self.bitmap = bitmap
        self.duration = duration
    }
}

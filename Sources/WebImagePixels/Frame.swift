/// One composed picture of an animation.
public struct Frame: Sendable {
    /// The whole canvas, upright.
    public var bitmap: Bitmap
    /// How long it is shown, as players do it: very short raw durations become 100 ms.
    public var duration: Duration

    /// A frame that is shown for `duration`.
    public init(bitmap: Bitmap, duration: Duration) {
        self.bitmap = bitmap
        self.duration = duration
    }
}

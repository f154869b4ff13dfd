/// One composed frame of an animation.
public struct ImageFrame: Sendable {
    /// The whole canvas, upright.
    public var bitmap: Bitmap
    /// The time it is shown; as in browsers, very short durations of the file become 100 ms.
    public var duration: Duration

    /// Creates a frame.
    ///
    /// - Parameters:
    ///   - bitmap: The whole canvas, upright.
    ///   - duration: The time it is shown.
    public init(bitmap: Bitmap, duration: Duration) {
        self.bitmap = bitmap
        self.duration = duration
    }
}

public import WebImagePixels

/// What ``AnimationPlayback`` wants done; in the order it says.
public enum PlaybackAction: Sendable {
    /// Show a frame.
    case show(index: Int, Bitmap)
    /// Decode a frame elsewhere, and tell ``AnimationPlayback/decoded(_:_:at:)``; one at a time.
    case decode(index: Int)
    /// So many loops are complete now; told once where a late clock ended several.
    case loopEnded(count: Int)
    /// Playing has ended.
    case end(PlaybackEnd)
}

/// Why an animation plays no more.
public enum PlaybackEnd: Sendable {
    /// All loops were played; the last frame stays.
    case played
    /// No frame could be decoded, for that reason.
    case failed(any Error)
}

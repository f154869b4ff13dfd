public import WebImagePixels

/// An action that ``AnimationPlayback`` requests, to be performed in order.
public enum PlaybackAction: Sendable {
    /// Shows a frame.
    case show(index: Int, Bitmap)
    /// Decodes a frame and calls ``AnimationPlayback/decoded(_:_:at:)``; one at a time.
    case decode(index: Int)
    /// Reports the number of complete loops; once if a late clock completed several.
    case loopEnded(count: Int)
    /// Ends playing.
    case end(PlaybackEnd)
}

/// The reason that playing ended.
public enum PlaybackEnd: Sendable {
    /// All loops were played; the last frame stays.
    case played
    /// No frame could be decoded; the last error.
    case failed(any Error)
}

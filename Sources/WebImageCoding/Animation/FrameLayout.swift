package import WebImagePixels

/// Where the pixels of one stored frame go, and what becomes of them when the next one comes.
package struct FrameLayout: Hashable, Sendable {
    /// What happens to the frame's rectangle before the next frame is drawn.
    package enum Disposal: UInt8, Sendable {
        /// It stays.
        case keep
        /// It becomes transparent.
        case clear
        /// It becomes what it was before this frame.
        case restore
    }

    /// The part of the canvas that the frame may change; inside of the canvas, empty for a frame
    /// that lies outside.
    package var rect: PixelRect
    /// How long it is shown according to the file.
    package var duration: Duration
    /// What becomes of it.
    package var disposal: Disposal
    /// Whether nothing of what was there before shines through inside the rectangle: the frame is
    /// opaque, or replaces alpha along with colour.
    package var replaces: Bool

    /// The layout of a frame.
    package init(
        rect: PixelRect, duration: Duration, disposal: Disposal = .keep, replaces: Bool = false
    ) {
        self.rect = rect
        self.duration = duration
        self.disposal = disposal
        self.replaces = replaces
    }
}

extension Duration {
    /// How long players show a frame of this raw duration: 100 ms where the file says under 11 ms,
    /// as browsers do.
    package var asShown: Duration { self < .milliseconds(11) ? .milliseconds(100) : self }
}

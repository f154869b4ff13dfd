package import WebImagePixels

/// The position of one stored frame on the canvas, and its disposal before the next one.
package struct FrameLayout: Hashable, Sendable {
    /// The change of the frame's rectangle before the next frame is drawn.
    package enum Disposal: UInt8, Sendable {
        /// The pixels stay.
        case keep
        /// The pixels become transparent.
        case clear
        /// The pixels before this frame are restored.
        case restore
    }

    /// The part of the canvas that the frame may change; empty for a frame outside the canvas.
    package var rect: PixelRect
    /// The duration in the file.
    package var duration: Duration
    /// The change of the rectangle before the next frame.
    package var disposal: Disposal
    /// `true` if no earlier pixel remains visible inside the rectangle: the frame is opaque, or
    /// replaces alpha along with colour.
    package var replaces: Bool

    /// Creates the layout of a frame.
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
    /// The duration for a player: like browsers, 100 ms for a raw duration under 11 ms.
    package var asShown: Duration { self < .milliseconds(11) ? .milliseconds(100) : self }
}

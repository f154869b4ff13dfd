import Synchronization
package import WebImagePixels

/// The frames of a format that stores what changes: composed on one canvas, one after the other.
///
/// It keeps the canvas of the frame that was asked for last, so that playing forward decodes every
/// frame once. A frame elsewhere is composed from the nearest key frame before it: the first frame,
/// or one before which the whole canvas is cleared, or which covers the whole canvas by itself.
/// Memory is bounded by two canvases, whatever the number of frames.
package final class ComposedFrames<Source: FrameDrawing>: FrameProvider {
    /// Width and height of the canvas.
    package let size: PixelSize
    /// How often the animation plays in total, 0 for ever.
    package let loopCount: Int
    private let layouts: [FrameLayout]
    private let source: Source
    /// The canvas of the frame composed last; nil while a caller works on it.
    private let latest = Mutex<FrameComposer?>(nil)

    /// The frames of `source`, in the order of `layouts`, which has one at least.
    package init(
        size: PixelSize, layouts: [FrameLayout], loopCount: Int, source: Source
    ) {
        self.size = size
        self.layouts = layouts
        self.loopCount = loopCount
        self.source = source
    }

    /// The same animation of which more frames have arrived; takes over the canvas composed last.
    ///
    /// - Precondition: `layouts` begin with those of `known`, which composes no more.
    package init(
        continuing known: ComposedFrames, layouts: [FrameLayout], source: Source
    ) {
        precondition(layouts.count >= known.count, "There are fewer frames than before.")
        size = known.size
        loopCount = known.loopCount
        self.layouts = layouts
        self.source = source
        let canvas = known.latest.withLock { $0.take() }
        latest.withLock { $0 = canvas }
    }

    /// The number of frames.
    package var count: Int { layouts.count }

    /// Durations of the file.
    package var rawDurations: [Duration] { layouts.map(\.duration) }

    /// Durations of a player.
    package var durations: [Duration] { layouts.map(\.duration.asShown) }

    /// Encoded bytes, and the canvases between two calls.
    package var residentByteCount: Int {
        latest.withLock { source.residentByteCount + ($0?.byteCount ?? 0) }
    }

    /// The composed frame at `index`; two callers at once don't wait for each other, the second
    /// begins at a key frame.
    ///
    /// - Precondition: `index` is below ``count``.
    package func frame(at index: Int) throws -> ImageFrame {
        precondition(layouts.indices.contains(index), "There is no frame \(index) of \(count).")
        let canvas = try composed(index)
        return ImageFrame(bitmap: canvas, duration: layouts[index].duration.asShown)
    }

    private func composed(_ index: Int) throws(CodecError) -> Bitmap {
        // With one owner, so that its canvas is drawn on in place.
        var composer: FrameComposer
        if let known = latest.withLock({ $0.take() }) {
            composer = known
        } else {
            composer = try FrameComposer(size: size)
        }
        try composer.move(to: index, layouts: layouts) { index, canvas throws(CodecError) in
            try source.draw(index, on: &canvas)
        }
        latest.withLock { $0 = composer }
        return composer.bitmap
    }
}

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
    private let latest = Mutex<Canvas?>(nil)

    /// A canvas after a frame was drawn, and how its rectangle looked before, where that comes back.
    private struct Canvas: Sendable {
        var index: Int
        var bitmap: Bitmap
        var before: Bitmap?
    }

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
        latest.withLock { canvas in
            source.residentByteCount + (canvas?.bitmap.byteCount ?? 0)
                + (canvas?.before?.byteCount ?? 0)
        }
    }

    /// The composed frame at `index`; two callers at once don't wait for each other, the second
    /// begins at a key frame.
    ///
    /// - Precondition: `index` is below ``count``.
    package func frame(at index: Int) throws -> Frame {
        precondition(layouts.indices.contains(index), "There is no frame \(index) of \(count).")
        let canvas = try composed(index)
        return Frame(bitmap: canvas, duration: layouts[index].duration.asShown)
    }

    private func composed(_ index: Int) throws(CodecError) -> Bitmap {
        let start = keyFrame(before: index)
        let known = latest.withLock { $0.take() }
        var canvas: Canvas
        if let known, known.index <= index, known.index >= start {
            canvas = known
        } else {
            canvas = Canvas(index: start - 1, bitmap: Bitmap(size: size))
        }
        while canvas.index < index {
            if Task.isCancelled { throw .cancelled }
            try advance(&canvas)
        }
        latest.withLock { $0 = canvas }
        return canvas.bitmap
    }

    /// Draws the next frame.
    private func advance(_ canvas: inout Canvas) throws(CodecError) {
        dispose(&canvas)
        canvas.index += 1
        let layout = layouts[canvas.index]
        canvas.before = layout.disposal == .restore ? canvas.bitmap : nil
        try source.draw(canvas.index, on: &canvas.bitmap)
    }

    private func dispose(_ canvas: inout Canvas) {
        guard canvas.index >= 0 else { return }
        let layout = layouts[canvas.index]
        switch layout.disposal {
        case .keep: break
        case .clear: canvas.bitmap.fill(layout.rect, with: SIMD4(0, 0, 0, 0))
        case .restore: canvas.bitmap = canvas.before.take() ?? canvas.bitmap
        }
    }

    /// The last frame up to `index` that needs none before it.
    private func keyFrame(before index: Int) -> Int {
        var start = index
        while start > 0, !isKey(start) { start -= 1 }
        return start
    }

    private func isKey(_ index: Int) -> Bool {
        let layout = layouts[index]
        if layout.replaces, layout.rect.size == size, layout.disposal != .restore { return true }
        // A cleared canvas is what a new one is.
        let previous = layouts[index - 1]
        return previous.disposal == .clear && previous.rect.size == size
    }
}

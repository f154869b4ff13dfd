import Synchronization
package import WebImagePixels

/// Frames that can go on where a provider of fewer frames of the same file stopped.
package protocol CanvasSharing: FrameProvider {
    /// Takes over the last canvas of `former`, so that the next frame is not composed from a key frame.
    func takeCanvas(of former: any FrameProvider)
}

/// The frames of a format that stores only changes, composed on one canvas.
///
/// Keeps the canvas of the frame composed last, so playing forward decodes every frame once. Any
/// other frame is composed from the nearest key frame before it (``FrameComposer``). Memory is
/// bounded by two canvases, whatever the number of frames.
package final class ComposedFrames<Source: FrameDrawing>: CanvasSharing {
    /// The size of the canvas in pixels.
    package let size: PixelSize
    /// The total number of times the animation plays, 0 for endlessly.
    package let loopCount: Int
    private let layouts: [FrameLayout]
    private let source: Source
    /// The canvas of the frame composed last; nil while a caller uses it.
    private let latest = Mutex<FrameComposer?>(nil)

    /// Creates the frames of `source`, described by `layouts`, which has at least one element.
    package init(
        size: PixelSize, layouts: [FrameLayout], loopCount: Int, source: Source
    ) {
        self.size = size
        self.layouts = layouts
        self.loopCount = loopCount
        self.source = source
    }

    /// Continues with the canvas of fewer frames of the same file.
    package func takeCanvas(of former: any FrameProvider) {
        guard let former = former as? ComposedFrames, layouts.starts(with: former.layouts) else {
            return
        }
        let canvas = former.latest.withLock { $0 }
        latest.withLock { $0 = canvas }
    }

    /// The number of frames.
    package var count: Int { layouts.count }

    /// The durations in the file.
    package var rawDurations: [Duration] { layouts.map(\.duration) }

    /// The durations for a player.
    package var durations: [Duration] { layouts.map(\.duration.asShown) }

    /// The encoded bytes, and the canvases between two calls.
    package var residentByteCount: Int {
        latest.withLock { source.residentByteCount + ($0?.byteCount ?? 0) }
    }

    /// Returns the composed frame at `index`.
    ///
    /// Concurrent callers do not wait for each other; the second one begins at a key frame.
    ///
    /// - Precondition: `index` is below ``count``.
    package func frame(at index: Int) throws -> ImageFrame {
        precondition(layouts.indices.contains(index), "There is no frame \(index) of \(count).")
        let canvas = try composed(index)
        return ImageFrame(bitmap: canvas, duration: layouts[index].duration.asShown)
    }

    private func composed(_ index: Int) throws(CodecError) -> Bitmap {
        // The only reference, so that its canvas is changed in place.
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

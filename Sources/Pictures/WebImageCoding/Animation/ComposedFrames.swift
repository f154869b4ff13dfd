import Synchronization
import WebImageBytes
package import WebImagePixels
import WebImageSizing

/// Frames that can go on where a provider of fewer frames of the same file stopped.
package protocol CanvasSharing: FrameProvider {
    /// Takes over the last canvas of `former`, so that the next frame is not composed from a key
    /// frame.
    func takeCanvas(of former: any FrameProvider)
}

/// The frames of a format that stores only changes, composed on one canvas.
///
/// Keeps the canvas of the frame composed last, so playing forward decodes every frame once. Any
/// other frame is composed from the nearest key frame before it (``FrameComposer``). If a smaller
/// size is asked for, frames of 8 bits have it, and the parts that a frame does not change are not
/// scaled again. Memory is bounded by two canvases and a scaled one, whatever the number of frames.
package final class ComposedFrames<Source: FrameDrawing>: CanvasSharing {
    /// The size of the canvas in pixels.
    package let size: PixelSize
    /// The total number of times the animation plays, 0 for endlessly.
    package let loopCount: Int
    private let layouts: [FrameLayout]
    private let source: Source
    /// The size to scale frames to, and the part of the canvas that it covers; nil to keep the
    /// size.
    private let reduced: Reduced?
    /// The canvas of the frame composed last; nil while a caller uses it.
    private let latest = Mutex<Canvas?>(nil)

    private struct Reduced: Hashable {
        var size: PixelSize
        var coverage: Coverage
    }

    /// A canvas, and its scaled copy if frames are reduced.
    private struct Canvas {
        var composer: FrameComposer
        var scaled: ScaledCopy?

        var byteCount: Int { composer.byteCount + (scaled?.bitmap.byteCount ?? 0) }
    }

    /// Creates the frames of `source`, described by `layouts`, which has at least one element.
    ///
    /// - Parameters:
    ///   - downsampling: The size that the caller needs.
    ///   - orientation: The orientation in the metadata, which is not applied.
    package init(
        size: PixelSize, layouts: [FrameLayout], loopCount: Int, source: Source,
        downsampling: Downsampling = Downsampling(), orientation: Orientation = .up
    ) {
        reduced = downsampling.reducedSize(of: size, orientation).map {
            Reduced(size: $0, coverage: downsampling.coverage(of: size, orientation))
        }
        self.size = size
        self.layouts = layouts
        self.loopCount = loopCount
        self.source = source
    }

    /// Continues with the canvas of fewer frames of the same file.
    package func takeCanvas(of former: any FrameProvider) {
        guard let former = former as? ComposedFrames, layouts.starts(with: former.layouts),
            reduced == former.reduced
        else { return }
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
        let picture = try composed(index)
        return ImageFrame(bitmap: picture, duration: layouts[index].duration.asShown)
    }

    private func composed(_ index: Int) throws(CodecError) -> Bitmap {
        // The only reference, so that its canvas is changed in place.
        var canvas: Canvas
        if let known = latest.withLock({ $0.take() }) {
            canvas = known
        } else {
            canvas = Canvas(composer: try FrameComposer(size: size, as: source.sampleFormat))
        }
        try canvas.composer.move(to: index, layouts: layouts) { index, bitmap throws(CodecError) in
            try source.draw(index, on: &bitmap)
        }
        let picture = try scaled(&canvas)
        latest.withLock { $0 = canvas }
        return picture
    }

    /// Returns the canvas at the size of frames.
    private func scaled(_ canvas: inout Canvas) throws(CodecError) -> Bitmap {
        let whole = canvas.composer.bitmap
        guard let reduced, whole.sampleFormat == .bgra8 else { return whole }
        let scratch = max(
            Bitmap.scratchByteCount(of: size), Bitmap.scratchByteCount(of: reduced.size))
        let byteCount = Bitmap.byteCount(of: reduced.size)
        let changes = canvas.composer.takeChanges()
        try Bitmap.reserving(byteCount, scratch: scratch) { () throws(CodecError) in
            if let changes, let isUpdated = canvas.scaled?.update(changes, of: whole) {
                guard isUpdated else { throw .noMemory(byteCount) }
            } else {
                canvas.scaled = ScaledCopy(
                    of: whole, to: reduced.size,
                    columns: reduced.coverage.columns(of: size.width),
                    rows: reduced.coverage.rows(of: size.height))
            }
        }
        // The kernels of a cancelled task stop halfway.
        if Task.isCancelled { throw .cancelled }
        return canvas.scaled?.bitmap ?? whole
    }
}

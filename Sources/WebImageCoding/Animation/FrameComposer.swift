package import WebImagePixels

/// The canvas of an animation whose frames store what changes, moved from frame to frame.
///
/// Going forward every frame is drawn once. A frame elsewhere is composed from the nearest key frame
/// before it: the first frame, or one before which the whole canvas is cleared, or which covers the
/// whole canvas by itself.
package struct FrameComposer: Sendable {
    /// The frame composed last, -1 before the first.
    package private(set) var index = -1
    /// The canvas with that frame on it.
    package private(set) var bitmap: Bitmap
    /// How the frame's rectangle looked before it, where that comes back.
    private var before: Part?

    /// A part of a canvas, and whether that was opaque.
    private struct Part {
        var bitmap: Bitmap
        var wasOpaque: Bool
    }

    /// An empty canvas.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    package init(size: PixelSize) throws(CodecError) {
        bitmap = try Bitmap(decoding: size)
    }

    /// Bytes of pixels it holds.
    package var byteCount: Int { bitmap.byteCount + (before?.bitmap.byteCount ?? 0) }

    /// Composes frame `target`.
    ///
    /// - Parameters:
    ///   - layouts: Those of the frames up to `target` at least.
    ///   - draw: Draws a stored frame over what is on the canvas.
    /// - Throws: What `draw` throws, or `CodecError.cancelled`; the canvas is of no use then.
    package mutating func move(
        to target: Int, layouts: some RandomAccessCollection<FrameLayout>,
        draw: (Int, inout Bitmap) throws(CodecError) -> Void
    ) throws(CodecError) {
        let layout = { (index: Int) in layouts[layouts.index(layouts.startIndex, offsetBy: index)] }
        var start = target
        // A key frame before the canvas at hand is of no interest: going forward costs no search.
        let least = index <= target ? max(index, 0) : 0
        while start > least, !isKey(layout(start), after: layout(start - 1)) { start -= 1 }
        if index > target || index < start {
            self = try FrameComposer(size: bitmap.size)
            index = start - 1
        } else if index >= 0, index < target {
            try bitmap.makeUnique()
            dispose(layout(index))
        }
        while index < target {
            if Task.isCancelled { throw .cancelled }
            index += 1
            try bitmap.makeUnique()
            before = try kept(layout(index))
            try draw(index, &bitmap)
            if index < target { dispose(layout(index)) }
        }
    }

    private mutating func dispose(_ layout: FrameLayout) {
        switch layout.disposal {
        case .keep: break
        case .clear: bitmap.fill(layout.rect, with: SIMD4(0, 0, 0, 0))
        case .restore:
            guard let part = before.take() else { return }
            bitmap.composite(part.bitmap, atX: layout.rect.x, y: layout.rect.y)
            bitmap.isOpaque = part.wasOpaque
        }
    }

    /// What has to come back when a frame goes.
    private func kept(_ layout: FrameLayout) throws(CodecError) -> Part? {
        guard layout.disposal == .restore, !layout.rect.size.isEmpty else { return nil }
        let byteCount = Bitmap.byteCount(of: layout.rect.clamped(to: bitmap.size).size)
        var part = try Bitmap.reserving(byteCount) { () throws(CodecError) in
            bitmap.cropped(to: layout.rect)
        }
        // Opaque pixels replace what is below them, and so these do, whatever their alpha.
        part.isOpaque = true
        return Part(bitmap: part, wasOpaque: bitmap.isOpaque)
    }

    /// Whether a frame needs none before it.
    private func isKey(_ layout: FrameLayout, after previous: FrameLayout) -> Bool {
        let size = bitmap.size
        if layout.replaces, layout.rect.size == size, layout.disposal != .restore { return true }
        // A cleared canvas is what a new one is.
        return previous.disposal == .clear && previous.rect.size == size
    }
}

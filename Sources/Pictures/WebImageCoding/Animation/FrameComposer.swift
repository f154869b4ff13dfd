import WebImageBytes
package import WebImagePixels

/// The canvas of an animation whose frames store only changes, advanced from frame to frame.
///
/// Going forward draws every frame once. Any other frame is composed from the nearest key frame
/// before it. Key frames are the first one, those that follow a cleared canvas, and those that
/// cover the whole canvas by themselves.
package struct FrameComposer: Sendable {
    /// The frame composed last, -1 before the first.
    package private(set) var index = -1
    /// The canvas with this frame.
    package private(set) var bitmap: Bitmap
    /// The content of the frame's rectangle before it, if the file restores that.
    private var before: Part?

    /// The rectangles that differ from the canvas at the last ``takeChanges()``; nil for all of it.
    private var changes: [PixelRect]?

    /// The most rectangles to remember; a step forward changes two.
    private static let maxChanges = 16

    /// A part of a canvas; `wasOpaque` is `true` if the whole canvas was opaque.
    private struct Part {
        var bitmap: Bitmap
        var wasOpaque: Bool
    }

    /// Creates an empty canvas.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    package init(size: PixelSize, as format: SampleFormat = .bgra8) throws(CodecError) {
        bitmap = try Bitmap(decoding: size, as: format)
    }

    /// The bytes of all pixels that are kept.
    package var byteCount: Int { bitmap.byteCount + (before?.bitmap.byteCount ?? 0) }

    /// Returns the rectangles of the canvas that have changed since the last call; nil if all of it
    /// may have.
    package mutating func takeChanges() -> [PixelRect]? {
        defer { changes = [] }
        return changes
    }

    private mutating func addChange(_ rect: PixelRect) {
        guard let count = changes?.count else { return }
        if count < Self.maxChanges { changes?.append(rect) } else { changes = nil }
    }

    /// Composes frame `target`.
    ///
    /// - Parameters:
    ///   - layouts: The layouts of the frames, at least up to `target`.
    ///   - draw: Draws a stored frame over the canvas.
    /// - Throws: The error of `draw`, or `CodecError.cancelled`; the canvas is unusable then.
    package mutating func move(
        to target: Int, layouts: some RandomAccessCollection<FrameLayout>,
        draw: (Int, inout Bitmap) throws(CodecError) -> Void
    ) throws(CodecError) {
        let layout = { (index: Int) in layouts[layouts.index(layouts.startIndex, offsetBy: index)] }
        var start = target
        // Key frames before the current one are irrelevant: going forward needs no search.
        let least = index <= target ? max(index, 0) : 0
        while start > least, !isKey(layout(start), after: layout(start - 1)) { start -= 1 }
        if index > target || index < start {
            let (size, format) = (bitmap.size, bitmap.sampleFormat)
            // The new canvas can take the memory of the old one.
            bitmap = Bitmap(size: PixelSize(width: 1, height: 1))
            self = try FrameComposer(size: size, as: format)
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
            addChange(layout(index).rect)
            try draw(index, &bitmap)
            if index < target { dispose(layout(index)) }
        }
    }

    private mutating func dispose(_ layout: FrameLayout) {
        switch layout.disposal {
        case .keep: break
        case .clear:
            bitmap.fill(layout.rect, with: SIMD4(0, 0, 0, 0))
            addChange(layout.rect)
        case .restore:
            guard let part = before.take() else { return }
            bitmap.composite(part.bitmap, atX: layout.rect.x, y: layout.rect.y)
            bitmap.isOpaque = part.wasOpaque
            addChange(layout.rect)
        }
    }

    /// Returns a copy of the pixels to restore after the frame.
    private func kept(_ layout: FrameLayout) throws(CodecError) -> Part? {
        guard layout.disposal == .restore, !layout.rect.size.isEmpty else { return nil }
        let byteCount = Bitmap.byteCount(
            of: layout.rect.clamped(to: bitmap.size).size, as: bitmap.sampleFormat)
        var part = try Bitmap.reserving(byteCount) { () throws(CodecError) in
            bitmap.cropped(to: layout.rect)
        }
        // Compositing copies opaque pixels, alpha included, as restoring requires.
        part.isOpaque = true
        return Part(bitmap: part, wasOpaque: bitmap.isOpaque)
    }

    /// Returns `true` if a frame does not depend on earlier ones.
    private func isKey(_ layout: FrameLayout, after previous: FrameLayout) -> Bool {
        let size = bitmap.size
        if layout.replaces, layout.rect.size == size, layout.disposal != .restore { return true }
        // A cleared canvas equals a new one.
        return previous.disposal == .clear && previous.rect.size == size
    }
}

/// A scaled copy of a canvas, of which only the parts that a change affects are scaled again.
///
/// Its pixels are always those that ``Bitmap/resampled(to:columns:rows:filter:)`` returns.
package struct ScaledCopy: Sendable {
    /// The canvas at the last update, scaled.
    package private(set) var bitmap: Bitmap
    private let passes: ResamplePasses

    /// Scales a whole canvas; returns nil if memory is refused, or if parts cannot be scaled alone.
    ///
    /// They cannot if the canvas is cropped only, or becomes taller and narrower.
    package init?(of canvas: Bitmap, to size: PixelSize, columns: AxisSpan, rows: AxisSpan) {
        if columns.wholePixel(count: size.width) != nil, rows.wholePixel(count: size.height) != nil
        {
            return nil
        }
        passes = ResamplePasses(
            of: canvas.size, columns: columns, rows: rows, to: size, filter: .lanczos)
        guard !passes.narrowsFirst, let bitmap = Bitmap(allocating: size, isCleared: false) else {
            return nil
        }
        self.bitmap = bitmap
        run([passes.whole], canvas)
    }

    /// Scales the parts that depend on changed pixels of the canvas.
    ///
    /// - Parameters:
    ///   - changes: The rectangles outside of which the canvas is as at the last update.
    ///   - canvas: The canvas, of the same size.
    /// - Returns: `false` if memory is refused.
    package mutating func update(_ changes: [PixelRect], of canvas: Bitmap) -> Bool {
        let parts = passes.parts(changedBy: changes)
        if parts == [passes.whole] {
            // Spares the copy of pixels that are all replaced.
            guard let fresh = Bitmap(allocating: bitmap.size, isCleared: false) else {
                return false
            }
            bitmap = fresh
        } else if !parts.isEmpty, !bitmap.tryMakeUnique() {
            return false
        }
        run(parts, canvas)
        return true
    }

    private mutating func run(_ parts: [ResamplePart], _ canvas: Bitmap) {
        bitmap.colorSpace = canvas.colorSpace
        bitmap.isOpaque = canvas.isOpaque
        guard !parts.isEmpty else { return }
        let stride = bitmap.bytesPerRow
        // Safe because the passes read inside the canvas and write inside the parts.
        unsafe canvas.withUnsafeRows { source in
            unsafe bitmap.withUnsafeMutableRows { target in
                for part in parts {
                    unsafe passes.run(
                        from: source, stride: canvas.bytesPerRow, to: target, stride: stride,
                        clampsToAlpha: canvas.colorSpace != .cmyk, only: part)
                }
            }
        }
    }
}

/// A part of the target of a resampling.
struct ResamplePart: Hashable, Sendable {
    /// The columns to make; the first is even, since pixels are made in pairs.
    var columns: Range<Int>
    /// The rows to make.
    var rows: Range<Int>

    var area: Int { columns.count * rows.count }

    /// Returns the smallest part that contains both.
    func union(_ other: ResamplePart) -> ResamplePart {
        ResamplePart(
            columns: min(
                columns.lowerBound, other.columns.lowerBound)..<max(
                    columns.upperBound, other.columns.upperBound),
            rows: min(
                rows.lowerBound, other.rows.lowerBound)..<max(
                    rows.upperBound, other.rows.upperBound))
    }
}

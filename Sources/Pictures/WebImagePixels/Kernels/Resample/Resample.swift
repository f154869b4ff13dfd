extension Bitmap {
    /// Returns this bitmap, or a part of it, scaled to another size.
    ///
    /// Applies a separable filter in two passes on premultiplied pixels, antialiased when reducing.
    /// A flat colour stays exactly that colour, opaque stays opaque, colour never exceeds alpha.
    /// Besides the result it needs memory for a few rows. The same size gives an exact copy.
    ///
    /// - Parameters:
    ///   - size: The width and height of the result in pixels, each at least 1.
    ///   - region: The part to scale, clamped to the bitmap; nil for all of it.
    ///   - filter: The weighting of neighbouring pixels.
    /// - Precondition: `region` overlaps the bitmap, and the system grants the memory of the
    ///   result.
    public func resampled(
        to size: PixelSize, from region: PixelRect? = nil, filter: ResampleFilter = .lanczos
    ) -> Bitmap {
        let whole = PixelRect(x: 0, y: 0, size: self.size)
        let part = region?.clamped(to: self.size) ?? whole
        precondition(!part.size.isEmpty, "The region is outside of a picture of \(self.size).")
        guard part.size != size else { return part == whole ? self : cropped(to: part) }
        if sampleFormat != .bgra8 {
            return (part == whole ? self : cropped(to: part)).deepResampled(
                to: size, columns: AxisSpan(whole: part.size.width),
                rows: AxisSpan(whole: part.size.height), filter: filter)
        }
        return resampled(by: ResamplePasses(from: part, to: size, filter: filter), to: size)
    }

    /// Returns a part of this bitmap in fractions of a pixel, scaled to another size.
    ///
    /// Pixels around the part count as far as the filter reaches.
    package func resampled(
        to size: PixelSize, columns: AxisSpan, rows: AxisSpan, filter: ResampleFilter = .lanczos
    ) -> Bitmap {
        if let x = columns.wholePixel(count: size.width),
            let y = rows.wholePixel(count: size.height)
        {
            return cropped(to: PixelRect(x: x, y: y, size: size))
        }
        if sampleFormat != .bgra8 {
            return deepResampled(to: size, columns: columns, rows: rows, filter: filter)
        }
        let passes = ResamplePasses(
            of: self.size, columns: columns, rows: rows, to: size, filter: filter)
        return resampled(by: passes, to: size)
    }

    private func resampled(by passes: ResamplePasses, to size: PixelSize) -> Bitmap {
        var result = Bitmap(uninitialized: size, colorSpace: colorSpace, isOpaque: isOpaque)
        // Safe because the passes read inside the picture and write every row of `size`.
        unsafe withUnsafeRows { source in
            let stride = bytesPerRow
            let targetStride = result.bytesPerRow
            unsafe result.withUnsafeMutableRows { target in
                unsafe passes.run(
                    from: source, stride: stride, to: target, stride: targetStride,
                    clampsToAlpha: colorSpace != .cmyk)
            }
        }
        return result
    }
}

extension Bitmap {
    /// Returns an exact copy of a part of this bitmap.
    ///
    /// - Parameter rect: The part in pixels, clamped to the bitmap.
    /// - Precondition: `rect` overlaps the bitmap.
    public func cropped(to rect: PixelRect) -> Bitmap {
        let part = rect.clamped(to: size)
        precondition(!part.size.isEmpty, "The rectangle is outside of a picture of \(size).")
        guard part.size != size else { return self }
        var result = Bitmap(uninitialized: part.size, colorSpace: colorSpace, isOpaque: isOpaque)
        let targetStride = result.bytesPerRow
        // Safe because `part` is inside this bitmap and as large as the result.
        unsafe withUnsafeRows { source in
            unsafe result.withUnsafeMutableRows { target in
                for y in 0..<part.size.height {
                    unsafe (target + y * targetStride).update(
                        from: source + (part.y + y) * bytesPerRow + part.x * 4,
                        count: part.size.width * 4)
                }
            }
        }
        return result
    }

    /// Returns this bitmap on a transparent canvas.
    ///
    /// - Parameters:
    ///   - place: The column and row of its top left pixel; what lies outside of the canvas is
    ///     cropped.
    ///   - size: The width and height of the canvas in pixels, each at least 1.
    package func placed(_ place: PixelRect, on size: PixelSize) -> Bitmap {
        var canvas = Bitmap(size: size, colorSpace: colorSpace)
        canvas.composite(self, atX: place.x, y: place.y)
        return canvas
    }
}

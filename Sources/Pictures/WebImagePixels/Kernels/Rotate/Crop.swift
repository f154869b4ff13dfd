extension Bitmap {
    /// Returns an exact copy of a part of this bitmap.
    ///
    /// - Parameter rect: The part in pixels, clamped to the bitmap.
    /// - Precondition: `rect` overlaps the bitmap.
    public func cropped(to rect: PixelRect) -> Bitmap {
        let part = rect.clamped(to: size)
        precondition(!part.size.isEmpty, "The rectangle is outside of a picture of \(size).")
        guard part.size != size else { return self }
        var result = alike(part.size)
        let (targetStride, bytes) = (result.bytesPerRow, sampleFormat.bytesPerPixel)
        // Safe because `part` is inside this bitmap and as large as the result.
        unsafe withUnsafeRows { source in
            unsafe result.withUnsafeMutableRows { target in
                for y in 0..<part.size.height {
                    unsafe (target + y * targetStride).update(
                        from: source + (part.y + y) * bytesPerRow + part.x * bytes,
                        count: part.size.width * bytes)
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
        var canvas = Bitmap(size: size, as: sampleFormat, colorSpace: colorSpace)
        canvas.describe(as: self)
        canvas.composite(self, atX: place.x, y: place.y)
        return canvas
    }
}

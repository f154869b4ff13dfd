import WebImagePixels

extension Bitmap {
    /// Returns the bitmap if it fits a square of 100 pixels, else reduces it to that square.
    ///
    /// A placeholder has so few frequencies that more pixels only cost time.
    func reducedForPlaceholder() -> Bitmap {
        let longest = max(size.width, size.height)
        guard longest > 100 else { return self }
        let scaled = PixelSize(
            width: max(1, (size.width * 100 + longest / 2) / longest),
            height: max(1, (size.height * 100 + longest / 2) / longest))
        return resampled(to: scaled)
    }
}

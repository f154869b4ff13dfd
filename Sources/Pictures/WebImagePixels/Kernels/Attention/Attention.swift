extension Bitmap {
    /// Returns the part of a given size that keeps what people look at.
    ///
    /// An ``AttentionMap`` weighs a reduced copy of the picture, and an ``AttentionSearch`` finds
    /// the part of the most weight, where parts far from the middle need more. A picture without
    /// any contrast keeps its middle. All numbers are integers: the result is the same on every
    /// machine.
    ///
    /// - Parameter size: The width and height in pixels, clamped to 1 and the picture's.
    /// - Returns: The rectangle, inside of the picture.
    /// - Complexity: One pass over the pixels, and work for at most 128 × 128 pixels.
    package func attentionRect(of size: PixelSize) -> PixelRect {
        let part = PixelSize(
            width: min(max(size.width, 1), self.size.width),
            height: min(max(size.height, 1), self.size.height))
        let middle = CropPosition.center.rect(of: part, in: self.size)
        guard part != self.size else { return middle }
        var copy = resampled(to: copySize(for: part), filter: .box).inEightBits
        copy.convertCMYKToSRGB()
        let map = AttentionMap(of: copy)
        return AttentionSearch(of: part, in: self.size, map).best() ?? middle
    }

    /// Returns the size of the copy: its longer side has 64 pixels, or up to 128 so that the part's
    /// shorter side has 16.
    private func copySize(for part: PixelSize) -> PixelSize {
        let longer = max(size.width, size.height)
        let shorter = min(part.width, part.height)
        let side = min(min(max(64, (longer - 1) / shorter * 16), 128), longer)
        return PixelSize(
            width: max(1, (size.width * side + longer / 2) / longer),
            height: max(1, (size.height * side + longer / 2) / longer))
    }
}

extension CropPosition {
    /// Returns the rectangle of an inner size in a picture; for ``attention`` by its pixels.
    ///
    /// - Parameters:
    ///   - inner: The width and height in pixels, each at least 1; no more than the picture's are
    ///     used.
    ///   - bitmap: The picture.
    package func rect(of inner: PixelSize, in bitmap: Bitmap) -> PixelRect {
        self == .attention ? bitmap.attentionRect(of: inner) : rect(of: inner, in: bitmap.size)
    }
}

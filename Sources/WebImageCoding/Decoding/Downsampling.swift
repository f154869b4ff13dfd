public import WebImagePixels

/// The size a caller wants to see, known before the file's own size is.
///
/// It enlarges nothing but vectors. All sizes are upright.
public struct Downsampling: Hashable, Sendable {
    /// The box to meet; a side of 0 is free.
    ///
    /// Nil keeps the picture's size.
    public var box: PixelSize?
    /// How the picture meets the box.
    public var fit: Fit
    /// The most bytes the pixels may take, nil for no budget.
    public var maxBytes: Int?

    /// No scaling unless something is given.
    public init(box: PixelSize? = nil, fit: Fit = .fit, maxBytes: Int? = nil) {
        self.box = box
        self.fit = fit
        self.maxBytes = maxBytes
    }

    /// The size to scale an upright picture of `source` to, before `fill` cuts its surplus.
    ///
    /// - Parameter isVector: Whether the picture may be enlarged, since it stays sharp.
    public func scaledSize(of source: PixelSize, isVector: Bool = false) -> PixelSize {
        var size = source
        if let box { size = fit.scaledSize(of: source, in: box, enlarges: isVector) }
        guard let maxBytes, !size.isEmpty, size.area > maxBytes / 4 else { return size }
        let area = max(maxBytes / 4, 1)
        let scale = (Double(area) / Double(size.area)).squareRoot()
        // A side that would vanish stays one pixel; the other one then makes up for it.
        return PixelSize(
            width: min(max(1, Int(Double(size.width) * scale)), area),
            height: min(max(1, Int(Double(size.height) * scale)), area))
    }
}

package import WebImageBytes
public import WebImagePixels

/// The size to which pictures are reduced, set before the file's own size is known.
///
/// Only vector drawings are enlarged. All sizes are upright.
public struct Downsampling: Hashable, Sendable {
    /// The box to meet in pixels; a side of 0 is free, nil keeps the picture's size.
    public var box: PixelSize?
    /// The rule that adapts the picture to the box.
    public var fit: Fit
    /// The most bytes of the pixels, nil for no limit.
    public var maxBytes: Int?
    /// The rule in place of ``box`` and ``fit``, if it is more than these.
    package private(set) var rule: TargetSizing?

    /// Creates a downsampling, by default without scaling.
    ///
    /// - Parameters:
    ///   - box: The width and height to meet in pixels; a side of 0 is free, nil keeps the image's
    ///     size.
    ///   - fit: The rule that adapts the image to the box.
    ///   - maxBytes: The most bytes of the pixels, at 4 bytes per pixel; nil for no limit.
    public init(box: PixelSize? = nil, fit: Fit = .fit, maxBytes: Int? = nil) {
        self.box = box
        self.fit = fit
        self.maxBytes = maxBytes
    }

    /// Creates the downsampling of a rule.
    ///
    /// - Parameters:
    ///   - sizing: The rule; that of a box alone becomes ``box`` and ``fit``.
    ///   - maxBytes: The most bytes of the pixels, at 4 bytes per pixel; nil for no limit.
    public init(_ sizing: TargetSizing, maxBytes: Int? = nil) {
        let plain = sizing.plain
        self.init(box: plain?.box, fit: plain?.fit ?? .fit, maxBytes: maxBytes)
        if plain == nil { rule = sizing }
    }

    /// The rule; nil to keep the picture's size.
    public var sizing: TargetSizing? { rule ?? box.map { TargetSizing($0, fit) } }

    /// `true` if a part of the picture is cut before it is scaled.
    package var crops: Bool { rule?.crop != nil }

    /// Returns the size to scale an upright image to, before anything is cropped.
    ///
    /// `fill` crops as many pixels on both sides, except of vector drawings. Of a rule that crops,
    /// it is the size of the whole image at the scale of the part.
    ///
    /// - Parameters:
    ///   - source: The upright width and height of the image in pixels.
    ///   - isVector: `true` allows enlarging.
    /// - Returns: The width and height in pixels, each at least 1.
    public func scaledSize(of source: PixelSize, isVector: Bool = false) -> PixelSize {
        if let rule {
            return rule.orientation.upright(
                SizingGrid(rule, of: source, isVector: isVector, maxArea).size)
        }
        let size = unlimitedSize(of: source, isVector)
        guard let maxBytes, !size.isEmpty, size.area > maxBytes / 4 else { return size }
        let area = max(maxBytes / 4, 1)
        let scale = (Double(area) / Double(size.area)).squareRoot()
        // A side that would vanish becomes one pixel, and the other one is limited instead.
        return PixelSize(
            width: min(max(1, Int(Double(size.width) * scale)), area),
            height: min(max(1, Int(Double(size.height) * scale)), area))
    }

    /// Returns the part of an upright image that the scaled one covers.
    ///
    /// - Parameters:
    ///   - source: The upright width and height of the image in pixels.
    ///   - isVector: `true` allows enlarging.
    package func coverage(of source: PixelSize, isVector: Bool = false) -> Coverage {
        if let rule {
            return SizingGrid(rule, of: source, isVector: isVector, maxArea).coverage
                .stored(rule.orientation)
        }
        let size = unlimitedSize(of: source, isVector)
        guard fit == .fill, let box, box.width > 0, box.height > 0, !source.isEmpty,
            size != source, size == scaledSize(of: source, isVector: isVector)
        else { return Coverage() }
        let shown = FilledBox(of: source, in: box, enlarges: isVector)
        return Coverage(
            columns: shown.columns.length * Double(size.width) / Double(shown.size.width)
                / Double(source.width),
            rows: shown.rows.length * Double(size.height) / Double(shown.size.height)
                / Double(source.height))
    }

    /// The downsampling for a decoder: none if a filter needs the whole picture, unless that is
    /// drawn.
    package func whileDecoding(_ format: ImageFormat?) -> Downsampling {
        rule?.filter ?? .lanczos == .lanczos || format == .svg ? self : Downsampling()
    }

    /// The most pixels; nil for no limit.
    var maxArea: Int? { maxBytes.map { $0 / 4 } }

    /// Returns the size without the limit of bytes.
    private func unlimitedSize(of source: PixelSize, _ isVector: Bool) -> PixelSize {
        guard let box else { return source }
        var size = fit.scaledSize(of: source, in: box, enlarges: isVector)
        // A drawing would be stretched by the pixel that makes the surplus even.
        guard fit == .fill, !isVector, box.width > 0, box.height > 0, !source.isEmpty,
            size != source
        else { return size }
        size.width = Self.even(size.width, besides: box.width, of: source.width)
        size.height = Self.even(size.height, besides: box.height, of: source.height)
        return size
    }

    /// Returns a side of which an even number of pixels is cropped, within the source's if it can.
    private static func even(_ side: Int, besides box: Int, of source: Int) -> Int {
        guard side > box, (side - box) % 2 == 1 else { return side }
        return side < source ? side + 1 : side - 1
    }
}

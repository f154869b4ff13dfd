public import WebImageLoading
public import WebImagePixels

/// A picture scaled into a box.
///
/// ``Fit/fit`` keeps all of it inside, ``Fit/fill`` covers the box and cuts the surplus evenly,
/// ``Fit/stretch`` ignores the ratio of sides. A picture smaller than the box keeps its scale unless
/// `enlarges` is set; `fill` still cuts a side that is longer than the box.
public struct Resize: SpelledTransform, BuiltInTransform {
    /// The way the picture meets the box.
    public let fit: Fit
    /// The box; a side of 0 is free.
    public let size: PixelSize
    /// `true` if a picture smaller than the box grows.
    public let enlarges: Bool
    /// The weights of pixels.
    public let filter: ResampleFilter

    /// Creates a scaling into the box `size`.
    ///
    /// - Parameters:
    ///   - size: Width and height in pixels; a side of 0 is free and follows the other.
    ///   - enlarges: `true` if a picture smaller than the box grows.
    public init(
        _ fit: Fit, _ size: PixelSize, enlarges: Bool = false,
        filter: ResampleFilter = .lanczos
    ) {
        self.fit = fit
        self.size = size
        self.enlarges = enlarges
        self.filter = filter
    }

    /// `resize`.
    public static let name = "resize"
    /// The form with its arguments.
    public static let usage =
        "resize(WIDTHxHEIGHT[,fit|fill|stretch][,enlarge][,filter:box|bilinear|bicubic|lanczos])"
    /// The effect, in one sentence.
    public static let meaning =
        "Scales into a box; a side left out is free; grows only with 'enlarge'."
    /// Examples of its spelling.
    public static let examples = ["resize(320x240,fill)", "resize(320x,fit,enlarge)"]

    /// Box and fit, then the values that differ from their defaults.
    public var arguments: [String] {
        [size.spelling, fit.spelling] + (enlarges ? ["enlarge"] : [])
            + (filter == .lanczos ? [] : ["filter:\(filter.spelling)"])
    }

    /// The fault of the box; `nil` if there is none.
    public var fault: String? { ResultLimits.fault(of: size) }

    /// Reads box, fit, `enlarge` and `filter:`.
    public init(arguments: inout ArgumentReader) throws(VocabularyError) {
        enlarges = arguments.flag("enlarge")
        size = try arguments.next("size", PixelSize.expected)
        fit = try arguments.next("fit", Fit.choices, default: .fit)
        filter = try arguments.named("filter", ResampleFilter.choices, default: .lanczos)
    }

    /// Returns the scaled picture.
    ///
    /// - Throws: `TransformFailure` if it would be too large.
    public func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        let scaled = fit.scaledSize(of: bitmap.size, in: size, enlarges: enlarges)
        if fit == .fill { return try fill(bitmap, scaled) }
        try ResultLimits.check(scaled, for: self)
        return bitmap.resampled(to: scaled, filter: filter)
    }

    /// Returns the size of the whole scaled picture, of which `fill` cuts its surplus.
    public func resultSize(of size: PixelSize) -> PixelSize {
        fault == nil ? fit.scaledSize(of: size, in: self.size, enlarges: enlarges) : size
    }

    /// Scales only the visible pixels, rounded outwards, and cuts the rest of a pixel.
    private func fill(
        _ bitmap: Bitmap, _ scaled: PixelSize
    ) throws(TransformFailure) -> Bitmap {
        let columns = FillAxis(source: bitmap.size.width, scaled: scaled.width, box: size.width)
        let rows = FillAxis(source: bitmap.size.height, scaled: scaled.height, box: size.height)
        let grown = PixelSize(width: columns.grown, height: rows.grown)
        try ResultLimits.check(grown, for: self)
        let region = PixelRect(
            x: columns.first, y: rows.first,
            size: PixelSize(width: columns.count, height: rows.count))
        let seen = PixelSize(width: columns.seen, height: rows.seen)
        return bitmap.resampled(to: grown, from: region, filter: filter)
            .cropped(to: PixelRect(x: columns.cut, y: rows.cut, size: seen))
    }
}

/// The visible part of one axis of a picture that covers a box.
private struct FillAxis {
    /// The first source pixel.
    let first: Int
    /// The number of source pixels.
    let count: Int
    /// The number of pixels those are scaled to.
    let grown: Int
    /// The first of them that is kept.
    let cut: Int
    /// The number of pixels kept: the box, or less if the picture is smaller.
    let seen: Int

    init(source: Int, scaled: Int, box: Int) {
        seen = box == 0 ? scaled : min(scaled, box)
        let scale = Double(scaled) / Double(source)
        let needed = Double(seen) / scale
        guard scale > 1 else {
            // Whole source pixels are at most half a result pixel away.
            count = min(max(Int(needed.rounded()), 1), source)
            first = (source - count) / 2
            grown = seen
            cut = 0
            return
        }
        let start = (Double(source) - needed) / 2
        first = Int(start.rounded(.down))
        count = min(max(Int((start + needed).rounded(.up)) - first, 1), source - first)
        grown = max(seen, Int((Double(count) * scale).rounded()))
        cut = min(Int(((start - Double(first)) * scale).rounded()), grown - seen)
    }
}

extension ResampleFilter: Spellable {}

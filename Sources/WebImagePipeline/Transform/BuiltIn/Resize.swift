public import WebImageLoading
public import WebImagePixels

/// A scaling into a box.
package struct Resize: SpelledTransform {
    package let fit: Fit
    package let size: PixelSize
    package let enlarges: Bool
    package let filter: ResampleFilter

    package init(
        _ fit: Fit, _ size: PixelSize, enlarges: Bool = false,
        filter: ResampleFilter = .lanczos
    ) {
        self.fit = fit
        self.size = size
        self.enlarges = enlarges
        self.filter = filter
    }

    package static let name = "resize"
    package static let usage =
        "resize(WIDTHxHEIGHT[,fit|fill|stretch][,enlarge][,filter:box|bilinear|bicubic|lanczos])"
    package static let meaning =
        "Scales to fit a box; an omitted side is free; enlarges only with 'enlarge'."
    package static let examples = ["resize(320x240,fill)", "resize(320x,fit,enlarge)"]

    package var arguments: [String] {
        [size.spelling, fit.spelling] + (enlarges ? ["enlarge"] : [])
            + (filter == .lanczos ? [] : ["filter:\(filter.spelling)"])
    }

    package var fault: String? { ResultLimits.fault(of: size) }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        enlarges = arguments.flag("enlarge")
        size = try arguments.next("size", PixelSize.expected)
        fit = try arguments.next("fit", Fit.choices, default: .fit)
        filter = try arguments.named("filter", ResampleFilter.choices, default: .lanczos)
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        let scaled = fit.scaledSize(of: bitmap.size, in: size, enlarges: enlarges)
        if fit == .fill { return try fill(bitmap, scaled) }
        try ResultLimits.check(scaled, for: self)
        return bitmap.resampled(to: scaled, filter: filter)
    }

    package func resultSize(of size: PixelSize) -> PixelSize {
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

extension ResampleFilter: ParsableValue {}

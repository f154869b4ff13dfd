public import WebImageLoading
package import WebImagePipeline
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
        if fit == .fill {
            let shown = FilledBox(of: bitmap.size, in: size, enlarges: enlarges)
            try ResultLimits.check(shown.size, for: self)
            return bitmap.resampled(
                to: shown.size, columns: shown.columns, rows: shown.rows, filter: filter)
        }
        let scaled = fit.scaledSize(of: bitmap.size, in: size, enlarges: enlarges)
        try ResultLimits.check(scaled, for: self)
        return bitmap.resampled(to: scaled, filter: filter)
    }

    package func resultSize(of size: PixelSize) -> PixelSize {
        guard fault == nil else { return size }
        return fit == .fill
            ? FilledBox(of: size, in: self.size, enlarges: enlarges).size
            : fit.scaledSize(of: size, in: self.size, enlarges: enlarges)
    }
}

extension ResampleFilter: ParsableValue {}

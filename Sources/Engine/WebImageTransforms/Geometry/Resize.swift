public import WebImageLoading
package import WebImagePipeline
public import WebImagePixels

/// A scaling into a box.
package struct Resize: SpelledTransform {
    package let fit: Fit
    package let size: PixelSize
    package let enlarges: Bool
    package let filter: ResampleFilter
    /// The place of the part that ``Fit/fill`` keeps.
    package private(set) var position: CropPosition

    package init(
        _ fit: Fit, _ size: PixelSize, enlarges: Bool = false,
        filter: ResampleFilter = .lanczos, at position: CropPosition = .center
    ) {
        self.fit = fit
        self.size = size
        self.enlarges = enlarges
        self.filter = filter
        self.position = position
    }

    package static let name = "resize"
    package static let usage =
        "resize(WIDTHxHEIGHT[,fit|fill|stretch][,enlarge][,filter:nearest|box|bilinear|bicubic|lanczos][,at:PLACE])"
    package static let meaning =
        "Scales to fit a box; an omitted side is free; enlarges only with 'enlarge'. The part that 'fill' keeps is in the middle, or at PLACE: \(CropPosition.meaning)."
    package static let examples = [
        "resize(320x240,fill)", "resize(320x,fit,enlarge)", "resize(320x240,fill,at:smart)",
    ]

    package var arguments: [String] {
        [size.spelling, fit.spelling] + (enlarges ? ["enlarge"] : [])
            + (filter == .lanczos ? [] : ["filter:\(filter.spelling)"])
            + (position == .center ? [] : ["at:\(position.spelling)"])
    }

    package var fault: String? {
        guard position != .center else { return ResultLimits.fault(of: size) }
        guard fit == .fill else {
            return "expected 'fill' with a place, found \(fit.spelling)"
        }
        return ResultLimits.fault(of: size) ?? position.fault
    }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        enlarges = arguments.flag("enlarge")
        size = try arguments.next("size", PixelSize.expected)
        fit = try arguments.next("fit", Fit.choices, default: .fit)
        filter = try arguments.named("filter", ResampleFilter.choices, default: .lanczos)
        position = try arguments.named("at", CropPosition.expected, default: .center)
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        if fit == .fill {
            let shown = FilledBox(of: bitmap.size, in: size, enlarges: enlarges)
            try ResultLimits.check(shown.size, as: bitmap.sampleFormat, for: self)
            let (columns, rows) = shown.spans(at: position, in: bitmap)
            return bitmap.resampled(
                to: shown.size, columns: columns, rows: rows, filter: filter)
        }
        let scaled = fit.scaledSize(of: bitmap.size, in: size, enlarges: enlarges)
        try ResultLimits.check(scaled, as: bitmap.sampleFormat, for: self)
        return bitmap.resampled(to: scaled, filter: filter)
    }

    package func resultSize(of size: PixelSize) -> PixelSize {
        guard fault == nil else { return size }
        return fit == .fill
            ? FilledBox(of: size, in: self.size, enlarges: enlarges).size
            : fit.scaledSize(of: size, in: self.size, enlarges: enlarges)
    }
}

extension Resize: PlacedTransform {
    package func placed(on bitmap: Bitmap) -> any ImageTransform {
        guard position == .attention, fault == nil else { return self }
        var placed = self
        placed.position = FilledBox(of: bitmap.size, in: size, enlarges: enlarges)
            .attention(in: bitmap)
        return placed
    }
}

extension ResampleFilter: ParsableValue {}

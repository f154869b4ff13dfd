import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// A scaling of both sides by one factor.
package struct Scale: SpelledTransform {
    package let factor: Double

    package init(_ factor: Double) { self.factor = factor }

    package static let name = "scale"
    package static let usage = "scale(FACTOR)"
    package static let meaning =
        "Scales both sides by a factor, above 0 and at most 64; a part of a pixel is left out."
    package static let examples = ["scale(0.5)"]

    package var arguments: [String] { [factor.spelling] }

    package var fault: String? {
        factor > 0 && factor <= 64
            ? nil : "expected a factor above 0, at most 64, found \(factor.spelling)"
    }

    package var isIdentity: Bool { factor == 1 }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        self.init(try arguments.next("factor", "a factor such as 0.5"))
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        let size = resultSize(of: bitmap.size)
        try ResultLimits.check(size, as: bitmap.sampleFormat, for: self)
        return bitmap.resampled(to: size)
    }

    package func resultSize(of size: PixelSize) -> PixelSize {
        guard fault == nil else { return size }
        return PixelSize(
            width: max(1, Int(bounding: (Double(size.width) * factor).rounded(.down))),
            height: max(1, Int(bounding: (Double(size.height) * factor).rounded(.down))))
    }
}

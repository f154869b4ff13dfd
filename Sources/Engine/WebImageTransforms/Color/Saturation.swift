import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// A factor of the distance of every pixel to the grey of its luma (ITU-R BT 601).
package struct Saturation: SpelledTransform {
    package let factor: Double

    package init(_ factor: Double) {
        self.factor = factor
    }

    package static let name = "saturation"
    package static let usage = "saturation(FACTOR)"
    package static let meaning =
        "Multiplies the distance to grey by FACTOR, 0 to 64: 0 is grey, 1 changes nothing."
    package static let examples = ["saturation(0.5)"]

    package var arguments: [String] { [factor.spelling] }

    package var fault: String? {
        ResultLimits.fault(of: factor, "a factor", upTo: Contrast.largestFactor)
    }

    package var isIdentity: Bool { factor == 1 }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        factor = try arguments.next("factor", "a number such as 1.5")
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        let luma = SIMD3(0.299, 0.587, 0.114) * (1 - factor)
        return bitmap.recolored(
            by: ColorMatrix([
                luma + SIMD3(factor, 0, 0), luma + SIMD3(0, factor, 0), luma + SIMD3(0, 0, factor),
            ]))
    }
}
